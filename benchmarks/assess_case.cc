#include "benchmarks/assess_case.h"

#include <fmt/format.h>

#include <algorithm>

#include "benchmarks/stopwatch.h"
#include "fiducia/assess/assess.h"
#include "fiducia/simulate/simulate.h"

namespace fiducia::bench {
namespace {

AssessResult run_case(const std::string& what, int frames, const Target& target, int runs) {
  const Camera camera{
      "radial2", {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", -0.2}, {"k2", 0.1}}, {1936, 1216}};
  SimulateOptions how{.frames = frames, .noise_px = 0.05, .seed = 1};
  if (what == "bent board") how.bend_m = 0.0005;
  if (what == "rolling shutter") how.effects = {{Effect::kShutter, 4}};
  const auto observations = std::make_shared<const Observations>(simulate(camera, target, how).observations);
  AssessOptions options;
  options.model = "radial2";
  options.target_shape = TargetShape::kPlanar;
  options.evaluation.threads = 0;
  std::vector<Elapsed> times;
  for (int i = 0; i < runs; ++i) {
    const Stopwatch stopwatch;
    static_cast<void>(assess(observations, options));
    times.push_back(stopwatch.elapsed());
  }
  std::sort(times.begin(), times.end(), [](const Elapsed& a, const Elapsed& b) { return a.wall_s < b.wall_s; });
  const Elapsed& middle = times[times.size() / 2];
  return {what, frames, static_cast<int>(target.points.size()), middle.wall_s, middle.cpu_s};
}

}  // namespace

std::vector<AssessResult> run_assess_cases(bool quick) {
  const int runs = quick ? 1 : 9;
  std::vector<AssessResult> results;
  for (const char* what : {"nothing wrong", "bent board", "rolling shutter"}) {
    results.push_back(run_case(what, 25, Target::chessboard(10, 8, 0.05), runs));
    if (!quick) results.push_back(run_case(what, 100, Target::chessboard(10, 10, 0.05), runs));
  }
  return results;
}

std::string assess_lines(const std::vector<AssessResult>& results) {
  std::string text =
      "\nall of assess(): calibration, evaluation, total error, causes, verdict; radial2, on all cores\n";
  for (const AssessResult& result : results) {
    text += fmt::format("  {:<16} {:>4} frames of {:>3} corners {:>8.3f} s (wall), {:>8.3f} s (cpu)\n", result.what,
                        result.frames, result.corners, result.assess_s, result.cpu_s);
  }
  return text;
}

Json assess_object(const std::vector<AssessResult>& results) {
  Json array = Json::array();
  for (const AssessResult& result : results) {
    array.push_back({{"what", result.what},
                     {"frames", result.frames},
                     {"corners", result.corners},
                     {"assess_s", result.assess_s},
                     {"cpu_s", result.cpu_s}});
  }
  return array;
}

}  // namespace fiducia::bench

#include "benchmarks/free_target_case.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <functional>
#include <stdexcept>

#include "benchmarks/stopwatch.h"
#include "fiducia/assess/assess.h"
#include "fiducia/core/statistics.h"
#include "fiducia/simulate/simulate.h"

namespace fiducia::bench {
namespace {

constexpr int kAllCores = 0;

double median_wall_time(const std::function<void()>& work, int runs) {
  std::vector<double> times;
  for (int i = 0; i < runs; ++i) {
    const Stopwatch stopwatch;
    work();
    times.push_back(stopwatch.elapsed().wall_s);
  }
  return median(std::move(times));
}

double peak_memory_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;  // Linux counts in KiB
}

Camera camera_of(const std::string& model) {
  if (model == "opencv8") {
    return {"opencv8",
            {{"fx", 1500},
             {"fy", 1495},
             {"cx", 968},
             {"cy", 608},
             {"k1", -0.2},
             {"k2", 0.1},
             {"p1", 1e-4},
             {"p2", 1e-4},
             {"k3", 0.01},
             {"k4", 0.1},
             {"k5", 0.02},
             {"k6", 0.001}},
            {1936, 1216}};
  }
  return {"opencv5",
          {{"fx", 1500},
           {"fy", 1495},
           {"cx", 968},
           {"cy", 608},
           {"k1", -0.2},
           {"k2", 0.1},
           {"p1", 1e-4},
           {"p2", 1e-4},
           {"k3", 0.01}},
          {1936, 1216}};
}

/// A board bent by 0.4 mm, and one corner in every seventeenth frame 6 px off.
FreeTargetResult run_case(const std::string& what, const std::string& model, int frames, const Target& target,
                          TargetShape shape, int runs) {
  Observations data = simulate(camera_of(model), target, {.frames = frames, .bend_m = 0.0004, .seed = 1}).observations;
  for (std::size_t j = 0; j < data.frames.size(); j += 17) {
    std::vector<Corner>& corners = data.frames[j].corners;
    corners[13 * j % corners.size()].pixel += Vector2(5, 3);
  }
  const auto observations = std::make_shared<const Observations>(std::move(data));
  const CalibrateOptions how{.model = model, .target_shape = shape, .threads = kAllCores};
  const CleanCalibration clean = calibrate_cleaned(observations, how);
  if (!clean.calibration.converged()) throw std::runtime_error(clean.calibration.message);
  FreeTargetResult result;
  result.what = what;
  result.model = model;
  result.frames = frames;
  result.corners = static_cast<int>(target.points.size());
  result.unknowns = static_cast<int>(clean.calibration.information.size());
  result.calibrate_s = median_wall_time([&] { static_cast<void>(calibrate_cleaned(observations, how)); }, runs);
  const EvaluateOptions evaluation{.threads = kAllCores};
  result.evaluate_s = median_wall_time([&] { static_cast<void>(evaluate(clean.calibration, evaluation)); }, runs);
  AssessOptions all;
  all.model = model;
  all.target_shape = shape;
  all.evaluation = evaluation;
  result.assess_s = median_wall_time([&] { static_cast<void>(assess(observations, all)); }, runs);
  result.peak_memory_mb = peak_memory_mb();
  return result;
}

}  // namespace

std::vector<FreeTargetResult> run_free_target_cases(bool quick) {
  if (quick) {
    return {run_case("free target", "opencv5", 10, Target::chessboard(10, 8, 0.05), TargetShape::kFree, 1)};
  }
  constexpr int kRuns = 3;
  return {
      run_case("free target", "opencv5", 20, Target::chessboard(25, 18, 0.025), TargetShape::kFree, kRuns),
      run_case("free target", "opencv5", 180, Target::chessboard(10, 10, 0.05), TargetShape::kFree, kRuns),
      run_case("planar target", "opencv8", 186, Target::chessboard(10, 10, 0.05), TargetShape::kPlanar, kRuns),
  };
}

std::string free_target_lines(const std::vector<FreeTargetResult>& results) {
  std::string text = "\nfree targets, on all cores (wall)\n";
  for (const FreeTargetResult& result : results) {
    text += fmt::format(
        "  {}, {}, {} frames of {} corners, {} global unknowns\n"
        "    calibrated without outliers {:>8.3f} s, evaluate() {:>8.3f} s, all of assess() {:>8.3f} s; {:.0f} MB\n",
        result.what, result.model, result.frames, result.corners, result.unknowns, result.calibrate_s,
        result.evaluate_s, result.assess_s, result.peak_memory_mb);
  }
  return text;
}

Json free_target_object(const std::vector<FreeTargetResult>& results) {
  Json array = Json::array();
  for (const FreeTargetResult& result : results) {
    array.push_back({{"what", result.what},
                     {"model", result.model},
                     {"frames", result.frames},
                     {"corners", result.corners},
                     {"unknowns", result.unknowns},
                     {"calibrate_s", result.calibrate_s},
                     {"evaluate_s", result.evaluate_s},
                     {"assess_s", result.assess_s},
                     {"peak_memory_mb", result.peak_memory_mb}});
  }
  return array;
}

}  // namespace fiducia::bench

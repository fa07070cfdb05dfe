#include "benchmarks/guide_case.h"

#include <fmt/format.h>

#include <stdexcept>

#include "benchmarks/stopwatch.h"
#include "fiducia/core/statistics.h"
#include "fiducia/guide/guide.h"
#include "fiducia/guide/running_calibration.h"

namespace fiducia::bench {
namespace {

/// The median CPU time of `work` after `prepare`, which is not counted.
template <class Prepare, class Work>
double median_after(const Prepare& prepare, const Work& work, bool quick) {
  const int repetitions = quick ? 5 : 50;
  std::vector<double> times;
  for (int i = 0; i <= repetitions; ++i) {
    auto state = prepare();
    const Stopwatch stopwatch;
    work(state);
    if (i > 0) times.push_back(stopwatch.elapsed().cpu_s);  // the first warms the caches
  }
  return median(std::move(times));
}

}  // namespace

GuideResult run_guide_case(bool quick) {
  GuideResult result;
  result.size = {"radial2", 50, 10, 8};
  CaseSize with_new = result.size;
  ++with_new.frames;
  const Observations observations = *make_problem(with_new).observations;
  RunningCalibration before(observations.target, observations.image_size, {.model = result.size.model});
  for (int j = 0; j < result.size.frames; ++j) before.add(observations.frames[static_cast<std::size_t>(j)]);
  RunningCalibration after = before;
  if (!after.add(observations.frames.back()).used) throw std::runtime_error("the new frame was not used");

  GuideOptions options;
  options.judge_bias = false;
  options.forecast_most = 0;
  options.goal = {Goal::Kind::kEme, 1e-9};  // never reached: the whole of a forecast is counted
  result.candidates = options.candidates;
  const auto copy = [&] { return before; };
  const auto nothing = [] { return 0; };
  const auto guided = [&](const GuideOptions& how) {
    return median_after(
        nothing, [&](int) { static_cast<void>(guide(after.calibration(), how)); }, quick);
  };
  result.add_s = median_after(
      copy, [&](RunningCalibration& now) { now.add(observations.frames.back()); }, quick);
  result.propose_s = guided(options);
  result.update_s = median_after(
      copy,
      [&](RunningCalibration& now) {
        now.add(observations.frames.back());
        static_cast<void>(guide(now.calibration(), options));
      },
      quick);
  GuideOptions with_bias = options;
  with_bias.judge_bias = true;
  GuideOptions with_forecast = options;
  with_forecast.forecast_most = 50;
  result.bias_s = guided(with_bias) - result.propose_s;
  result.forecast_s = guided(with_forecast) - result.propose_s;
  return result;
}

std::string guide_lines(const GuideResult& result) {
  const auto line = [](const char* what, double seconds) {
    return fmt::format("  {:<44} {:>10.3f} ms\n", what, 1e3 * seconds);
  };
  return fmt::format("\nguidance, {}, {} frames of {} corners, {} candidate poses\n", result.size.model,
                     result.size.frames, result.size.corners(), result.candidates) +
         line("one update: a frame joins, the next view", result.update_s) + line("  of it the frame", result.add_s) +
         line("  of it the next view", result.propose_s) + line("the bias ratio besides", result.bias_s) +
         line("a forecast of 50 views besides", result.forecast_s);
}

Json guide_object(const GuideResult& result) {
  return {{"model", result.size.model},      {"frames", result.size.frames}, {"corners", result.size.corners()},
          {"candidates", result.candidates}, {"update_s", result.update_s},  {"add_s", result.add_s},
          {"propose_s", result.propose_s},   {"bias_s", result.bias_s},      {"forecast_s", result.forecast_s}};
}

}  // namespace fiducia::bench

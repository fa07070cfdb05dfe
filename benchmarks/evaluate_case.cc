#include "benchmarks/evaluate_case.h"

#include <fmt/format.h>

#include <functional>
#include <stdexcept>

#include "benchmarks/stopwatch.h"
#include "fiducia/core/statistics.h"
#include "fiducia/evaluate/bootstrap.h"
#include "fiducia/evaluate/evaluation.h"

namespace fiducia::bench {
namespace {

/// The median time of a call: by the processors' clock for one thread, by the wall's for two.
double median_time(const std::function<void()>& work, double least_s, bool wall = false) {
  constexpr std::size_t kFewest = 5;
  std::vector<double> times;
  const Stopwatch all;
  work();  // warms the caches
  while (times.size() < kFewest || all.elapsed().wall_s < least_s) {
    const Stopwatch stopwatch;
    work();
    const Elapsed elapsed = stopwatch.elapsed();
    times.push_back(wall ? elapsed.wall_s : elapsed.cpu_s);
  }
  return median(std::move(times));
}

}  // namespace

EvaluateResult run_evaluate_case(const CaseSize& size, const PeerResult* opencv, bool quick) {
  const Problem problem = make_problem(size);
  const Observations& observations = *problem.observations;
  const CalibrateOptions cold = {.model = problem.model(), .initial = problem.initial, .threads = 1};
  const Calibration calibration = calibrate(observations, cold);
  if (!calibration.converged()) throw std::runtime_error(calibration.message);
  CalibrateOptions warm = cold;
  warm.initial.parameters = calibration.camera->parameters();
  for (const FrameFit& frame : calibration.frames) warm.initial.poses[frame.index] = frame.camera_from_target;

  const double patience = quick ? 0.05 : 1;
  const int refits = quick ? 50 : 1000;
  EvaluateResult result;
  result.size = size;
  result.calibrate_s = median_time([&] { static_cast<void>(calibrate(observations, cold)); }, patience);
  result.warm_calibrate_s = median_time([&] { static_cast<void>(calibrate(observations, warm)); }, patience);
  result.evaluate_s = median_time([&] { static_cast<void>(evaluate(calibration)); }, patience);
  result.abs_1000_s = median_time(
      [&] { static_cast<void>(covariance(calibration, {.method = Covariance::kAbs, .samples = 1000})); }, patience);
  const auto refit_all = [&](int threads) {
    static_cast<void>(bootstrap(calibration, {.samples = refits, .threads = threads}));
  };
  result.refit_s = median_time([&] { refit_all(1); }, patience) / refits;
  result.bs_1000_two_threads_s = median_time([&] { refit_all(2); }, patience, true) * 1000 / refits;
  if (opencv != nullptr) result.opencv_s = opencv->elapsed.cpu_s;
  return result;
}

std::string evaluate_lines(const EvaluateResult& result) {
  const auto line = [](const char* what, double seconds, const std::string& ratio) {
    return fmt::format("  {:<44} {:>10.3f} ms  {}\n", what, 1e3 * seconds, ratio);
  };
  const auto times = [&](double seconds) { return fmt::format("{:.2f} x calibrate()", seconds / result.calibrate_s); };
  std::string text = fmt::format("\nevaluation, {}, {} frames of {} corners\n", result.size.model, result.size.frames,
                                 result.size.corners());
  text += line("calibrate() from the initial values above", result.calibrate_s, "");
  text += line("calibrate() from the solution", result.warm_calibrate_s, "");
  text += line("evaluate(): everything but bs", result.evaluate_s, times(result.evaluate_s));
  text += line("1000 samples of abs", result.abs_1000_s, times(result.abs_1000_s));
  text += line(
      "one exact refit of bs", result.refit_s,
      fmt::format("{} ({:.2f} x from the solution)", times(result.refit_s), result.refit_s / result.warm_calibrate_s));
  text += line("1000 exact refits, two threads (wall)", result.bs_1000_two_threads_s,
               result.opencv_s > 0 ? fmt::format("{:.0f} x faster than 1000 runs of OpenCV's calibrateCamera",
                                                 1000 * result.opencv_s / result.bs_1000_two_threads_s)
                                   : std::string());
  return text;
}

Json evaluate_object(const EvaluateResult& result) {
  Json object = {{"model", result.size.model},
                 {"frames", result.size.frames},
                 {"corners", result.size.corners()},
                 {"calibrate_s", result.calibrate_s},
                 {"warm_calibrate_s", result.warm_calibrate_s},
                 {"evaluate_s", result.evaluate_s},
                 {"abs_1000_s", result.abs_1000_s},
                 {"refit_s", result.refit_s},
                 {"bs_1000_two_threads_s", result.bs_1000_two_threads_s},
                 {"evaluate_over_calibrate", result.evaluate_s / result.calibrate_s},
                 {"abs_1000_over_calibrate", result.abs_1000_s / result.calibrate_s},
                 {"refit_over_calibrate", result.refit_s / result.calibrate_s},
                 {"refit_over_warm_calibrate", result.refit_s / result.warm_calibrate_s}};
  if (result.opencv_s > 0) {
    object["opencv_s"] = result.opencv_s;
    object["bs_faster_than_opencv"] = 1000 * result.opencv_s / result.bs_1000_two_threads_s;
  }
  return object;
}

}  // namespace fiducia::bench

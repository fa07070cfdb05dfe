#include <stdexcept>

#include "benchmarks/peers.h"
#include "benchmarks/stopwatch.h"

namespace fiducia::bench {
namespace {

Solution solve(const Problem& problem, const InitialValues& initial) {
  const CalibrateOptions options = {.model = problem.model(), .initial = initial, .threads = 1};
  const Stopwatch stopwatch;
  const Calibration calibration = calibrate(problem.observations, options);
  Solution solution;
  solution.elapsed = stopwatch.elapsed();
  if (!calibration.converged()) throw std::runtime_error(calibration.message);
  if (!calibration.left_out.empty()) throw std::runtime_error("left out " + calibration.left_out.front().name);
  solution.parameters = calibration.camera->parameters();
  for (const FrameFit& frame : calibration.frames) solution.poses.push_back(frame.camera_from_target);
  solution.iterations = calibration.fit.iterations;
  return solution;
}

}  // namespace

Solution solve_with_fiducia(const Problem& problem) { return solve(problem, problem.initial); }

Solution solve_with_fiducia_from_nothing(const Problem& problem) { return solve(problem, {}); }

}  // namespace fiducia::bench

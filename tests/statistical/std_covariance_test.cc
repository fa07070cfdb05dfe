#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "fiducia/core/parallel.h"
#include "fiducia/simulate/simulate.h"
#include "fiducia/solve/calibrate.h"
#include "tests/statistical/sample.h"

namespace fiducia {
namespace {

/// With the right model, the error of the estimate in units of its own covariance is chi-squared with six degrees of
/// freedom (to the extent that the problem is linear and the variance known): the sum over n data sets has mean 6 n
/// and variance 12 n. Five standard errors are accepted, and 5% for the curvature of the problem.
TEST(StdCovariance, CoversTheTruthForAnIdealCamera) {
  const std::size_t kDatasets = testing::sample(200, 400).n;
  const Camera truth("radial2", {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", -0.2}, {"k2", 0.1}},
                     {1936, 1216});
  const Target target = Target::chessboard(10, 8, 0.05);
  std::vector<double> squares(kDatasets);
  parallel_for(kDatasets, 0, [&](std::size_t i) {
    const Simulation simulation = simulate(truth, target, {.frames = 25, .noise_px = 0.05, .seed = 1000 + i});
    const Calibration calibration = calibrate(simulation.observations, {.model = "radial2"});
    if (!calibration.converged()) {
      squares[i] = INFINITY;
      return;
    }
    Eigen::VectorXd error(6);
    for (Eigen::Index k = 0; k < 6; ++k) {
      error[k] = calibration.camera->parameters()[static_cast<std::size_t>(k)] -
                 truth.parameters()[static_cast<std::size_t>(k)];
    }
    squares[i] = error.dot(calibration.covariance_std.ldlt().solve(error));
  });
  double sum = 0;
  for (const double square : squares) sum += square;
  const double mean = sum / static_cast<double>(kDatasets);
  const double standard_error = std::sqrt(12.0 / static_cast<double>(kDatasets));
  EXPECT_NEAR(mean, 6, 5 * standard_error + 0.05 * 6);
}

}  // namespace
}  // namespace fiducia

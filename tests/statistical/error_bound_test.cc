// Whether the 95% bound of the mapping error covers 95% of the errors, with as few as eight frames. Prints the table of
// docs/uncertainty.md.

#include "fiducia/evaluate/error_bound.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "fiducia/core/parallel.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/simulate/simulate.h"
#include "tests/evaluate/cameras.h"
#include "tests/statistical/paper_camera.h"
#include "tests/statistical/sample.h"

namespace fiducia {
namespace {

struct Coverage {
  double by_f = 0;         ///< part of the data sets whose error lies under the bound
  double by_quantile = 0;  ///< under the quantile that takes cr2 for exact
  double degrees = 0;      ///< mean of nu
};

Coverage coverage(const Camera& truth, const SimulateOptions& views, std::size_t datasets) {
  struct Result {
    bool by_f = false;
    bool by_quantile = false;
    double degrees = 0;
  };
  std::vector<Result> results(datasets);
  parallel_for(datasets, 0, [&](std::size_t i) {
    SimulateOptions options = views;
    options.seed = 90000 + i;
    const Observations observations = simulate(truth, Target::chessboard(10, 8, 0.05), options).observations;
    CalibrateOptions from_truth{.model = truth.shared_model()};
    from_truth.initial.parameters = truth.parameters();
    const Calibration calibration = calibrate(observations, from_truth);
    if (!calibration.converged()) return;  // counts as not covered
    const ErrorBound bound = error_bound(calibration, mapping_sensitivity(*calibration.camera).H);
    const double k = mapping_difference(*calibration.camera, truth).compensated.k;
    results[i] = {k <= bound.bound95, k <= bound.error.distribution.quantile(0.95), bound.sample.degrees_of_freedom};
  });
  Coverage sum;
  const auto count = static_cast<double>(datasets);
  for (const Result& result : results) {
    sum.by_f += result.by_f ? 1 / count : 0;
    sum.by_quantile += result.by_quantile ? 1 / count : 0;
    sum.degrees += result.degrees / count;
  }
  return sum;
}

/// 1000 data sets tell a coverage of 95% to 0.7%, and so do 80 of each row together.
TEST(ErrorBoundStudy, CoversWithFewFramesToo) {
  std::printf("| camera | frames | 95%% bound | quantile of cr2 | degrees of freedom |\n|---|---|---|---|---|\n");
  const testing::Sample sets = testing::sample(80, 1000);
  double covered = 0;
  std::size_t rows = 0;
  const auto look = [&](const Camera& camera, const SimulateOptions& given) {
    for (const int frames : {8, 10, 15, 25, 50}) {
      SimulateOptions views = given;
      views.frames = frames;
      const Coverage seen = coverage(camera, views, sets.n);
      std::printf("| %s | %d | %.1f%% | %.1f%% | %.1f |\n", std::string(camera.model().info().name).c_str(), frames,
                  100 * seen.by_f, 100 * seen.by_quantile, seen.degrees);
      EXPECT_GE(seen.by_f * sets.count(), testing::least(sets, 0.93)) << frames;
      EXPECT_LE(seen.by_f * sets.count(), testing::most(sets, 0.975)) << frames;
      covered += seen.by_f * sets.count();
      ++rows;
    }
  };
  look(testing::paper_camera(), {.noise_px = 0.05});
  look(testing::tangential_camera(), {.noise_px = 0.1});
  // Near enough that corners come close to the border of the image: far from all corners a polynomial's error is not
  // linear in its parameters, and nothing that is would cover it.
  SimulateOptions near{.noise_px = 0.1};
  near.poses.min_distance_m = 0.15;
  near.poses.max_distance_m = 0.6;
  near.poses.max_offset_m = 0.8;
  look(testing::fisheye_camera(), near);
  EXPECT_GE(covered, testing::least(sets.of_rows(rows), 0.93));
  EXPECT_LE(covered, testing::most(sets.of_rows(rows), 0.975));
}

}  // namespace
}  // namespace fiducia

// How large the expected mapping error is against the mapping error that really occurs. Prints the table of
// docs/uncertainty.md.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <map>
#include <vector>

#include "fiducia/core/parallel.h"
#include "fiducia/evaluate/evaluation.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "tests/statistical/paper_camera.h"
#include "tests/statistical/sample.h"

namespace fiducia {
namespace {

using testing::paper_camera;
using testing::paper_views;
using testing::Sample;
using testing::widened;

Sample study_sample() { return testing::sample(60, 400); }

struct Study {
  std::map<Covariance, double> ratio;    ///< mean EME over the mean squared mapping error about the mean camera
  std::map<Covariance, double> covered;  ///< part of the data sets whose error lies under the 95% bound
  double spread_px = 0;                  ///< root of that mean squared error
  double constant_px = 0;                ///< how far the mean camera is from the truth
};

Study study(int frames, double bend_m) {
  const std::size_t datasets = study_sample().n;
  const double count = study_sample().count();
  struct Result {
    std::vector<double> parameters;
    std::map<Covariance, double> eme;
    std::map<Covariance, double> bound95;
  };
  std::vector<Result> results(datasets);
  const Camera truth = paper_camera();
  parallel_for(datasets, 0, [&](std::size_t i) {
    const Observations observations = paper_views(7000 + i, frames, bend_m);
    const Calibration calibration = calibrate(observations, {.model = "radial2"});
    if (!calibration.converged()) return;
    results[i].parameters = calibration.camera->parameters();
    const Evaluation evaluation = evaluate(calibration, {.bias_resamples = 0, .abs_samples = 300, .seed = i});
    for (const Uncertainty& estimate : evaluation.uncertainty) {
      results[i].eme[estimate.covariance.method] = estimate.error.mean;
      results[i].bound95[estimate.covariance.method] = estimate.bound95;
    }
  });
  std::vector<double> mean(truth.parameters().size(), 0.0);
  for (const Result& result : results) {
    EXPECT_FALSE(result.parameters.empty()) << "not converged";
    for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += result.parameters[k] / count;
  }
  const Camera centre(truth.shared_model(), mean, truth.image_size());
  Study study;
  double squares = 0;
  std::map<Covariance, double> sums;
  for (const Result& result : results) {
    const Camera camera(truth.shared_model(), result.parameters, truth.image_size());
    const double k = mapping_difference(camera, centre).compensated.k;
    squares += k / count;
    for (const Covariance method : quick_estimators()) {
      sums[method] += result.eme.at(method) / count;
      study.covered[method] += k <= result.bound95.at(method) ? 1 / count : 0;
    }
  }
  for (const Covariance method : quick_estimators()) study.ratio[method] = sums[method] / squares;
  study.spread_px = std::sqrt(squares);
  study.constant_px = mapping_difference(centre, truth).compensated.k_px;
  return study;
}

std::map<int, Study> studies(double bend_m, const char* title) {
  std::map<int, Study> all;
  std::printf("%s: mean EME / mean squared mapping error (in brackets: part of the errors under the 95%% bound)\n",
              title);
  std::printf(
      "| frames | std | abs | cr0 | cr2 | jackknife | error px | constant px |\n|---|---|---|---|---|---|---|---|\n");
  for (const int frames : {8, 10, 15, 25, 50}) {
    const Study& one = all[frames] = study(frames, bend_m);
    std::printf("| %d |", frames);
    for (const Covariance method : quick_estimators()) {
      std::printf(" %.2f (%.0f%%) |", one.ratio.at(method), 100 * one.covered.at(method));
    }
    std::printf(" %.3f | %.3f |\n", one.spread_px, one.constant_px);
  }
  return all;
}

/// The error's square is heavy-tailed: 400 data sets tell its mean to about 10%, so a ratio of 1 may be seen as 0.7 to
/// 1.35 (three standard errors).
TEST(MappingErrorStudy, CorrectModel) {
  const Sample sets = study_sample();
  for (const auto& [frames, one] : studies(0, "correct model")) {
    SCOPED_TRACE(frames);
    for (const Covariance good : {Covariance::kStd, Covariance::kCr2}) {
      EXPECT_GT(one.ratio.at(good), widened(sets, 0.7)) << to_string(good);
      EXPECT_LT(one.ratio.at(good), widened(sets, 1.35)) << to_string(good);
    }
    EXPECT_GE(one.covered.at(Covariance::kCr2) * sets.count(), testing::least(sets, 0.92));
    EXPECT_GE(one.covered.at(Covariance::kStd) * sets.count(), testing::least(sets, 0.92));
    if (frames <= 15 && sets.whole()) {  // fewer data sets do not tell
      EXPECT_GT(one.ratio.at(Covariance::kAbs), 1.35) << "the paper's pessimism below 15 images";
    }
    EXPECT_LT(one.constant_px, 0.3 * one.spread_px) << "an ideal calibration has no bias";
  }
}

TEST(MappingErrorStudy, BentTarget) {
  const Sample sets = study_sample();
  for (const auto& [frames, one] : studies(0.0004, "target bent by 0.4 mm")) {
    SCOPED_TRACE(frames);
    EXPECT_LT(one.ratio.at(Covariance::kStd), 0.25) << "std believes in independent noise";
    EXPECT_GT(one.ratio.at(Covariance::kCr2), widened(sets, 0.65));
    EXPECT_LT(one.ratio.at(Covariance::kCr2), widened(sets, 1.4));
    EXPECT_GT(one.constant_px, 2 * one.spread_px) << "what no covariance sees";
  }
}

}  // namespace
}  // namespace fiducia

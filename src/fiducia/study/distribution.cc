#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "fiducia/core/random.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/evaluate/mapping_error.h"
#include "fiducia/study/chart.h"
#include "fiducia/study/experiments.h"
#include "fiducia/study/fitted.h"

namespace fiducia {
namespace {

constexpr int kDistributionFrames[] = {10, 20, 50};
constexpr double kStrongNoise_px = 1;

/// The same views in every data set; only the noise is another.
Observations exact_views(const StudySetup& setup, int frames) {
  constexpr std::uint64_t kViews = 77;
  return views(setup, kViews, frames, 0);
}

std::vector<double> errors_of_noise(const StudySetup& setup, std::uint64_t seed) {
  std::vector<double> row;
  for (const int frames : kDistributionFrames) {
    Observations noisy = exact_views(setup, frames);
    RandomStream random(seed, static_cast<std::uint64_t>(frames));
    for (Frame& frame : noisy.frames) {
      for (Corner& corner : frame.corners) {
        corner.pixel += kStrongNoise_px * Vector2{random.normal(), random.normal()};
        corner.pixel = corner.pixel.cwiseMax(Vector2(-0.5, -0.5))
                           .cwiseMin(Vector2(noisy.image_size.width - 0.5, noisy.image_size.height - 0.5));
      }
    }
    const std::optional<Calibration> calibration = fitted(noisy, "radial2");
    row.push_back(calibration ? mapping_difference(*calibration->camera, setup.camera).compensated.k
                              : std::numeric_limits<double>::quiet_NaN());
  }
  return row;
}

/// What is predicted before any noise is seen: the covariance at the true camera.
ExpectedError prediction(const StudySetup& setup, int frames) {
  Observations exact = exact_views(setup, frames);
  const Calibration calibration =
      calibrate(exact, {.model = "radial2", .initial = {.parameters = setup.camera.parameters(), .poses = {}}});
  const Eigen::MatrixXd A = calibration.information.matrix(frame_weights(calibration));
  return expected_error(mapping_sensitivity(setup.camera).H, kStrongNoise_px * kStrongNoise_px * A.inverse());
}

/// The largest distance between two distribution functions.
Measured kolmogorov_smirnov(const std::vector<double>& values, const WeightedChiSquared& predicted) {
  std::vector<double> cdf(values.size());
  std::transform(values.begin(), values.end(), cdf.begin(), [&](double x) { return predicted.cdf(x); });
  return measured(cdf.size(), [&](const std::vector<std::size_t>& datasets) {
    std::vector<double> drawn;
    for (const std::size_t i : datasets) drawn.push_back(cdf[i]);
    std::sort(drawn.begin(), drawn.end());
    double distance = 0;
    const auto n = static_cast<double>(drawn.size());
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      distance =
          std::max({distance, (static_cast<double>(i) + 1) / n - drawn[i], drawn[i] - static_cast<double>(i) / n});
    }
    return distance;
  });
}

Chart distribution_chart(const std::vector<double>& values, const ExpectedError& predicted, int frames) {
  constexpr int kBins = 30;
  const double end = predicted.distribution.quantile(0.995);
  Chart chart{std::to_string(frames) + " frames", "mapping error K (px^2)", "density (1/px^2)"};
  ChartSeries observed{"observed", {}, {}, {}, false};
  ChartSeries expected{"predicted", {}, {}, {}, true, false};
  const double width = end / kBins;
  for (int bin = 0; bin < kBins; ++bin) {
    const auto inside = std::count_if(values.begin(), values.end(),
                                      [&](double k) { return k >= bin * width && k < (bin + 1) * width; });
    observed.x.push_back((bin + 0.5) * width);
    observed.y.push_back(static_cast<double>(inside) / (static_cast<double>(values.size()) * width));
    expected.x.push_back((bin + 0.5) * width);
    expected.y.push_back(predicted.distribution.density((bin + 0.5) * width));
  }
  chart.series = {std::move(observed), std::move(expected)};
  return chart;
}

}  // namespace

StudyResult study_distribution(const StudyOptions& options) {
  constexpr int kDatasets = 2000;
  std::vector<std::string> columns;
  for (const int frames : kDistributionFrames) columns.push_back("k_" + std::to_string(frames));
  const SetupRun run = run_setups("distribution", columns, options, kDatasets, errors_of_noise);
  StudyResult result;
  result.setting = setting_in_words(kStrongNoise_px);
  result.setting.emplace_back(
      "C(6); the views of a frame count are the same in every data set, the noise is drawn anew; predicted from the "
      "true camera and the true noise");
  result.calibrations = static_cast<std::int64_t>(run.new_rows * std::size(kDistributionFrames));
  result.failed = run.failed;
  std::vector<Chart> charts;
  for (const SetupTable& setup : run.setups) {
    std::vector<double> spread;
    for (const int frames : kDistributionFrames) {
      const std::vector<double> k = setup.table.finite_values("k_" + std::to_string(frames));
      const ExpectedError predicted = prediction(*setup.setup, frames);
      const std::string where = ", " + std::to_string(frames) + " frames, " + setup.setup->name;
      // A resample of n values from the right distribution is this far off alone: 1.36/sqrt(n), 5% of the time.
      const double chance = 1.36 / std::sqrt(static_cast<double>(k.size()));
      result.claims.push_back(claim("The predicted distribution of K coincides with the observed one",
                                    "Kolmogorov-Smirnov distance" + where,
                                    kolmogorov_smirnov(k, predicted.distribution), {}, 0.05 + 2 * chance));
      const Measured mean = mean_of(k);
      result.claims.push_back(claim(
          "Its expected value is the EME", "mean K over the predicted EME" + where,
          {mean.value / predicted.mean, {mean.ci95[0] / predicted.mean, mean.ci95[1] / predicted.mean}}, 0.85, 1.15));
      if (setup.setup == run.setups[0].setup) charts.push_back(distribution_chart(k, predicted, frames));
    }
  }
  result.figure = svg_of(charts, 3);
  result.figure_words = "Observed and predicted density of the mapping error under noise of 1 px, first set-up.";
  return result;
}

}  // namespace fiducia

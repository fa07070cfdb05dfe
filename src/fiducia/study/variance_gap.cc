#include <cmath>
#include <limits>

#include "fiducia/study/chart.h"
#include "fiducia/study/experiments.h"
#include "fiducia/study/fitted.h"

namespace fiducia {
namespace {

constexpr int kFramesForSubsets = 25;
constexpr double kGapBend_m = 3e-4;
constexpr const char* kGapCases[] = {"ideal", "biased"};

/// The focal length, k1 and what is said about their spread.
std::vector<double> subset_of(const StudySetup& setup, std::uint64_t seed) {
  constexpr Eigen::Index kFocal = 0;
  constexpr Eigen::Index kFirstDistortion = 4;
  std::vector<double> row;
  for (const double bend_m : {0.0, kGapBend_m}) {
    const Observations observations = views(setup, seed, kFramesForSubsets, kPaperNoise_px, bend_m);
    const std::optional<Calibration> calibration = fitted(observations, "radial2");
    if (!calibration) {
      row.insert(row.end(), 6, std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    const std::vector<double>& parameters = calibration->camera->parameters();
    row.insert(row.end(), {parameters[kFocal], parameters[kFirstDistortion]});
    for (const Covariance method : {Covariance::kStd, Covariance::kCr2}) {
      const Eigen::VectorXd sigma = covariance(*calibration, {.method = method}).sigma();
      row.insert(row.end(), {sigma[kFocal], sigma[kFirstDistortion]});
    }
  }
  return row;
}

/// The spread over data sets over the root mean square of what was predicted.
Measured spread_over_predicted(const std::vector<double>& values, const std::vector<double>& sigma) {
  return measured(values.size(), [&](const std::vector<std::size_t>& datasets) {
    double mean = 0;
    for (const std::size_t i : datasets) mean += values[i] / static_cast<double>(datasets.size());
    double squares = 0;
    double predicted = 0;
    for (const std::size_t i : datasets) {
      squares += (values[i] - mean) * (values[i] - mean);
      predicted += sigma[i] * sigma[i];
    }
    const auto count = static_cast<double>(datasets.size());
    return std::sqrt(squares / (count - 1) / (predicted / count));
  });
}

}  // namespace

StudyResult study_variance_gap(const StudyOptions& options) {
  constexpr int kDatasets = 500;
  std::vector<std::string> columns;
  for (const std::string name : kGapCases) {
    for (const char* what : {"fx_", "k1_", "sigma_fx_std_", "sigma_k1_std_", "sigma_fx_cr2_", "sigma_k1_cr2_"}) {
      columns.push_back(what + name);
    }
  }
  const SetupRun run = run_setups("variance-gap", columns, options, kDatasets, subset_of);
  StudyResult result;
  result.setting = setting_in_words();
  result.setting.emplace_back("25 frames per data set, C(6); biased: the board's middle stands out by 0.3 mm");
  result.calibrations = static_cast<std::int64_t>(run.new_rows * std::size(kGapCases));
  result.failed = run.failed;
  std::vector<Chart> charts;
  for (const char* parameter : {"fx", "k1"}) {
    Chart chart{std::string("Spread of ") + parameter, "", "observed over predicted sigma"};
    chart.categories = {"ideal, std", "ideal, cr2", "biased, std", "biased, cr2"};
    for (const SetupTable& setup : run.setups) {
      ChartSeries series{setup.setup->name, {}, {}, {}, false};
      for (const std::string name : kGapCases) {
        for (const std::string method : {"std", "cr2"}) {
          const Measured ratio = spread_over_predicted(
              setup.table.finite_values(std::string(parameter) + "_" + name),
              setup.table.finite_values(std::string("sigma_") + parameter + "_" + method + "_" + name));
          series.x.push_back(static_cast<double>(series.x.size()));
          series.y.push_back(ratio.value);
          series.interval.push_back(ratio.ci95);
          const std::string what = std::string("spread of ") + parameter + " over " + method + "'s sigma, " + name +
                                   ", " + setup.setup->name;
          if (name == "ideal") {
            result.claims.push_back(claim("Without a bias the spread is the predicted one", what, ratio, 0.8, 1.25));
          } else if (method == "std") {
            result.claims.push_back(
                claim("Under a bias results spread more than the standard estimator predicts", what, ratio, 1.3, {}));
          } else {
            result.claims.push_back(claim("An estimate from the frames' disagreement (ours: cr2) predicts the spread",
                                          what, ratio, 0.75, 1.3));
          }
        }
      }
      chart.series.push_back(std::move(series));
    }
    charts.push_back(std::move(chart));
  }
  result.figure = svg_of(charts);
  result.figure_words =
      "How far focal length and k1 spread over data sets, over the standard deviation that std and cr2 predict.";
  return result;
}

}  // namespace fiducia

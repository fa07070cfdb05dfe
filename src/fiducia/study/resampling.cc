#include <fmt/core.h>

#include <cmath>
#include <limits>

#include "fiducia/core/words.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/evaluate/mapping_error.h"
#include "fiducia/study/chart.h"
#include "fiducia/study/experiments.h"
#include "fiducia/study/fitted.h"

namespace fiducia {
namespace {

constexpr int kFramesForResampling = 25;
constexpr int kResamples = 1000;
constexpr Covariance kEstimators[] = {Covariance::kStd, Covariance::kBs,  Covariance::kAbs,
                                      Covariance::kCr0, Covariance::kCr2, Covariance::kJackknife};
struct FitCase {
  const char* name;
  const char* model;
};
constexpr FitCase kFitCases[] = {{"ideal", "radial2"}, {"underfit", "radial1"}};

std::vector<double> estimates_of(const StudySetup& setup, std::uint64_t seed, const Progress& progress) {
  std::vector<double> row;
  const Observations observations = views(setup, seed, kFramesForResampling);
  for (const FitCase& fit : kFitCases) {
    const std::shared_ptr<const Model> model = make_model(fit.model);
    const std::optional<Calibration> calibration = fitted(observations, fit.model);
    add_parameters(calibration, model, &row);
    const Eigen::MatrixXd H = calibration ? mapping_sensitivity(*calibration->camera).H : Eigen::MatrixXd();
    for (const Covariance method : kEstimators) {
      double eme = std::numeric_limits<double>::quiet_NaN();
      // The same seed: bs and abs draw the same frames.
      if (calibration) {
        const CovarianceOptions how{
            .method = method, .samples = kResamples, .seed = seed, .progress = uncounted(progress)};
        eme = expected_error(H, covariance(*calibration, how).matrix).mean;
      }
      row.push_back(eme);
    }
  }
  return row;
}

}  // namespace

StudyResult study_resampling(const StudyOptions& options) {
  constexpr int kDatasets = 500;
  std::vector<std::string> columns;
  for (const FitCase& fit : kFitCases) {
    add_parameter_columns(std::string(fit.name) + "_p", make_model(fit.model), &columns);
    for (const Covariance method : kEstimators) {
      columns.push_back(std::string(fit.name) + "_eme_" + std::string(to_string(method)));
    }
  }
  const SetupRun run = run_setups("resampling", columns, options, kDatasets, estimates_of);
  StudyResult result;
  result.setting = setting_in_words();
  result.setting.emplace_back(
      "25 frames per data set; 1000 resamples for bs (each calibrated to convergence) and abs, the same frames for "
      "both; "
      "underfit: C(5) for a camera C(6)");
  result.calibrations = static_cast<std::int64_t>(run.new_rows * std::size(kFitCases) * (kResamples + 1));
  result.failed = run.failed;
  std::vector<Chart> charts;
  for (const FitCase& fit : kFitCases) {
    const std::shared_ptr<const Model> model = make_model(fit.model);
    const bool ideal = std::string_view(fit.name) == "ideal";
    Chart chart{ideal ? "Ideal" : "Underfit", "estimator", "EME over the mean squared spread", true};
    for (const Covariance method : kEstimators) chart.categories.emplace_back(to_string(method));
    for (const SetupTable& setup : run.setups) {
      const UnitTable& table = setup.table;
      const std::string prefix = std::string(fit.name) + "_p";
      const Camera& truth = setup.setup->camera;
      const Camera centre = mean_camera(table, prefix, model, truth.image_size());
      const std::vector<double> to_truth = mapping_errors(table, prefix, truth, model);
      const std::vector<double> to_centre = mapping_errors(table, prefix, centre, model);
      const double constant = mapping_difference(centre, truth).compensated.k;
      ChartSeries series{setup.setup->name, {}, {}, {}, false};
      for (std::size_t e = 0; e < std::size(kEstimators); ++e) {
        const std::string method(to_string(kEstimators[e]));
        const std::vector<double> eme = table.values(std::string(fit.name) + "_eme_" + method);
        const Measured spread = ratio_of_means(eme, to_centre);
        const Measured error = ratio_of_means(eme, to_truth);
        series.x.push_back(static_cast<double>(e));
        series.y.push_back(spread.value);
        series.interval.push_back(spread.ci95);
        const std::string what = "mean EME by " + method + ", " + fit.name + ", " + setup.setup->name;
        const bool of_paper = method == "std" || method == "bs" || method == "abs";
        const std::string ours = of_paper ? "" : " (ours)";
        if (ideal) {
          result.claims.push_back(claim("Ideal: the EME is the true mapping error" + ours,
                                        what + " over the mean squared mapping error", error, 0.75, 1.35));
        } else if (method == "std") {
          result.claims.push_back(claim("Underfit: the standard estimator is far too small",
                                        what + " over the mean squared mapping error", error, {}, 0.5));
        } else {
          Claim against_truth = claim("Underfit: the resampling estimate stays close to the true error" + ours,
                                      what + " over the mean squared mapping error", error, 0.6, 1.6);
          if (against_truth.holds() != std::optional(true)) {
            against_truth.explanation = fmt::format(
                "A model that cannot fit is off by the same in every data set: {} px RMS from the truth to the mean of "
                "all "
                "results, which no comparison of frames can see, against a spread of {} px about that mean. The next "
                "line "
                "holds the estimate against the spread.",
                in_digits(std::sqrt(constant), 3), in_digits(std::sqrt(mean_of(to_centre).value), 3));
          }
          result.claims.push_back(std::move(against_truth));
          Claim against_spread = claim("Underfit: it is close to how far results spread" + ours,
                                       what + " over the mean squared distance to the mean camera", spread, 0.6, 1.6);
          if (against_spread.holds() != std::optional(true) && method == "cr0") {
            against_spread.explanation =
                "cr0 forgets that a frame pulls the result towards itself; cr2, which takes that back, is the line "
                "below.";
          }
          result.claims.push_back(std::move(against_spread));
        }
      }
      chart.series.push_back(std::move(series));
    }
    charts.push_back(std::move(chart));
  }
  result.figure = svg_of(charts);
  result.figure_words =
      "Expected mapping error by every estimator over how far calibrations really spread (1: right), for a sufficient "
      "and an insufficient model.";
  return result;
}

}  // namespace fiducia

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "fiducia/core/statistics.h"
#include "fiducia/core/words.h"
#include "fiducia/evaluate/baselines.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/evaluate/mapping_error.h"
#include "fiducia/study/chart.h"
#include "fiducia/study/experiments.h"
#include "fiducia/study/fitted.h"

namespace fiducia {
namespace {

constexpr int kMetricFrames[] = {10, 20, 30, 40, 50};
struct MetricSetting {
  const char* name;
  const char* words;
  double noise_px;
  bool informative;
};
constexpr MetricSetting kMetricSettings[] = {{"low", "low noise, informative", 0.05, true},
                                             {"poor", "low noise, less informative", 0.05, false},
                                             {"high", "high noise, informative", 0.2, true}};
/// sqrt K, sqrt EME, the trace as it is and with lengths in units of 100 px, maxERE, observability.
constexpr const char* kMetricNames[] = {"k", "eme", "trace", "trace_scaled", "max_ere", "observability"};
constexpr double kLessTilt_rad = 15 * std::numbers::pi / 180;

std::string metric_key(const std::string& metric, const std::string& setting, int frames) {
  return metric + "_" + setting + std::to_string(frames);
}

std::vector<double> metrics_of(const StudySetup& setup, std::uint64_t seed) {
  std::vector<double> row;
  for (const MetricSetting& setting : kMetricSettings) {
    for (const int frames : kMetricFrames) {
      SimulateOptions options{.frames = frames, .noise_px = setting.noise_px, .seed = seed};
      if (!setting.informative) options.poses.max_angle_rad = kLessTilt_rad;
      const Observations observations = simulate(setup.camera, setup.target, options).observations;
      const std::optional<Calibration> calibration = fitted(observations, "radial2");
      if (!calibration) {
        row.insert(row.end(), std::size(kMetricNames), std::numeric_limits<double>::quiet_NaN());
        continue;
      }
      const Eigen::MatrixXd& sigma = calibration->covariance_std;
      const Eigen::MatrixXd H = mapping_sensitivity(*calibration->camera).H;
      Eigen::VectorXd scale = Eigen::VectorXd::Ones(sigma.rows());
      scale.head<4>().setConstant(0.01);  // focal lengths and principal point
      row.insert(row.end(),
                 {mapping_difference(*calibration->camera, setup.camera).compensated.k, expected_error(H, sigma).mean,
                  sigma.trace(), (scale.asDiagonal() * sigma * scale.asDiagonal()).trace(),
                  max_expected_reprojection_error(*calibration->camera, sigma), observability(*calibration, H)});
    }
  }
  return row;
}

double mean_value(const std::vector<double>& values, const std::vector<std::size_t>& datasets) {
  double sum = 0;
  for (const std::size_t i : datasets) sum += values[i];
  return sum / static_cast<double>(datasets.size());
}

double median_value(const std::vector<double>& values, const std::vector<std::size_t>& datasets) {
  std::vector<double> drawn;
  for (const std::size_t i : datasets) drawn.push_back(values[i]);
  return median(std::move(drawn));
}

/// The slope of log(median) against log(frames): with few frames the mean is that of the few worst data sets.
Measured scaling(const UnitTable& table, const std::string& metric, const std::string& setting, int from_frames = 0) {
  std::vector<std::vector<double>> columns;
  std::vector<double> counts;
  for (const int frames : kMetricFrames) {
    if (frames < from_frames) continue;
    counts.push_back(frames);
    columns.push_back(table.finite_values(metric_key(metric, setting, frames)));
  }
  const std::size_t count = std::min_element(columns.begin(), columns.end(), [](const auto& a, const auto& b) {
                              return a.size() < b.size();
                            })->size();
  return measured(count, [&](const std::vector<std::size_t>& datasets) {
    double x_mean = 0;
    double y_mean = 0;
    std::vector<std::array<double, 2>> points;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      points.push_back({std::log(counts[i]), std::log(median_value(columns[i], datasets))});
      x_mean += points.back()[0] / static_cast<double>(columns.size());
      y_mean += points.back()[1] / static_cast<double>(columns.size());
    }
    double xy = 0;
    double xx = 0;
    for (const auto& [x, y] : points) {
      xy += (x - x_mean) * (y - y_mean);
      xx += (x - x_mean) * (x - x_mean);
    }
    return xy / xx;
  });
}

std::vector<double> ranks(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> rank(values.size());
  for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = static_cast<double>(i);
  return rank;
}

/// Spearman's correlation of a metric's means with the means of the true error, over all settings and frame counts.
Measured correlation_with_error(const UnitTable& table, const std::string& metric) {
  std::vector<std::vector<double>> metric_columns;
  std::vector<std::vector<double>> error_columns;
  std::size_t count = table.size();
  for (const MetricSetting& setting : kMetricSettings) {
    for (const int frames : kMetricFrames) {
      metric_columns.push_back(table.finite_values(metric_key(metric, setting.name, frames)));
      error_columns.push_back(table.finite_values(metric_key("k", setting.name, frames)));
      count = std::min({count, metric_columns.back().size(), error_columns.back().size()});
    }
  }
  return measured(count, [&](const std::vector<std::size_t>& datasets) {
    std::vector<double> a;
    std::vector<double> b;
    for (std::size_t i = 0; i < metric_columns.size(); ++i) {
      a.push_back(mean_value(metric_columns[i], datasets));
      b.push_back(mean_value(error_columns[i], datasets));
    }
    const std::vector<double> ra = ranks(a);
    const std::vector<double> rb = ranks(b);
    double squares = 0;
    for (std::size_t i = 0; i < ra.size(); ++i) squares += (ra[i] - rb[i]) * (ra[i] - rb[i]);
    const auto n = static_cast<double>(ra.size());
    return 1 - 6 * squares / (n * (n * n - 1));
  });
}

/// A claim on how a metric grows, with what it does among many frames where the whole range disagrees.
Claim scaling_claim(const std::string& statement, const UnitTable& table, const std::string& metric,
                    const std::string& where, double at_least, double at_most) {
  constexpr int kMany = 30;
  Claim made = claim(statement, "slope of log median " + metric + " over log frames, low noise" + where,
                     scaling(table, metric, "low"), at_least, at_most);
  if (made.holds() != std::optional(true)) {
    made.explanation = fmt::format(
        "More views are not only more: some reach where few did. From 30 frames on the slope is {} ({} to {}).",
        in_digits(scaling(table, metric, "low", kMany).value, 3),
        in_digits(scaling(table, metric, "low", kMany).ci95[0], 3),
        in_digits(scaling(table, metric, "low", kMany).ci95[1], 3));
  }
  return made;
}

}  // namespace

StudyResult study_metrics(const StudyOptions& options) {
  constexpr int kDatasets = 200;
  std::vector<std::string> columns;
  for (const MetricSetting& setting : kMetricSettings) {
    for (const int frames : kMetricFrames) {
      for (const char* metric : kMetricNames) columns.push_back(metric_key(metric, setting.name, frames));
    }
  }
  const SetupRun run = run_setups("metrics", columns, options, kDatasets, metrics_of);
  StudyResult result;
  result.setting = setting_in_words();
  result.setting.emplace_back(
      "C(6), std; low noise 0.05 px, high noise 0.2 px; less informative: tilts of up to 15 degrees instead of 45");
  result.calibrations = static_cast<std::int64_t>(run.new_rows * std::size(kMetricSettings) * std::size(kMetricFrames));
  result.failed = run.failed;
  for (const SetupTable& setup : run.setups) {
    const UnitTable& table = setup.table;
    const std::string where = ", " + setup.setup->name;
    for (const char* metric : {"eme", "trace", "max_ere"}) {
      result.claims.push_back(
          claim("All metrics are correlated with the true error",
                std::string("rank correlation of ") + metric + " with K over settings and frame counts" + where,
                correlation_with_error(table, metric), 0.8, {}));
    }
    result.claims.push_back(
        scaling_claim("The covariance, and with it the EME, scales with 1/N", table, "eme", where, -1.35, -0.8));
    result.claims.push_back(scaling_claim("So does the true error", table, "k", where, -1.35, -0.8));
    result.claims.push_back(
        scaling_claim("Observability grows linearly with the images", table, "observability", where, 0.8, 1.35));
    const auto at_50 = [&](const char* metric, const char* setting) {
      return table.values(metric_key(metric, setting, 50));
    };
    result.claims.push_back(
        claim("Observability knows no noise", "observability with high noise over low, 50 frames" + where,
              ratio_of_means(at_50("observability", "high"), at_50("observability", "low")), 0.95, 1.05));
    result.claims.push_back(claim("The EME does: it grows with its square",
                                  "EME with high noise over low, 50 frames (16 expected)" + where,
                                  ratio_of_means(at_50("eme", "high"), at_50("eme", "low")), 14.0, 18.0));
    result.claims.push_back(claim("Less informative images give a larger error",
                                  "K with less informative images over informative ones, 50 frames" + where,
                                  ratio_of_means(at_50("k", "poor"), at_50("k", "low")), 1.5, {}));
    result.claims.push_back(
        claim("Re-parametrising changes the trace by orders of magnitude",
              "trace over the trace with focal lengths and principal point in units of 100 px, 50 frames" + where,
              ratio_of_means(at_50("trace", "low"), at_50("trace_scaled", "low")), 100.0, {}));
  }
  std::vector<Chart> charts;
  const std::array<std::array<const char*, 3>, 5> shown = {
      {{"k", "true error", "sqrt K (px)"},
       {"eme", "expected mapping error", "sqrt EME (px)"},
       {"trace", "trace of the covariance", "sqrt trace (mixed units)"},
       {"max_ere", "maxERE", "px"},
       {"observability", "observability", "1/px^2"}}};
  for (const auto& [metric, title, unit] : shown) {
    Chart chart{title, "frames", unit, true};
    const bool square = std::string_view(unit).starts_with("sqrt");
    for (const MetricSetting& setting : kMetricSettings) {
      ChartSeries series{setting.words, {}, {}};
      for (const int frames : kMetricFrames) {
        const Measured mean = mean_of(run.setups[0].table.finite_values(metric_key(metric, setting.name, frames)));
        const auto root = [square](double value) { return square ? std::sqrt(value) : value; };
        series.x.push_back(frames);
        series.y.push_back(root(mean.value));
        series.interval.push_back({root(mean.ci95[0]), root(mean.ci95[1])});
      }
      chart.series.push_back(std::move(series));
    }
    charts.push_back(std::move(chart));
  }
  result.figure = svg_of(charts, 3);
  result.figure_words =
      "The metrics against the number of frames in three settings, first set-up; means with 95% intervals.";
  return result;
}

}  // namespace fiducia

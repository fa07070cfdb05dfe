#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "fiducia/core/random.h"
#include "fiducia/guide/information_state.h"
#include "fiducia/study/chart.h"
#include "fiducia/study/experiments.h"
#include "fiducia/study/fitted.h"

namespace fiducia {
namespace {

constexpr int kPoolFrames = 60;
constexpr std::size_t kFirstViews = 2;
constexpr std::size_t kMostViews = 14;

/// A way to choose the next view from the pool.
struct Chooser {
  const char* name;
  bool by_chance;
  Criterion criterion;
  double focal_unit_px;  ///< what focal lengths are measured in
};
constexpr Chooser kChoosers[] = {{"chance", true, Criterion::kEme, 1},
                                 {"eme", false, Criterion::kEme, 1},
                                 {"trace", false, Criterion::kTrace, 1},
                                 {"eme_rescaled", false, Criterion::kEme, 100},
                                 {"trace_rescaled", false, Criterion::kTrace, 100}};

std::vector<std::size_t> random_order(std::size_t count, std::uint64_t seed) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  RandomStream random(seed, 99);
  for (std::size_t k = 0; k + 1 < count; ++k) {
    std::swap(order[k], order[k + random.index(static_cast<std::uint32_t>(count - k))]);
  }
  return order;
}

Calibration calibrated(const Observations& pool, const std::vector<std::size_t>& chosen) {
  Observations some{pool.image_size, pool.target, {}};
  for (const std::size_t i : chosen) some.frames.push_back(pool.frames[i]);
  return calibrate(some, {.model = "radial2"});
}

/// d (parameters) / d (parameters in other units), on the diagonal.
Eigen::VectorXd units_of(double focal_unit_px, Eigen::Index parameters) {
  Eigen::VectorXd units = Eigen::VectorXd::Ones(parameters);
  units.head<2>().setConstant(focal_unit_px);
  return units;
}

/// The view that makes the criterion least, in the chooser's units; nothing where it cannot be told yet.
std::optional<std::size_t> best_view(const Chooser& chooser, const Observations& pool, const Calibration& now,
                                     const std::vector<std::size_t>& chosen) {
  if (!now.converged()) return std::nullopt;
  InformationState information_state = information_state_of(now, {.noise = NoiseLevel::kStd});
  const Eigen::VectorXd units = units_of(chooser.focal_unit_px, information_state.A.rows());
  const auto rescaled = [&](const Eigen::MatrixXd& m) -> Eigen::MatrixXd {
    return units.asDiagonal() * m * units.asDiagonal();
  };
  information_state.A = rescaled(information_state.A);
  information_state.H = rescaled(information_state.H);
  const Calibration posed = calibrate(
      pool,
      {.model = "radial2", .initial = {.parameters = now.camera->parameters(), .poses = {}}, .fix_intrinsics = true});
  std::optional<std::size_t> best;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < posed.frames.size(); ++j) {
    const std::size_t i = posed.frames[j].index;
    if (std::find(chosen.begin(), chosen.end(), i) != chosen.end()) continue;
    const double value =
        information_state.criterion(information_state.A + rescaled(posed.information.frames[j].S()), chooser.criterion);
    if (value < least) {
      best = i;
      least = value;
    }
  }
  return best;
}

/// The root of the expected mapping error with 3, 4, ... views, by std; then a number that stands for the choices.
std::vector<double> course(const Chooser& chooser, const Observations& pool, const std::vector<std::size_t>& order) {
  std::vector<std::size_t> chosen(order.begin(), order.begin() + kFirstViews);
  std::vector<double> errors;
  double choices = 0;
  Calibration now = calibrated(pool, chosen);
  for (std::size_t views = kFirstViews; views < kMostViews; ++views) {
    const std::optional<std::size_t> best = chooser.by_chance ? std::nullopt : best_view(chooser, pool, now, chosen);
    chosen.push_back(best.value_or(order[views]));
    choices = std::fmod(choices * 61 + static_cast<double>(chosen.back()), 1e12);
    now = calibrated(pool, chosen);
    if (!now.converged()) {
      errors.push_back(std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    const InformationState information_state = information_state_of(now, {.noise = NoiseLevel::kStd});
    errors.push_back(information_state.expected(information_state.A).eme_px);
  }
  errors.push_back(choices);
  return errors;
}

std::vector<double> courses_of(const StudySetup& setup, std::uint64_t seed) {
  const Observations pool = views(setup, seed, kPoolFrames);
  const std::vector<std::size_t> order = random_order(pool.frames.size(), seed);
  std::vector<double> row;
  for (const Chooser& chooser : kChoosers) {
    const std::vector<double> values = course(chooser, pool, order);
    row.insert(row.end(), values.begin(), values.end());
  }
  return row;
}

std::string error_column(const std::string& chooser, std::size_t views) { return chooser + std::to_string(views); }

/// The geometric mean of a over b: a few unlucky starts would carry a plain mean.
Measured typical_ratio(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> logs;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::isfinite(a[i]) && std::isfinite(b[i])) logs.push_back(std::log(a[i] / b[i]));
  }
  const Measured mean = mean_of(logs);
  return {std::exp(mean.value), {std::exp(mean.ci95[0]), std::exp(mean.ci95[1])}};
}

Measured share_of_same_choices(const UnitTable& table) {
  std::size_t same = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    same += table.at(i, "choices_eme") == table.at(i, "choices_eme_rescaled") ? 1 : 0;
  }
  // All or nothing: that one choice differs would refute it, so that the share has no interval.
  const double share = static_cast<double>(same) / static_cast<double>(table.size());
  return {share, {share, share}};
}

}  // namespace

StudyResult study_guidance(const StudyOptions& options) {
  constexpr int kDatasets = 100;
  constexpr std::size_t kCompared = 8;  // views
  std::vector<std::string> columns;
  for (const Chooser& chooser : kChoosers) {
    for (std::size_t views = kFirstViews + 1; views <= kMostViews; ++views) {
      columns.push_back(error_column(chooser.name, views));
    }
    columns.push_back(std::string("choices_") + chooser.name);
  }
  const SetupRun run = run_setups("guidance", columns, options, kDatasets, courses_of);
  StudyResult result;
  result.setting = setting_in_words();
  result.setting.emplace_back(
      "a pool of 60 views; two at random, then the one that the criterion makes best, calibrated anew after each; "
      "re-scaled: focal lengths in units of 100 px. The uncertainty is the root of the expected mapping error by std");
  result.calibrations = static_cast<std::int64_t>(run.new_rows * std::size(kChoosers) * (kMostViews - kFirstViews + 1));
  std::vector<Chart> charts;
  for (const SetupTable& setup : run.setups) {
    const UnitTable& table = setup.table;
    const std::string where = ", " + setup.setup->name;
    const auto at = [&](const char* chooser) { return table.values(error_column(chooser, kCompared)); };
    result.claims.push_back(claim("Views chosen by EME reduce the uncertainty faster than random ones",
                                  "sqrt EME with 8 views, eme over chance" + where,
                                  typical_ratio(at("eme"), at("chance")), {}, 0.9));
    result.claims.push_back(claim("So do views chosen by the trace, similarly well",
                                  "sqrt EME with 8 views, trace over chance" + where,
                                  typical_ratio(at("trace"), at("chance")), {}, 0.9));
    result.claims.push_back(claim("Another unit of the focal length does not change what EME chooses",
                                  "part of the runs with identical choices" + where, share_of_same_choices(table), 1.0,
                                  {}));
    result.claims.push_back(claim("It makes the trace worse",
                                  "sqrt EME with 8 views, trace re-scaled over trace" + where,
                                  typical_ratio(at("trace_rescaled"), at("trace")), 1.01, {}));
    result.claims.push_back(claim("Then EME is better than the trace",
                                  "sqrt EME with 8 views, eme over trace re-scaled" + where,
                                  typical_ratio(at("eme_rescaled"), at("trace_rescaled")), {}, 0.97));
    Chart chart{setup.setup->name, "views", "sqrt EME (px)", true};
    for (const Chooser& chooser : kChoosers) {
      ChartSeries series{chooser.name, {}, {}};
      for (std::size_t views = kFirstViews + 2; views <= kMostViews; ++views) {
        std::vector<double> logs;
        for (const double value : table.finite_values(error_column(chooser.name, views)))
          logs.push_back(std::log(value));
        const Measured mean = mean_of(logs);
        series.x.push_back(static_cast<double>(views));
        series.y.push_back(std::exp(mean.value));
        series.interval.push_back({std::exp(mean.ci95[0]), std::exp(mean.ci95[1])});
      }
      chart.series.push_back(std::move(series));
    }
    charts.push_back(std::move(chart));
  }
  result.figure = svg_of(charts, 3);
  result.figure_words =
      "Uncertainty against the number of views, chosen by EME, by the trace and at random; geometric means.";
  return result;
}

}  // namespace fiducia

#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "fiducia/core/words.h"
#include "fiducia/evaluate/baselines.h"
#include "fiducia/evaluate/bias_ratio.h"
#include "fiducia/study/chart.h"
#include "fiducia/study/experiments.h"
#include "fiducia/study/fitted.h"

namespace fiducia {
namespace {

constexpr int kFramesForCells = 50;
struct StudyNoise {
  const char* name;
  double noise_px;
};
constexpr StudyNoise kStudyNoises[] = {{"low", 0.05}, {"high", 0.2}};
struct BiasLevel {
  const char* name;
  const char* model;
};
constexpr BiasLevel kBiasLevels[] = {{"none", "radial2"}, {"weak", "radial1"}, {"strong", "pinhole"}};
constexpr const char* kCellMetrics[] = {"rmse_px", "kld", "br", "eps_px", "plain_eps_px"};

std::string cell(const char* noise, const char* bias) { return std::string("_") + noise + "_" + bias; }

std::vector<double> cells_of(const StudySetup& setup, std::uint64_t seed) {
  std::vector<double> row;
  for (const StudyNoise& noise : kStudyNoises) {
    const Observations observations = views(setup, seed, kFramesForCells, noise.noise_px);
    for (const BiasLevel& level : kBiasLevels) {
      const std::optional<Calibration> calibration = fitted(observations, level.model);
      if (!calibration) {
        row.insert(row.end(), std::size(kCellMetrics), std::numeric_limits<double>::quiet_NaN());
        continue;
      }
      const BiasRatio bias = bias_ratio(*calibration, {.resamples = 0});
      row.insert(row.end(), {calibration->fit.rmse, residual_kld(*calibration), bias.robust.ratio, bias.robust.eps_px,
                             bias.plain.eps_px});
    }
  }
  return row;
}

/// How often a biased data set has the larger value than an unbiased one: 0.5 is guessing, 1 is certain.
Measured told_apart(const std::vector<double>& biased, const std::vector<double>& unbiased) {
  return measured(std::min(biased.size(), unbiased.size()), [&](const std::vector<std::size_t>& datasets) {
    double wins = 0;
    for (const std::size_t i : datasets) {
      for (const std::size_t k : datasets) wins += biased[i] > unbiased[k] ? 1 : biased[i] == unbiased[k] ? 0.5 : 0;
    }
    return wins / static_cast<double>(datasets.size() * datasets.size());
  });
}

}  // namespace

StudyResult study_bias_metrics(const StudyOptions& options) {
  constexpr int kDatasets = 100;
  std::vector<std::string> columns;
  for (const StudyNoise& noise : kStudyNoises) {
    for (const BiasLevel& level : kBiasLevels) {
      for (const char* metric : kCellMetrics) columns.push_back(metric + cell(noise.name, level.name));
    }
  }
  const SetupRun run = run_setups("bias-metrics", columns, options, kDatasets, cells_of);
  StudyResult result;
  result.setting = setting_in_words();
  result.setting.emplace_back(
      "50 frames per data set; low noise 0.05 px, high noise 0.2 px; no bias: C(6), weak: C(5), strong: C(3)");
  result.calibrations = static_cast<std::int64_t>(run.new_rows * std::size(kStudyNoises) * std::size(kBiasLevels));
  result.failed = run.failed;
  for (const SetupTable& setup : run.setups) {
    const UnitTable& table = setup.table;
    const std::string where = ", " + setup.setup->name;
    const auto column = [&](const char* metric, const char* noise, const char* bias) {
      return table.finite_values(metric + cell(noise, bias));
    };
    result.claims.push_back(claim("With low noise the KLD shows the bias",
                                  "KLD tells weak bias from none, low noise" + where,
                                  told_apart(column("kld", "low", "weak"), column("kld", "low", "none")), 0.95, {}));
    result.claims.push_back(claim("With high noise the KLD hardly differs from that of no bias",
                                  "KLD of the weak bias over that of none, high noise" + where,
                                  ratio_of_means(table.values("kld_high_weak"), table.values("kld_high_none")), {},
                                  1.5));
    result.claims.push_back(claim("eps_bias does not", "eps_bias tells weak bias from none, high noise" + where,
                                  told_apart(column("eps_px", "high", "weak"), column("eps_px", "high", "none")), 0.95,
                                  {}));
    const Measured plain =
        ratio_of_means(table.values("plain_eps_px_high_weak"), table.values("plain_eps_px_low_weak"));
    Claim steady =
        claim("eps_bias does not depend on the noise", "eps_bias of the weak bias, high noise over low" + where,
              ratio_of_means(table.values("eps_px_high_weak"), table.values("eps_px_low_weak")), 0.8, 1.25);
    if (steady.holds() != std::optional(true)) {
      steady.explanation = fmt::format(
          "eps_bias is taken from medians, which see less of a bias that is large in few corners as long as noise does "
          "not blur it. By mean squares (--plain) the same ratio is {}.",
          in_digits(plain.value, 3));
    }
    result.claims.push_back(std::move(steady));
    result.claims.push_back(claim("BR is a fraction and falls with the noise",
                                  "BR of the weak bias, high noise over low" + where,
                                  ratio_of_means(table.values("br_high_weak"), table.values("br_low_weak")), {}, 0.9));
  }
  std::vector<Chart> charts;
  for (const char* metric : {"rmse_px", "kld", "br", "eps_px"}) {
    Chart chart{metric, "bias", metric, std::string_view(metric) != "br"};
    for (const BiasLevel& level : kBiasLevels) chart.categories.emplace_back(level.name);
    for (const StudyNoise& noise : kStudyNoises) {
      ChartSeries series{std::string(noise.name) + " noise", {}, {}};
      for (std::size_t i = 0; i < std::size(kBiasLevels); ++i) {
        const Measured mean =
            mean_of(run.setups[0].table.finite_values(metric + cell(noise.name, kBiasLevels[i].name)));
        series.x.push_back(static_cast<double>(i));
        series.y.push_back(mean.value);
        series.interval.push_back(mean.ci95);
      }
      chart.series.push_back(std::move(series));
    }
    charts.push_back(std::move(chart));
  }
  result.figure = svg_of(charts);
  result.figure_words =
      "RMSE, KLD, BR and eps_bias for two levels of noise and three of bias, first set-up; means with 95% "
      "intervals.";
  return result;
}

}  // namespace fiducia

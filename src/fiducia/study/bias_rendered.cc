#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "fiducia/evaluate/bias_ratio.h"
#include "fiducia/study/chart.h"
#include "fiducia/study/experiments.h"
#include "fiducia/study/fitted.h"
#include "fiducia/study/rendered_pool.h"

namespace fiducia {
namespace {

/// Lenses whose second coefficient a C(5) nearly makes up for, as that of the paper's rendered camera seems to be.
std::vector<StudySetup> rendered_setups() {
  std::vector<StudySetup> setups = study_setups();
  const std::vector<std::vector<double>> lenses = {{-0.12, 0.04}, {-0.12, 0.01}, {-0.12, 0.06}};
  for (std::size_t i = 0; i < setups.size(); ++i) {
    std::vector<double> parameters = setups[i].camera.parameters();
    std::copy(lenses[i].begin(), lenses[i].end(), parameters.end() - 2);
    setups[i].camera = Camera(setups[i].camera.shared_model(), parameters, setups[i].camera.image_size());
  }
  return setups;
}

std::vector<double> bias_of_draw(const Observations& observations) {
  std::vector<double> values;
  for (const PaperModel& model : kPaperModels) {
    const std::optional<Calibration> calibration = fitted(observations, model.model);
    if (!calibration) {
      values.insert(values.end(), 3, std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    const BiasRatio bias = bias_ratio(*calibration, {.resamples = 0});
    values.insert(values.end(), {bias.robust.ratio, calibration->fit.rmse, bias.robust.sigma_d_px});
  }
  return values;
}

/// Claims and curves of one set-up.
void add_setup(const std::string& where, const UnitTable& table, StudyResult* result, std::vector<Chart>* charts) {
  ChartSeries ratio{where, {}, {}};
  ChartSeries size = ratio;
  for (std::size_t m = 0; m < std::size(kPaperModels); ++m) {
    const std::string model = kPaperModels[m].model;
    const std::string name = kPaperModels[m].name;
    const Measured br = mean_of(table.finite_values("br_" + model));
    const Measured rmse = mean_of(table.finite_values("rmse_px_" + model));
    ratio.x.push_back(static_cast<double>(m));
    ratio.y.push_back(br.value);
    ratio.interval.push_back(br.ci95);
    size.x.push_back(static_cast<double>(m));
    size.y.push_back(rmse.value);
    size.interval.push_back(rmse.ci95);
    const std::string what = "mean BR of " + name + ", " + where;
    std::vector<Claim>& claims = result->claims;
    if (model == "pinhole") {
      claims.push_back(claim("Rendered: BR close to one for C(3)", what, br, 0.9, {}));
    } else if (model == "radial1") {
      claims.push_back(
          claim("Rendered: C(5) is better and not sufficient (the paper has BR about 0.6)", what, br, 0.2, 0.95));
      claims.push_back(claim("The RMSE of C(5) looks fine already", "mean RMSE of C(5), px, " + where, rmse, {}, 0.1));
    } else {
      claims.push_back(claim("Rendered: BR below 0.2 from C(6) on", what, br, {}, 0.2));
    }
  }
  (*charts)[0].series.push_back(std::move(ratio));
  (*charts)[1].series.push_back(std::move(size));
}

}  // namespace

StudyResult study_bias_rendered(const StudyOptions& options) {
  constexpr std::size_t kCalibrations = 10;
  constexpr std::size_t kLargestPool = 100;
  constexpr std::size_t kSmallestPool = 12;
  std::vector<std::string> columns;
  std::vector<Chart> charts = {{"Bias ratio", "model", "BR"}, {"RMSE", "model", "RMSE (px)", true}};
  for (const PaperModel& model : kPaperModels) {
    for (const char* metric : {"br_", "rmse_px_", "sigma_d_px_"}) columns.push_back(std::string(metric) + model.model);
    for (Chart& chart : charts) chart.categories.emplace_back(model.name);
  }
  StudyResult result;
  const std::vector<StudySetup> setups = rendered_setups();
  const std::size_t datasets = options.datasets > 0 ? static_cast<std::size_t>(options.datasets) : kCalibrations;
  for (std::size_t i = 0; i < setups.size(); ++i) {
    if (i > 0 && datasets == 1) break;  // a trial
    const StudySetup& setup = setups[i];
    const std::size_t largest = i == 0 ? kLargestPool : kLargestPool / 2;
    const RenderedPool pool("bias-rendered-pool-" + setup.name, setup,
                            std::clamp(10 * datasets, kSmallestPool, largest), options);
    const UnitRun run =
        run_units({"bias-rendered-" + setup.name, columns, datasets,
                   [&](std::size_t unit, const Progress&) { return bias_of_draw(pool.half(options.seed, unit)); },
                   fmt::format("{} images", pool.size())},
                  options);
    result.setting.push_back(
        fmt::format("{}; {} images, of which every calibration gets half at random", setup.in_words(), pool.size()));
    result.calibrations += static_cast<std::int64_t>((datasets - run.done_before) * std::size(kPaperModels));
    add_setup(setup.name, run.table, &result, &charts);
  }
  result.setting.push_back(rendering_in_words());
  result.figure = svg_of(charts);
  result.figure_words = "Rendered images, corners detected: bias ratio and RMSE of models of growing complexity.";
  return result;
}

}  // namespace fiducia

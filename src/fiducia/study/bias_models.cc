#include <cmath>
#include <limits>

#include "fiducia/evaluate/bias_ratio.h"
#include "fiducia/study/chart.h"
#include "fiducia/study/experiments.h"
#include "fiducia/study/fitted.h"

namespace fiducia {
namespace {

constexpr int kFramesForModels = 25;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

std::vector<double> bias_by_model(const StudySetup& setup, std::uint64_t seed) {
  const Observations observations = views(setup, seed, kFramesForModels);
  std::vector<double> row;
  for (const PaperModel& model : kPaperModels) {
    const std::optional<Calibration> calibration = fitted(observations, model.model);
    if (!calibration) {
      row.insert(row.end(), 3, kNone);
      continue;
    }
    const BiasRatio bias = bias_ratio(*calibration, {.resamples = 0});
    row.insert(row.end(), {bias.robust.ratio, bias.robust.eps_px, calibration->fit.mad});
  }
  return row;
}

}  // namespace

StudyResult study_bias_models(const StudyOptions& options) {
  constexpr int kDatasets = 200;
  std::vector<std::string> columns;
  for (const PaperModel& model : kPaperModels) {
    for (const char* metric : {"br_", "eps_px_", "mad_px_"}) columns.push_back(std::string(metric) + model.model);
  }
  const SetupRun run = run_setups("bias-models", columns, options, kDatasets, bias_by_model);

  StudyResult result;
  result.setting = setting_in_words();
  result.setting.push_back("25 frames per data set");
  result.calibrations = static_cast<std::int64_t>(run.new_rows * std::size(kPaperModels));
  result.failed = run.failed;
  std::vector<Chart> charts = {{"Bias ratio", "model", "BR"},
                               {"What one looks at", "model", "MAD of the residuals (px)", true}};
  for (const PaperModel& model : kPaperModels) {
    for (Chart& chart : charts) chart.categories.emplace_back(model.name);
  }
  for (std::size_t s = 0; s < run.setups.size(); ++s) {
    const UnitTable& table = run.setups[s].table;
    const std::string where = ", " + run.setups[s].setup->name;
    ChartSeries ratio{run.setups[s].setup->name, {}, {}};
    ChartSeries mad = ratio;
    for (std::size_t m = 0; m < std::size(kPaperModels); ++m) {
      const std::string model = kPaperModels[m].model;
      const Measured br = mean_of(table.finite_values("br_" + model));
      const Measured size = mean_of(table.finite_values("mad_px_" + model));
      for (ChartSeries* series : {&ratio, &mad}) series->x.push_back(static_cast<double>(m));
      ratio.y.push_back(br.value);
      ratio.interval.push_back(br.ci95);
      mad.y.push_back(size.value);
      mad.interval.push_back(size.ci95);
      const std::string name = std::string("mean BR of ") + kPaperModels[m].name + where;
      if (model == "pinhole") {
        result.claims.push_back(
            claim("With C(3) the residuals are nearly all systematic: BR near 1", name, br, 0.9, {}));
      } else if (model == "radial1") {
        std::vector<double> above;
        for (std::size_t i = 0; i < table.size(); ++i)
          above.push_back(table.at(i, "br_radial1") - table.at(i, "br_radial2"));
        std::vector<double> below;
        for (std::size_t i = 0; i < table.size(); ++i)
          below.push_back(table.at(i, "br_pinhole") - table.at(i, "br_radial1"));
        result.claims.push_back(claim("C(5) is better than C(3) and not sufficient: its BR lies between",
                                      "mean BR of C(3) minus that of C(5)" + where, mean_of(below), 0.0, {}));
        result.claims.push_back(claim("C(5) is better than C(3) and not sufficient: its BR lies between",
                                      "mean BR of C(5) minus that of C(6)" + where, mean_of(above), 0.1, {}));
      } else {
        result.claims.push_back(claim("From C(6) on, which is what was simulated, BR is near 0", name, br, {}, 0.1));
      }
    }
    charts[0].series.push_back(std::move(ratio));
    charts[1].series.push_back(std::move(mad));
  }
  result.figure = svg_of(charts);
  result.figure_words =
      "Bias ratio and size of the residuals for models of growing complexity, camera C(6); means over data "
      "sets with 95% intervals.";
  return result;
}

}  // namespace fiducia

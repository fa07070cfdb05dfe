#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "fiducia/assess/assess.h"
#include "fiducia/core/error.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/study/chart.h"
#include "fiducia/study/experiments.h"
#include "fiducia/study/fitted.h"
#include "fiducia/study/real_parts.h"

namespace fiducia {
namespace {

constexpr std::size_t kFewestFramesOfHalves = 10;
/// A model that fits worse by more is no candidate: what it leaves out is the same in both halves.
constexpr double kFitsAsWell = 1.1;
/// Share of the image that two cameras may not have in common.
constexpr double kMostNotCompared = 0.02;
constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

Assessment assessed(const Observations& half, const StudyOptions& options, const Progress& progress) {
  AssessOptions how;
  how.model = ModelRequest(options.model.empty() ? "auto" : options.model);
  how.target_shape = TargetShape::kPlanar;  // what each half makes of the target is another question
  how.evaluation.seed = options.seed;
  how.evaluation.abs_samples = 2;  // which nobody looks at
  how.find_remedies = false;
  how.progress = uncounted(progress);
  return assess(half, how);
}

/// How far two cameras map apart, px RMS over the image; NaN where a part of it cannot be compared.
double apart_px(const Camera& a, const Camera& b, const GridOptions& grid) {
  try {
    const MappingDifference difference = mapping_difference(a, b, grid);
    const double missing = difference.without_ray / static_cast<double>(difference.points + difference.without_ray);
    return missing > kMostNotCompared ? kNotKnown : std::sqrt(2 * difference.compensated.k);
  } catch (const Error&) {  // nothing in common
    return kNotKnown;
  }
}

/// The calibrations that fit about as well as the chosen one, by the model's name.
std::map<std::string, const Calibration*> candidates(const Assessment& assessment) {
  std::map<std::string, const Calibration*> found;
  if (!assessment.selection) return found;
  for (const SelectEntry& entry : assessment.selection->entries) {
    if (!entry.problem.empty() || entry.calibration.fit.rmse > kFitsAsWell * assessment.calibration.fit.rmse) continue;
    found[std::string(entry.calibration.model->info().name)] = &entry.calibration;
  }
  return found;
}

int place_of(const std::vector<std::string>& models, const Model& model) {
  return static_cast<int>(std::find(models.begin(), models.end(), model.info().name) - models.begin());
}

double median_of(std::vector<double> values) {
  if (values.empty()) return kNotKnown;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// How far the halves of these splits are apart by the automatic choice, over how far by a model: medians, over the
/// splits where the model is a candidate. One that comes about in the easier half of the splits is not compared with
/// all of them.
double ratio_to(const UnitTable& table, const std::string& model, const std::vector<std::size_t>& rows) {
  std::vector<double> ours;
  std::vector<double> theirs;
  for (const std::size_t i : rows) {
    const double a = table.at(i, "apart_px");
    const double b = table.at(i, "apart_px_" + model);
    if (!std::isfinite(a) || !std::isfinite(b)) continue;
    ours.push_back(a);
    theirs.push_back(b);
  }
  return median_of(std::move(ours)) / median_of(std::move(theirs));
}

std::vector<std::size_t> all_rows(const UnitTable& table) {
  std::vector<std::size_t> rows(table.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return rows;
}

}  // namespace

StudyResult study_halves(const StudyOptions& options) {
  constexpr std::size_t kDatasets = 200;
  const Observations& all = *options.observations;
  if (all.frames.size() < kFewestFramesOfHalves) {
    throw Error(ErrorCode::kDegenerate,
                fmt::format("study halves: {} frames are too few to split; it takes {} and more", all.frames.size(),
                            kFewestFramesOfHalves));
  }
  std::vector<std::string> models;
  for (const std::shared_ptr<const Model>& model : all_models()) models.emplace_back(model->info().name);
  // With the places of the chosen models in the list of all.
  std::vector<std::string> columns = {"apart_px", "bound_px", "model_a", "model_b"};
  const std::size_t first_model = columns.size();
  for (const std::string& model : models) columns.push_back("apart_px_" + model);
  const GridOptions grid{.region = lit_region({}, all)};

  const auto row = [&](std::size_t unit, const Progress& progress) {
    std::vector<double> values(columns.size(), kNotKnown);
    std::vector<std::size_t> order = shuffled_frames(all, all.frames.size(), options.seed, unit);
    const auto middle = order.begin() + static_cast<std::ptrdiff_t>(order.size() / 2);
    try {
      const Assessment a = assessed(part_of(all, {order.begin(), middle}), options, progress);
      const Assessment b = assessed(part_of(all, {middle, order.end()}), options, progress);
      if (!a.trust || !b.trust) return values;
      values[0] = apart_px(*a.calibration.camera, *b.calibration.camera, grid);
      values[1] = std::hypot(a.trust->bound95_px, b.trust->bound95_px);
      values[2] = place_of(models, *a.calibration.model);
      values[3] = place_of(models, *b.calibration.model);
      const std::map<std::string, const Calibration*> others = candidates(b);
      for (const auto& [name, calibration] : candidates(a)) {
        const auto other = others.find(name);
        if (other == others.end()) continue;
        values[first_model + static_cast<std::size_t>(place_of(models, *calibration->model))] =
            apart_px(*calibration->camera, *other->second->camera, grid);
      }
    } catch (const Error& error) {
      if (error.code() == ErrorCode::kCancelled) throw;  // otherwise: frames that carry no calibration
    }
    return values;
  };
  const std::size_t datasets = options.datasets > 0 ? static_cast<std::size_t>(options.datasets) : kDatasets;
  const UnitRun run = run_units({"halves", columns, datasets, row, fingerprint(all, options.model)}, options);

  std::size_t known = 0;
  std::size_t within = 0;
  for (std::size_t i = 0; i < run.table.size(); ++i) {
    const double apart = run.table.at(i, "apart_px");
    if (!std::isfinite(apart)) continue;
    ++known;
    if (apart <= run.table.at(i, "bound_px")) ++within;
  }
  const double chosen = median_of(run.table.finite_values("apart_px"));
  StudyResult result;
  result.setting = {fmt::format("{} frames of {} px, split at random in two halves; model {}", all.frames.size(),
                                to_string(all.image_size), options.model.empty() ? "auto" : options.model),
                    fmt::format("the halves are {:.3g} px apart (median), their combined bounds {:.3g} px", chosen,
                                median_of(run.table.finite_values("bound_px")))};
  result.calibrations = static_cast<std::int64_t>(2 * (datasets - run.done_before));
  result.failed = static_cast<int>(run.table.size() - known);
  result.claims.push_back(claim("(ours) Two halves of the images agree within their bounds",
                                "part of the splits in which the two cameras are no farther apart than the root of "
                                "the sum of the squared 95% bounds of their total errors",
                                share_of(within, known), 0.9, {}));
  Chart chart{"How far two halves are apart (median)", "model", "px"};
  ChartSeries series{"", {}, {}};
  double most = 0;
  std::string closest;
  for (const std::string& model : models) {
    const std::vector<double> values = run.table.finite_values("apart_px_" + model);
    if (2 * values.size() < known) continue;  // seldom a candidate
    series.x.push_back(static_cast<double>(chart.categories.size()));
    series.y.push_back(median_of(values));
    chart.categories.push_back(model);
    const double ratio = ratio_to(run.table, model, all_rows(run.table));
    if (!(ratio > most)) continue;
    most = ratio;
    closest = model;
  }
  if (!closest.empty()) {
    result.claims.push_back(claim(
        "(ours) The automatic choice is hardly less repeatable than any model that fits as well",
        fmt::format("halves by the automatic choice, over those by {} ({:.3g} px), the closest of the models whose "
                    "RMSE is within 10%: ratio of the medians over the splits where it is",
                    closest, median_of(run.table.finite_values("apart_px_" + closest))),
        measured(run.table.size(),
                 [&](const std::vector<std::size_t>& rows) { return ratio_to(run.table, closest, rows); }),
        {}, 1.2));
  }
  chart.series.push_back(std::move(series));
  result.figure = svg_of({chart});
  result.figure_words = "How far the cameras of two halves of the images are apart, by model.";
  return result;
}

}  // namespace fiducia

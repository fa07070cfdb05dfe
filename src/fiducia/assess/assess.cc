#include "fiducia/assess/assess.h"

#include <algorithm>

#include "fiducia/assess/mixed_causes.h"
#include "fiducia/core/error.h"
#include "fiducia/data/grid_layout.h"
#include "fiducia/data/same_views.h"
#include "fiducia/solve/warm_start.h"

namespace fiducia {
namespace {

AssessOptions where_light_is(AssessOptions options, const Observations& observations) {
  RegionWeight& region = options.evaluation.mapping.grid.region;
  region = lit_region(std::move(region), observations);
  return options;
}

CalibrateOptions solver_options(const AssessOptions& options) {
  CalibrateOptions solver;
  if (!options.model.is_auto()) solver.model = *options.model.choice();
  solver.loss = options.loss;
  solver.target_shape = options.target_shape;
  solver.effects = options.effects;
  solver.threads = options.evaluation.threads;
  solver.progress = uncounted(options.progress);
  return solver;
}

Calibration failed_selection(const Selection& selection) {
  const Calibration& first = selection.entries.front().calibration;
  Calibration failed{.status = CalibrationStatus::kDegenerate,
                     .message = selection.reason,
                     .model = first.model,
                     .observations = first.observations,
                     .left_out = first.left_out};
  for (const SelectEntry& entry : selection.entries) {
    failed.message += "\n  " + std::string(entry.calibration.model->info().name) + ": " + entry.problem;
  }
  return failed;
}

ExplanationOptions explanation_options(const Assessment& result, const AssessOptions& options) {
  ExplanationOptions how;
  how.mapping = options.evaluation.mapping;
  how.plain_bias = options.evaluation.plain_bias;
  how.other_models = options.look_for_better && !result.selection;  // a selection has looked at them already
  how.other_shapes = options.look_for_better;
  how.threads = options.evaluation.threads;
  how.progress = uncounted(options.progress ? options.progress : options.evaluation.progress);
  how.rounds = options.progress;
  return how;
}

/// Calibrates anew with the effects that the best explanation has; it stays as it is where there are none.
void free_of_effects(const AssessOptions& options, ChosenCalibration* chosen) {
  Calibration& calibration = chosen->clean.calibration;
  if (!calibration.converged()) return;
  ExplanationOptions how;
  how.mapping = options.evaluation.mapping;
  how.other_models = !chosen->selection;
  how.threads = options.evaluation.threads;
  how.progress = uncounted(options.progress);
  const std::optional<Explanation> lean = explanation_of(calibration, how);
  if (!lean) return;
  const FoundExplanations found = find_explanations(*lean, how);
  if (found.mixed) return;  // that first
  const std::vector<Effect>& effects = found.best->calibration.effects.layout.effects();
  if (effects == calibration.effects.layout.effects()) return;
  CalibrateOptions again = continued_from(calibration, options.evaluation.threads);
  again.effects = effects;
  again.initial.effects = found.best->calibration.effects;
  again.progress = uncounted(options.progress);
  Calibration freed = calibrate(calibration.observations, again);
  if (freed.converged()) calibration = std::move(freed);
}

/// The total error of the calibration, or of the camera that was given.
void look_at_error(const AssessOptions& options, Assessment* result) {
  if (!result->evaluation) return;
  const ExplanationOptions how = explanation_options(*result, options);
  const bool given = !result->calibration.fit.at_minimum;
  if (given && (!result->optimum || result->optimum->best == nullptr)) return;
  try {
    const std::optional<Explanation> lean = explanation_of(given ? *result->optimum->best : result->calibration, how);
    if (!lean) return;
    const FoundExplanations found = options.look_for_better ? find_explanations(*lean, how)
                                                            : FoundExplanations{std::make_shared<Explanation>(*lean)};
    const Explanation& best = *found.best;
    if (found.full != nullptr) result->causes = causes_of(*lean, found, how);
    for (ErrorCause& cause : result->causes) {
      if (cause.code == CauseCode::kLens && result->selection) cause.tried = true;  // by the selection
    }
    if (given) {
      result->causes.push_back(given_camera_cause(result->calibration, *result->optimum, options.thresholds));
      sort_by_cost(&result->causes);
    }
    result->trust = given ? trust_in(*result->calibration.camera, best, how, options.thresholds)
                          : trust_in(*lean, result->evaluation->bias, best, how, options.thresholds);
    for (ErrorCause& cause : result->causes) {  // a part of the error is no more than all of it
      if (!given && acts_in_frames(cause.code)) cause.costs_px = std::min(cause.costs_px, result->trust->total_px);
    }
    sort_by_cost(&result->causes);
    if (result->selection) add_doubt(result->selection->doubt, &*result->trust);
    const bool biased = is_biased(result->evaluation->bias, options.thresholds) || result->trust->systematic_px > 0 ||
                        !result->trust->without_frames.empty();
    constexpr double kWorthIt = 0.9;  // less of a gain is no advice
    const bool better = result->trust->explanation_px < kWorthIt * result->trust->total_px;
    if (options.look_for_better && biased && better) result->better = better_model(*result->trust);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;  // otherwise: nothing to compare with
  }
}

/// Everything of an assessment but the total error and the verdict.
Assessment evaluated(ChosenCalibration chosen, const AssessOptions& options) {
  Assessment result{.calibration = std::move(chosen.clean.calibration),
                    .left_out_corners = std::move(chosen.clean.left_out),
                    .turns = std::move(chosen.turns),
                    .selection = std::move(chosen.selection),
                    .thresholds = options.thresholds,
                    .mapping = options.evaluation.mapping};
  if (!result.calibration.converged()) return result;
  EvaluateOptions evaluation = options.evaluation;
  evaluation.outlier_ratio = options.thresholds.outlier_ratio;
  if (!evaluation.progress) evaluation.progress = options.progress;
  result.evaluation = evaluate(result.calibration, evaluation);
  return result;
}

void judge(Assessment* result) {
  if (!result->evaluation) return;
  result->verdict = verdict(result->calibration, *result->evaluation, result->thresholds, result->better,
                            result->optimum, result->trust);
}

}  // namespace

ChosenCalibration calibrate_as_asked(const std::shared_ptr<const Observations>& observations,
                                     const AssessOptions& options) {
  if (observations == nullptr) throw Error(ErrorCode::kBadOption, "a calibration needs observations");
  validate(*observations);
  require_layout(*observations);
  CalibrateOptions solver = solver_options(options);
  if (options.same_views_count_once) solver.leave_out = copies_to_leave_out(*observations);
  NumberedAlike alike{observations};
  if (options.number_alike) alike = number_alike(observations, solver, options.outliers);
  if (!options.model.is_auto()) {
    return {calibrate_cleaned(alike.observations, solver, options.outliers), {}, std::move(alike.turns)};
  }
  ChosenCalibration chosen{
      clean_for_any_model(alike.observations, solver, options.outliers), {}, std::move(alike.turns)};
  SelectOptions select;
  select.loss = options.loss;
  select.target_shape = options.target_shape;
  select.effects = options.effects;
  select.leave_out = solver.leave_out;
  select.mapping = options.evaluation.mapping;
  select.seed = options.evaluation.seed;
  select.threads = options.evaluation.threads;
  select.progress = options.progress;
  chosen.selection = select_model(chosen.clean.calibration.observations, select);
  const Selection& selection = *chosen.selection;
  chosen.clean.calibration =
      selection.recommended ? selection.entries[*selection.recommended].calibration : failed_selection(selection);
  return chosen;
}

Assessment assess_calibration(ChosenCalibration chosen, const AssessOptions& options) {
  Assessment result = evaluated(std::move(chosen), options);
  look_at_error(options, &result);
  judge(&result);
  return result;
}

Assessment assess(const Observations& observations, const AssessOptions& options) {
  return assess(std::make_shared<const Observations>(observations), options);
}

Assessment assess(const std::shared_ptr<const Observations>& observations, const AssessOptions& asked) {
  if (observations == nullptr) throw Error(ErrorCode::kBadOption, "a calibration needs observations");
  const AssessOptions options = where_light_is(asked, *observations);
  ChosenCalibration chosen = calibrate_as_asked(observations, options);
  if (options.find_effects) free_of_effects(options, &chosen);
  return assess_calibration(std::move(chosen), options);
}

Assessment assess_camera(const GivenCamera& given, const Observations& observations, const AssessOptions& asked) {
  validate(observations);
  const AssessOptions options = where_light_is(asked, observations);
  require_layout(observations);
  CalibrateOptions fixed = solver_options(options);
  fixed.effects.clear();
  if (options.same_views_count_once) fixed.leave_out = copies_to_leave_out(observations);
  fixed.model = given.camera.shared_model();
  fixed.fix_intrinsics = true;
  fixed.initial.parameters = given.camera.parameters();
  fixed.target_shape = given.target_shape;
  fixed.initial.target_points = given.target_points;
  NumberedAlike alike{std::make_shared<const Observations>(observations)};
  if (options.number_alike && given.target_points.empty()) {
    alike = number_alike(alike.observations, fixed, options.outliers);
  } else if (options.number_alike) {
    alike = number_like(alike.observations, fixed);
  }
  Assessment result =
      evaluated({calibrate_cleaned(alike.observations, fixed, options.outliers), {}, std::move(alike.turns)}, options);
  if (result.evaluation) {
    EvaluateOptions evaluated = options.evaluation;
    if (!evaluated.progress) evaluated.progress = options.progress;
    result.optimum = check_optimum(result.calibration, evaluated);
  }
  look_at_error(options, &result);
  judge(&result);
  return result;
}

}  // namespace fiducia

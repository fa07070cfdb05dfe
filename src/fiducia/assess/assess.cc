#include "fiducia/assess/assess.h"

namespace fiducia {
namespace {

CalibrateOptions solver_options(const AssessOptions& options) {
  CalibrateOptions solver;
  if (!options.model.is_auto()) solver.model = *options.model.choice();
  solver.loss = options.loss;
  solver.target_shape = options.target_shape;
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

/// Everything of an assessment but the verdict.
Assessment evaluated(ChosenCalibration chosen, const AssessOptions& options) {
  Assessment result{.calibration = std::move(chosen.clean.calibration),
                    .left_out_corners = std::move(chosen.clean.left_out),
                    .selection = std::move(chosen.selection),
                    .thresholds = options.thresholds,
                    .mapping = options.evaluation.mapping};
  if (!result.calibration.converged()) return result;
  EvaluateOptions evaluation = options.evaluation;
  evaluation.outlier_ratio = options.thresholds.outlier_ratio;
  if (!evaluation.progress) evaluation.progress = options.progress;
  result.evaluation = evaluate(result.calibration, evaluation);
  // A selection has looked at the other models already.
  if (options.look_for_better && !result.selection && is_biased(result.evaluation->bias, options.thresholds)) {
    result.better = find_better_model(result.calibration, result.evaluation->bias, evaluation.threads,
                                      uncounted(evaluation.progress));
  }
  return result;
}

void judge(Assessment* result) {
  if (!result->evaluation) return;
  result->verdict =
      verdict(result->calibration, *result->evaluation, result->thresholds, result->better, result->optimum);
}

}  // namespace

ChosenCalibration calibrate_as_asked(const std::shared_ptr<const Observations>& observations,
                                     const AssessOptions& options) {
  const CalibrateOptions solver = solver_options(options);
  if (!options.model.is_auto()) return {calibrate_cleaned(observations, solver, options.outliers)};
  ChosenCalibration chosen{clean_for_any_model(observations, solver, options.outliers)};
  SelectOptions select;
  select.loss = options.loss;
  select.target_shape = options.target_shape;
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
  judge(&result);
  return result;
}

Assessment assess(const Observations& observations, const AssessOptions& options) {
  return assess(std::make_shared<const Observations>(observations), options);
}

Assessment assess(const std::shared_ptr<const Observations>& observations, const AssessOptions& options) {
  return assess_calibration(calibrate_as_asked(observations, options), options);
}

Assessment assess_camera(const GivenCamera& given, const Observations& observations, const AssessOptions& options) {
  CalibrateOptions fixed = solver_options(options);
  fixed.model = given.camera.shared_model();
  fixed.fix_intrinsics = true;
  fixed.initial.parameters = given.camera.parameters();
  fixed.target_shape = given.target_shape;
  fixed.initial.target_points = given.target_points;
  Assessment result = evaluated({calibrate_cleaned(observations, fixed, options.outliers)}, options);
  if (result.evaluation) {
    EvaluateOptions evaluated = options.evaluation;
    if (!evaluated.progress) evaluated.progress = options.progress;
    result.optimum = check_optimum(result.calibration, evaluated);
  }
  judge(&result);
  return result;
}

}  // namespace fiducia

#include "fiducia/assess/chosen_calibration.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fiducia/camera/spline.h"
#include "fiducia/core/error.h"
#include "fiducia/data/grid_layout.h"
#include "fiducia/data/same_views.h"
#include "fiducia/evaluate/image_length.h"
#include "fiducia/evaluate/spline_ladder.h"
#include "fiducia/solve/effect_problem.h"
#include "fiducia/solve/warm_start.h"

namespace fiducia {
namespace {

Calibration failed_selection(const Selection& selection) {
  const Calibration& first = selection.entries.front().calibration;
  Calibration failed{.status = CalibrationStatus::kDegenerate,
                     .message = selection.reason,
                     .model = first.model,
                     .observations = first.observations,
                     .left_out = first.left_out};
  const auto has_same_problem = [&](const SelectEntry& entry) {
    return entry.problem == selection.entries.front().problem;
  };
  if (std::all_of(selection.entries.begin(), selection.entries.end(), has_same_problem)) {
    failed.message = selection.entries.front().problem;
    return failed;
  }
  for (const SelectEntry& entry : selection.entries) {
    failed.message += "\n  " + std::string(entry.calibration.model->info().name) + ": " + entry.problem;
  }
  return failed;
}

/// A lean model can be calibrated from frames that leave every richer one open (a board that is never tilted), and
/// tells nothing: of those others, the leanest, which says why. Nothing where the recommended one is fine, or just
/// poor.
const SelectEntry* degenerate(const Selection& selection) {
  constexpr double kNothingKnown = 0.01;  // error, in parts of the image's diagonal
  const SelectEntry& best = selection.entries[*selection.recommended];
  const ImageSize size = best.calibration.camera->image_size();
  if (image_length(best.total) < kNothingKnown * std::hypot(size.width, size.height)) return nullptr;
  const SelectEntry* leanest = nullptr;
  for (const SelectEntry& entry : selection.entries) {
    const int size_of_model = entry.calibration.model->size();
    if (size_of_model <= best.calibration.model->size()) continue;
    if (entry.calibration.status != CalibrationStatus::kDegenerate) return nullptr;
    if (leanest == nullptr || size_of_model < leanest->calibration.model->size()) leanest = &entry;
  }
  return leanest;
}

/// The model that is expected to be least wrong, with a shape of the target and effects. models: empty: all.
Selection selected(const AssessOptions& options, const CalibrateOptions& solver,
                   const std::shared_ptr<const Observations>& observations,
                   std::vector<std::shared_ptr<const Model>> models = {}) {
  SelectOptions select;
  select.models = std::move(models);
  select.cross_validation =
      select.models.empty();  // the choice does not rest on it, and with free targets it takes long
  select.loss = solver.loss;
  select.target_shape = solver.target_shape;
  select.effects = solver.effects;
  select.leave_out = solver.leave_out;
  select.mapping = options.evaluation.mapping;
  select.seed = options.evaluation.seed;
  select.threads = solver.threads;
  select.progress = options.progress;
  return select_model(observations, select);
}

/// Models that a better description of the target, or of what changes from frame to frame, may make the best one.
std::vector<std::shared_ptr<const Model>> promising_models(const Selection& selection) {
  constexpr double kHopeless = 2;  // times the least RMSE
  double least = std::numeric_limits<double>::infinity();
  for (const SelectEntry& entry : selection.entries) {
    if (entry.problem.empty()) least = std::min(least, entry.calibration.fit.rmse);
  }
  std::vector<std::shared_ptr<const Model>> models;
  for (const SelectEntry& entry : selection.entries) {
    if (entry.problem.empty() && entry.calibration.fit.rmse <= kHopeless * least) {
      models.push_back(entry.calibration.model);
    }
  }
  return models;
}

/// How wrong a camera is expected to be, as the best explanation of its frames sees it, px^2 per coordinate.
double expected_total(const Explanation& of, const Explanation& best, const AssessOptions& options) {
  if (&of == &best) return of.random.error.mean;
  return systematic_error(of.spread, best.spread, best.random.sample.degrees_of_freedom, options.evaluation.mapping,
                          WithBound::kNo)
      .total;
}

/// Looks for explanations, and takes over what was left to us: a shape of the target that makes the camera less wrong,
/// and effects.
class Improver {
 public:
  Improver(const AssessOptions& options, ChosenCalibration* chosen)
      : options_(options), chosen_(*chosen), how_(explanation_options(options, chosen->selection.has_value())) {}

  /// What is taken over may show more: it is looked at again, until nothing changes. first: nothing was looked at
  /// before.
  void run(bool first = true) {
    constexpr int kMostRounds = 3;
    for (int round = 0; round < kMostRounds && look(first && round == 0); ++round) {
    }
  }

 private:
  [[nodiscard]] Calibration& calibration() const { return chosen_.clean.calibration; }

  /// Whether something was taken over.
  bool look(bool first) {
    if (!calibration().converged()) return false;
    std::optional<Explanation> lean = explanation_of(calibration(), how_);
    if (!lean) return false;
    if (first && !options_.target_shape) chosen_.shape = {.total_px = image_length(lean->random.error.mean)};
    if (first && !options_.target_shape && !how_.other_models) {
      // A model that was chosen with a target which is not what it was taken for may make up for it, and hides it.
      ExplanationOptions with_models = how_;
      with_models.other_models = true;
      const FoundExplanations found = find_explanations(*lean, with_models);
      if (!found.mixed && take_over(*lean, *found.best)) return true;
    }
    FoundExplanations found = find_explanations(*lean, how_);
    if (chosen_.shape && chosen_.shape->shape == TargetShape::kPlanar) chosen_.shape->tried = found.shapes_tried;
    if (!found.mixed && (take_over(*lean, *found.best) || take_splined_lens(*found.best))) return true;
    chosen_.explained =
        std::make_shared<ExplainedCalibration>(ExplainedCalibration{std::move(*lean), std::move(found)});
    return false;
  }

  /// False where the calibration stays as it is.
  bool take_over(const Explanation& lean, const Explanation& best) {
    const double before = expected_total(lean, best, options_);
    const TargetShape now = calibration().target.basis.shape();
    if (chosen_.shape && now == TargetShape::kPlanar) {
      chosen_.shape->total_px = chosen_.shape->planar_total_px = image_length(before);
    }
    const std::vector<Effect> effects =
        options_.find_effects ? best.calibration.effects.layout.effects() : calibration().effects.layout.effects();
    const bool free_effects = effects != calibration().effects.layout.effects();
    const TargetShape shape = options_.target_shape ? now : best.calibration.target.basis.shape();
    if (shape == now && !free_effects) return false;
    CalibrateOptions again = continued_from(calibration(), options_.evaluation.threads);
    again.target_shape = shape;
    again.effects = effects;
    if (free_effects) again.initial.effects = best.calibration.effects;
    again.progress = uncounted(options_.progress);
    Calibration improved = calibrate(calibration().observations, again);
    const std::optional<Explanation> other = explanation_of(std::move(improved), how_);
    if (!other) return false;
    const double total = expected_total(*other, best, options_);
    // Of about equal ones, the one that explains the frames: what a wrong target does to the camera is an estimate.
    constexpr double kAboutEqual = 1.2 * 1.2;
    if (!free_effects && total >= kAboutEqual * before) return false;
    calibration() = other->calibration;
    if (chosen_.shape) {
      chosen_.shape->shape = shape;
      chosen_.shape->total_px = image_length(total);
    }
    choose_knots_again(shape, effects);
    select_again(shape, effects);
    return true;
  }

  /// A splined lens that explains the frames is one more to choose from. False where the calibration stays as it is.
  bool take_splined_lens(const Explanation& best) {
    const std::shared_ptr<const Model>& lens = best.calibration.model;
    if (!chosen_.selection || as_spline(*lens) == nullptr || same_model(*lens, *calibration().model)) return false;
    Selection again = fiducia::select_again(*chosen_.selection, calibration(), calibration().target.basis.shape(),
                                            calibration().effects.layout.effects(), options_, lens);
    if (!again.recommended) return false;
    const Calibration& taken = again.entries[*again.recommended].calibration;
    if (!same_model(*taken.model, *lens)) return false;
    calibration() = taken;
    chosen_.selection = std::move(again);
    return true;
  }

  /// What a wrong target hides of the lens shows once its shape is known.
  void choose_knots_again(TargetShape shape, const std::vector<Effect>& effects) {
    if (options_.model.is_auto()) return;
    const SplineModel* asked = as_spline(options_.model.choice()->model());
    if (asked == nullptr || !asked->knots_are_open()) return;
    const WarmStart how{.loss = options_.loss,
                        .target_shape = shape,
                        .effects = effects,
                        .threads = options_.evaluation.threads,
                        .progress = uncounted(options_.progress)};
    std::optional<ChosenKnots> again = choose_knots(calibration(), asked->grid().order, how, how_);
    if (again) calibration() = std::move(again->explanation.calibration);
  }

  /// A model that was chosen with a target that is not what it was taken for may have been chosen to make up for it.
  void select_again(TargetShape shape, const std::vector<Effect>& effects) {
    if (!chosen_.selection) return;
    Selection again = fiducia::select_again(*chosen_.selection, calibration(), shape, effects, options_);
    if (!again.recommended) return;
    calibration() = again.entries[*again.recommended].calibration;
    chosen_.selection = std::move(again);
  }

  const AssessOptions& options_;
  ChosenCalibration& chosen_;
  ExplanationOptions how_;
};

/// Whether other corners are left out now that the shape of the target is known.
bool cleaned_again(const std::shared_ptr<const Observations>& all, const AssessOptions& options,
                   ChosenCalibration* chosen) {
  const Calibration& now = chosen->clean.calibration;
  const TargetShape shape = now.target.basis.shape();
  if (!now.converged() || shape == TargetShape::kPlanar || options.outliers.sigmas == 0) return false;
  std::optional<CleanCalibration> again = clean_with_found_target(
      all, chosen->clean, options.outliers, options.evaluation.threads, uncounted(options.progress));
  if (!again) return false;
  chosen->clean = std::move(*again);
  if (!chosen->selection) return true;
  Selection selection = select_again(*chosen->selection, chosen->clean.calibration, shape,
                                     chosen->clean.calibration.effects.layout.effects(), options);
  if (!selection.recommended) return true;
  chosen->clean.calibration = selection.entries[*selection.recommended].calibration;
  chosen->selection = std::move(selection);
  return true;
}

}  // namespace

CalibrateOptions solver_options(const AssessOptions& options, const Observations& observations) {
  CalibrateOptions solver;
  if (!options.model.is_auto()) solver.model = *options.model.choice();
  solver.loss = options.loss;
  solver.target_shape = options.target_shape.value_or(TargetShape::kPlanar);
  solver.effects = options.effects;
  if (options.same_views_count_once) solver.leave_out = copies_to_leave_out(observations);
  for (std::size_t i = 0; i < observations.frames.size(); ++i) {
    const std::string& name = observations.frames[i].name;
    std::string reason;
    for (const FrameToLeaveOut& frame : options.outlying) {
      if (frame.name == name) reason = frame.reason;
    }
    if (std::count(options.leave_out.begin(), options.leave_out.end(), name) > 0) reason = "left out on request";
    if (reason.empty()) continue;
    solver.leave_out.resize(observations.frames.size());
    solver.leave_out[i] = reason;
  }
  solver.threads = options.evaluation.threads;
  solver.progress = uncounted(options.progress);
  return solver;
}

ExplanationOptions explanation_options(const AssessOptions& options, bool models_compared) {
  ExplanationOptions how;
  how.mapping = options.evaluation.mapping;
  how.plain_bias = options.evaluation.plain_bias;
  how.other_models = options.look_for_better && !models_compared;
  how.splines = options.look_for_better && options.splines;
  how.other_shapes = options.look_for_better || !options.target_shape;
  how.threads = options.evaluation.threads;
  how.progress = uncounted(options.progress ? options.progress : options.evaluation.progress);
  how.rounds = options.progress;
  return how;
}

Selection select_again(const Selection& first, const Calibration& calibration, TargetShape shape,
                       const std::vector<Effect>& effects, const AssessOptions& options,
                       const std::shared_ptr<const Model>& explaining) {
  CalibrateOptions solver = solver_options(options, *calibration.observations);
  solver.target_shape = shape;
  solver.effects = effects;
  std::vector<std::shared_ptr<const Model>> models = promising_models(first);
  if (explaining != nullptr && as_spline(*explaining) != nullptr &&
      (effects.empty() || can_have_effects(*explaining))) {
    std::erase_if(models, [&](const auto& model) { return same_model(*model, *explaining); });
    models.push_back(explaining);
  }
  return selected(options, solver, calibration.observations, std::move(models));
}

ChosenCalibration calibrate_as_asked(const std::shared_ptr<const Observations>& observations,
                                     const AssessOptions& options) {
  if (observations == nullptr) throw Error(ErrorCode::kBadOption, "a calibration needs observations");
  validate(*observations);
  require_layout(*observations);
  CalibrateOptions solver = solver_options(options, *observations);
  NumberedAlike alike{observations};
  if (options.number_alike) alike = number_alike(observations, solver, options.outliers);
  ChosenCalibration chosen;
  chosen.turns = std::move(alike.turns);
  if (options.model.is_auto()) {
    chosen.clean = clean_for_any_model(alike.observations, solver, options.outliers);
    chosen.selection = selected(options, solver, chosen.clean.calibration.observations, options.candidates);
    const Selection& selection = *chosen.selection;
    if (!selection.recommended) {
      chosen.clean.calibration = failed_selection(selection);
    } else if (const SelectEntry* open = degenerate(selection)) {
      chosen.clean.calibration = open->calibration;
    } else {
      chosen.clean.calibration = selection.entries[*selection.recommended].calibration;
    }
  } else {
    solver.model =
        with_chosen_knots(solver.model.shared_model(), alike.observations, solver, explanation_options(options, false));
    chosen.clean =
        alike.clean ? std::move(*alike.clean) : calibrate_cleaned(alike.observations, solver, options.outliers);
  }
  const bool improves = !options.target_shape || options.find_effects;
  if (improves) Improver(options, &chosen).run();
  if (cleaned_again(alike.observations, options, &chosen) && improves) Improver(options, &chosen).run(false);
  return chosen;
}

}  // namespace fiducia

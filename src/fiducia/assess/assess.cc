#include "fiducia/assess/assess.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <functional>
#include <mutex>

#include "fiducia/assess/cause_costs.h"
#include "fiducia/assess/mixed_causes.h"
#include "fiducia/assess/unseen_bend.h"
#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/core/progress.h"
#include "fiducia/core/statistics.h"
#include "fiducia/core/words.h"
#include "fiducia/data/grid_layout.h"
#include "fiducia/evaluate/expected_total.h"
#include "fiducia/evaluate/image_length.h"
#include "fiducia/solve/without_pupil.h"

namespace fiducia {
namespace {

AssessOptions where_light_is(AssessOptions options, const Observations& observations) {
  RegionWeight& region = options.evaluation.mapping.grid.region;
  region = lit_region(std::move(region), observations);
  return options;
}

std::optional<ExplainedCalibration> explained(const Calibration& calibration, const AssessOptions& options,
                                              const ExplanationOptions& how) {
  std::optional<Explanation> lean = explanation_of(calibration, how);
  if (!lean) return std::nullopt;
  FoundExplanations found =
      options.look_for_better ? find_explanations(*lean, how) : FoundExplanations{std::make_shared<Explanation>(*lean)};
  return ExplainedCalibration{std::move(*lean), std::move(found)};
}

/// Frames that stand out, and how wrong the camera is without them.
std::optional<WithoutFrames> without_outlying(const Assessment& result, const AssessOptions& options,
                                              const ExplanationOptions& how) {
  std::vector<std::size_t> indices;
  for (std::size_t j = 0; j < result.calibration.frames.size(); ++j) {
    if (result.evaluation->frames[j].outlying) indices.push_back(result.calibration.frames[j].index);
  }
  if (indices.empty()) return std::nullopt;
  const auto rest = calibrated_without(result.calibration, indices, how.threads, how.progress);
  const std::optional<ExplainedCalibration> without = rest ? explained(*rest, options, how) : std::nullopt;
  if (!without) return std::nullopt;
  const BiasRatio bias = bias_ratio(*rest, {.resamples = 0, .threads = how.threads, .progress = how.progress});
  return WithoutFrames{outlying_frames(result.calibration, *result.evaluation),
                       trust_in(without->lean, bias, *without->found.best, how, options.thresholds).total_px};
}

/// What becomes of the camera with a model that is chosen anew, as it will be: with the doubt about that.
std::optional<BetterModel> with_chosen_model(const Assessment& result, const AssessOptions& options,
                                             BetterModel better) {
  const Selection again = select_again(*result.selection, result.calibration, better.target_shape, better.effects,
                                       options, result.trust->model);
  if (!again.recommended) return better;
  const SelectEntry& entry = again.entries[*again.recommended];
  const Calibration& now = result.calibration;
  if (same_model(*entry.calibration.model, *now.model) && better.target_shape == now.target.basis.shape() &&
      better.effects == now.effects.layout.effects()) {
    return std::nullopt;  // it is that already
  }
  better.name = entry.calibration.model->info().name;
  better.total_px = image_length(std::max(entry.eme_cr2, again.doubt.total));
  better.bound95_px = image_length(std::max(entry.bound95, again.doubt.bound95));
  if (has_worse_bound(better.bound95_px, *result.trust, options.tolerance_px)) return std::nullopt;
  return better;
}

Remedies remedies_for(const Assessment& result, const AssessOptions& options, const ExplanationOptions& how) {
  const bool asked = options.look_for_better && options.find_remedies;
  if (!asked || !result.trust || result.verdict->judgement == Judgement::kGood) return {};
  const Trust& trust = *result.trust;
  Remedies remedies;
  const bool biased = is_biased(result.evaluation->bias, options.thresholds) || trust.systematic_px > 0 ||
                      !trust.without_frames.empty();
  if (biased) remedies.better = better_model(trust);
  if (remedies.better && result.selection && trust.without_frames.empty()) {
    remedies.better = with_chosen_model(result, options, *remedies.better);
  }
  remedies.without_outlying = without_outlying(result, options, how);
  return remedies;
}

/// By the best explanation, or by the calibration itself where the other cannot be compared with it: then what is left
/// says that the error may be larger.
Trust trust_by_any(const Explanation& lean, const Evaluation& evaluation, std::shared_ptr<const Explanation>* best,
                   const ExplanationOptions& how, const VerdictThresholds& thresholds) {
  try {
    return trust_in(lean, evaluation.bias, **best, how, thresholds);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
    *best = std::make_shared<const Explanation>(lean);
    return trust_in(lean, evaluation.bias, **best, how, thresholds);
  }
}

/// What each of these threw; none needs what another one finds. A cancellation is thrown on, whatever else was thrown.
std::vector<std::exception_ptr> side_by_side(int threads, const std::vector<std::function<void()>>& tasks) {
  std::vector<std::exception_ptr> thrown(tasks.size());
  std::exception_ptr cancelled;
  std::mutex mutex;
  parallel_for(tasks.size(), threads, [&](std::size_t i) {
    try {
      tasks[i]();
    } catch (const Error& error) {
      thrown[i] = std::current_exception();
      const std::lock_guard lock(mutex);
      if (error.code() == ErrorCode::kCancelled) cancelled = thrown[i];
    } catch (...) {
      thrown[i] = std::current_exception();
    }
  });
  if (cancelled) std::rethrow_exception(cancelled);
  return thrown;
}

void rethrow(const std::exception_ptr& thrown) {
  if (thrown) std::rethrow_exception(thrown);
}

/// The total error of the calibration, or of the camera that was given. known: what was found out about it already.
void look_at_error(const AssessOptions& options, const std::shared_ptr<const ExplainedCalibration>& known,
                   Assessment* result) {
  if (!result->evaluation) return;
  ExplanationOptions how = explanation_options(options, result->selection.has_value());
  const bool given = !result->calibration.fit.at_minimum;
  if (given && (!result->optimum || result->optimum->best == nullptr)) return;
  try {
    const std::optional<ExplainedCalibration> both =
        known != nullptr ? *known : explained(given ? *result->optimum->best : result->calibration, options, how);
    if (!both) return;
    const Explanation& lean = both->lean;
    const FoundExplanations& found = both->found;
    result->explanation = found.best;
    const InfluencedCamera judged = given ? InfluencedCamera{*result->calibration.camera} : lean.spread;
    const bool of_all_frames = given || found.best->calibration.frames.size() == lean.calibration.frames.size();
    const auto doubt_about = [&] {
      if (result->selection || !options.look_for_better) return ModelDoubt{};
      const ExplanationPtr from = found.mixed ? std::make_shared<const Explanation>(lean) : found.from;
      return doubt_about_lens(given ? found.best : from, judged, how, found.lens_fits);
    };
    ModelDoubt doubt;
    std::optional<double> unseen_bend;
    const Progress whole = how.progress;
    SharedProgress shared(whole);
    how.progress = shared.uncounted();
    const auto find_trust = [&] {
      result->trust = given ? trust_in(*result->calibration.camera, *found.best, how, options.thresholds)
                            : trust_by_any(lean, *result->evaluation, &result->explanation, how, options.thresholds);
    };
    enum Task : std::size_t { kUnseenBend, kTrust, kCauses, kDoubt };
    const std::vector<std::exception_ptr> thrown =
        side_by_side(how.threads, {[&] { unseen_bend = bound_with_unseen_bend(judged, *found.best, how); }, find_trust,
                                   [&] {
                                     if (found.full != nullptr) result->causes = causes_of(lean, found, how);
                                   },
                                   [&] {
                                     if (of_all_frames) doubt = doubt_about();
                                   }});
    rethrow(thrown[kCauses]);
    for (ErrorCause& cause : result->causes) {
      if (cause.code == CauseCode::kLens && result->selection) cause.tried = true;  // by the selection
    }
    if (given) {
      result->causes.push_back(given_camera_cause(result->calibration, *result->optimum, options.thresholds));
      sort_by_cost(&result->causes);
    }
    rethrow(thrown[kTrust]);
    if (result->explanation != found.best) {  // which it could not be compared with
      unseen_bend = bound_with_unseen_bend(judged, *result->explanation, how);
      if (!of_all_frames) doubt = doubt_about();
    }
    if (given) {
      hold_against_given(*result->trust, &result->causes);
    } else {
      hold_costs_against(*result->trust, result->calibration, &result->causes);
    }
    sort_by_cost(&result->causes);
    rethrow(thrown[kDoubt]);
    if (result->selection) {
      add_doubt(result->selection->doubt, &*result->trust);
    } else if (options.look_for_better && result->trust->without_frames.empty()) {
      add_doubt(doubt, &*result->trust);
    }
    rethrow(thrown[kUnseenBend]);
    if (unseen_bend) add_unseen_bend(*unseen_bend, &*result->trust);
    if (result->shape) result->shape->total_px = result->trust->total_px;  // the model may have been chosen anew
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
                    .shape = chosen.shape,
                    .tolerance_px = options.tolerance_px,
                    .thresholds = options.thresholds,
                    .mapping = options.evaluation.mapping};
  if (!result.calibration.converged()) return result;
  EvaluateOptions evaluation = options.evaluation;
  evaluation.outlier_ratio = options.thresholds.outlier_ratio;
  if (!evaluation.progress) evaluation.progress = options.progress;
  result.evaluation = evaluate(result.calibration, evaluation);
  return result;
}

/// A shape that was taken over because it promised a better camera, which did not come.
bool is_worse_than_planar(const Assessment& result) {
  constexpr double kClearly = 1.2;
  return result.shape && result.shape->shape != TargetShape::kPlanar && result.trust &&
         result.trust->total_px > kClearly * result.shape->planar_total_px;
}

/// Effects that were taken over may leave the lens more open than they make it right.
bool is_freed_of_found_effects(const Assessment& result, const AssessOptions& options) {
  return options.find_effects && result.trust && result.calibration.effects.layout.effects() != options.effects;
}

/// The one whose camera is expected to be less wrong.
Assessment surer(Assessment one, Assessment simpler) {
  return simpler.trust && simpler.trust->total_px <= one.trust->total_px ? std::move(simpler) : std::move(one);
}

void judge(const AssessOptions& options, Assessment* result) {
  if (!result->evaluation) return;
  const auto known = [](const auto& part) { return part ? &*part : nullptr; };
  const VerdictContext context{.tolerance_px = result->tolerance_px,
                               .thresholds = result->thresholds,
                               .trust = known(result->trust),
                               .optimum = known(result->optimum),
                               .causes = &result->causes};
  result->verdict = verdict(result->calibration, *result->evaluation, context);
  // What would make it better takes time to find out, and is asked for where it is not good.
  result->remedies = remedies_for(*result, options, explanation_options(options, result->selection.has_value()));
  result->verdict = verdict(result->calibration, *result->evaluation, context, result->remedies);
}

}  // namespace

Assessment assess_calibration(ChosenCalibration chosen, const AssessOptions& options) {
  const std::shared_ptr<const ExplainedCalibration> known = std::move(chosen.explained);
  Assessment result = evaluated(std::move(chosen), options);
  look_at_error(options, known, &result);
  judge(options, &result);
  return result;
}

namespace {

/// Of the frames that are left when those are left out that the options name.
Assessment assess_frames(const std::shared_ptr<const Observations>& observations, const AssessOptions& asked) {
  AssessOptions options = where_light_is(asked, *observations);
  Assessment result = assess_calibration(calibrate_as_asked(observations, options), options);
  if (is_freed_of_found_effects(result, options)) {
    options.find_effects = false;
    result = surer(std::move(result), assess_calibration(calibrate_as_asked(observations, options), options));
  }
  if (is_worse_than_planar(result)) {
    options.target_shape = TargetShape::kPlanar;
    Assessment planar = assess_calibration(calibrate_as_asked(observations, options), options);
    if (planar.trust) planar.shape = {.total_px = planar.trust->total_px, .planar_total_px = planar.trust->total_px};
    result = surer(std::move(result), std::move(planar));
  }
  return result;
}

/// The frames that the outlier test condemns, the worst first, where the camera would gain most by leaving them out.
std::vector<FrameToLeaveOut> condemned_frames(const Assessment& result) {
  if (!result.verdict || result.verdict->action.code != ActionCode::kLookAtFrames) return {};
  std::vector<double> rmse;
  for (const FrameFit& frame : result.calibration.frames) rmse.push_back(frame.rmse);
  const double usual = median(rmse);
  std::vector<FrameToLeaveOut> condemned;
  for (const std::string& name : result.verdict->action.frames) {
    for (const FrameFit& frame : result.calibration.frames) {
      if (frame.name != name) continue;
      condemned.push_back({name, "its RMSE, " + in_digits(frame.rmse) + " px, is " + in_digits(frame.rmse / usual) +
                                     " times the median frame's: blurred, moved, wrong corners?"});
    }
  }
  return condemned;
}

}  // namespace

Assessment assess(const Observations& observations, const AssessOptions& options) {
  return assess(std::make_shared<const Observations>(observations), options);
}

Assessment assess(const std::shared_ptr<const Observations>& observations, const AssessOptions& asked) {
  if (observations == nullptr) throw Error(ErrorCode::kBadOption, "a calibration needs observations");
  Assessment result = assess_frames(observations, asked);
  if (!asked.leave_out_outlying) return result;
  constexpr int kMostRounds = 3;
  constexpr std::size_t kMostPart = 5;  // no more than one in so many: what is common is no outlier
  AssessOptions options = asked;
  for (int round = 0; round < kMostRounds; ++round) {
    const std::vector<FrameToLeaveOut> condemned = condemned_frames(result);
    options.outlying.insert(options.outlying.end(), condemned.begin(), condemned.end());
    if (condemned.empty() || kMostPart * options.outlying.size() > observations->frames.size()) break;
    Assessment without = assess_frames(observations, options);
    if (!without.trust || without.trust->total_px >= result.trust->total_px) break;
    result = std::move(without);
  }
  return result;
}

namespace {

/// The pupil among the calibration's effects, and with it the corners that it was judged by.
void note_given_pupil(const Vector2& pupil, const Observations& seen, const Observations& judged_by,
                      Calibration* calibration) {
  std::size_t left_out = 0;
  for (std::size_t j = 0; j < seen.frames.size(); ++j) {
    left_out += seen.frames[j].corners.size() - judged_by.frames[j].corners.size();
  }
  if (left_out > 0) {
    calibration->warnings.push_back(std::to_string(left_out) + (left_out == 1 ? " corner" : " corners") +
                                    " near the border not counted: outside of the image without the moving pupil");
  }
  EffectFit& effects = calibration->effects;
  effects.layout = EffectLayout({Effect::kPupil});
  effects.common = pupil;
  effects.frames.assign(calibration->frames.size(), Eigen::VectorXd());
  effects.undisturbed.resize(calibration->observations->frames.size());
  for (const FrameFit& frame : calibration->frames) {
    effects.undisturbed[frame.index] = calibration->observations->frames[frame.index].corners;
  }
}

}  // namespace

Assessment assess_camera(const GivenCamera& given, const Observations& observations, const AssessOptions& asked) {
  validate(observations);
  const AssessOptions options = where_light_is(asked, observations);
  require_layout(observations);
  CalibrateOptions fixed = solver_options(options, observations);
  fixed.effects.clear();
  fixed.model = given.camera.shared_model();
  fixed.fix_intrinsics = true;
  fixed.initial.parameters = given.camera.parameters();
  fixed.target_shape = given.target_shape;
  fixed.initial.target_points = given.target_points;
  NumberedAlike alike{std::make_shared<const Observations>(observations)};
  if (given.pupil) alike.observations = without_pupil(alike.observations, fixed, *given.pupil);
  const std::shared_ptr<const Observations> judged_by = alike.observations;
  if (options.number_alike && given.target_points.empty()) {
    alike = number_alike(alike.observations, fixed, options.outliers);
  } else if (options.number_alike) {
    alike = number_like(alike.observations, fixed);
  }
  Assessment result = evaluated(
      {.clean = calibrate_cleaned(alike.observations, fixed, options.outliers), .turns = std::move(alike.turns)},
      options);
  if (result.evaluation) {
    EvaluateOptions evaluated = options.evaluation;
    if (!evaluated.progress) evaluated.progress = options.progress;
    result.optimum = check_optimum(result.calibration, evaluated, given.effects);
  }
  look_at_error(options, nullptr, &result);
  judge(options, &result);
  if (given.pupil) note_given_pupil(*given.pupil, observations, *judged_by, &result.calibration);
  return result;
}

}  // namespace fiducia

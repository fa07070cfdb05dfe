#include "fiducia/evaluate/explanation_candidates.h"

#include <algorithm>
#include <cmath>

#include "fiducia/camera/spline.h"
#include "fiducia/evaluate/effect_screen.h"
#include "fiducia/evaluate/image_pattern.h"
#include "fiducia/evaluate/observed_field.h"
#include "fiducia/evaluate/second_cameras.h"
#include "fiducia/evaluate/spline_ladder.h"
#include "fiducia/evaluate/target_stretch.h"
#include "fiducia/solve/effect_problem.h"

namespace fiducia {
namespace {

/// Fewer leave a free shape hardly anything to be wrong with.
constexpr std::size_t kFewestFramesForShape = 8;
/// Fewer leave effects that differ from frame to frame hardly anything to differ.
constexpr std::size_t kFewestFramesForEffects = 6;
/// The strongest first. An effect of single frames can follow anything, and fits best whatever it was: of such effects
/// and shapes of the target that explain not much less than the effect that fits best, the one comes first for which
/// most speaks with the sizes of effects taken for unknown, not fitted. A board that is bent alike in all frames is no
/// board that bends anew in each, although that follows what a shutter leaves as well.
void sort_by_strength(std::vector<ExplanationCandidate>* all) {
  constexpr double kAboutAsMuch = 0.7;
  std::stable_sort(all->begin(), all->end(), [](const ExplanationCandidate& a, const ExplanationCandidate& b) {
    return a.evidence > b.evidence;
  });
  const auto strongest = std::find_if(all->begin(), all->end(), is_of_frames);
  if (strongest == all->end()) return;
  auto likeliest = strongest;
  for (auto other = strongest + 1; other != all->end(); ++other) {
    if ((is_of_frames(*other) || other->cause == CauseCode::kTarget) &&
        other->explained > kAboutAsMuch * strongest->explained && other->against_effects > likeliest->against_effects) {
      likeliest = other;
    }
  }
  std::rotate(strongest, likeliest, likeliest + 1);
}

}  // namespace

bool ExplanationCandidates::shapes_can_be_tried(const Calibration& full) const {
  return options_.other_shapes && full.frames.size() >= kFewestFramesForShape;
}

std::vector<TargetShape> ExplanationCandidates::shapes_to_try() const {
  if (!shapes_can_be_tried(full())) return {};
  switch (shape_of(full())) {
    case TargetShape::kPlanar: return {TargetShape::kWarp, TargetShape::kFree};
    case TargetShape::kWarp:
      return shape_of(first_->calibration) == TargetShape::kPlanar ? std::vector{TargetShape::kFree}
                                                                   : std::vector<TargetShape>{};
    case TargetShape::kFree: break;
  }
  return {};
}

std::vector<Effect> ExplanationCandidates::effects_to_try(const Calibration& full) const {
  std::vector<Effect> all;
  if (!options_.effects || full.frames.size() < kFewestFramesForEffects || !can_have_effects(*full.model)) return all;
  const EffectLayout& layout = full.effects.layout;
  const bool shutter = layout.has(Effect::kShutter) || layout.has(Effect::kShutterColumns);
  for (const Effect effect : all_effects()) {
    if (layout.has(effect) || (shutter && is_shutter(effect))) continue;
    all.push_back(effect);
  }
  return all;
}

/// Where nearly all of the residuals is systematic, both models may have been chosen to make up for the target: with
/// one that follows most lenses of this field.
std::shared_ptr<const Calibration> ExplanationCandidates::with_general_lens() {
  constexpr double kNearlyAll = 0.8;
  if (!(systematic_.excess() > kNearlyAll * full().fit.cost)) return nullptr;
  const std::vector<std::shared_ptr<const Model>> models = models_of_parts(full(), first_->calibration);
  if (models.size() < 2) return nullptr;
  if (full().effects.empty()) return trials_.with_lens(full_, models.back());
  return trials_.with_lens(full(), full().observations, models.back());
}

/// That the target's columns and rows are spaced otherwise: one number, which a free shape spends hundreds on. As
/// with frames that do not belong to the others, the first model may be the right one.
std::optional<ExplanationCandidate> ExplanationCandidates::stretch_candidate() {
  constexpr double kHalf = 0.5;
  const std::vector<TargetShape> shapes = shapes_to_try();
  if (std::find(shapes.begin(), shapes.end(), TargetShape::kFree) == shapes.end()) return std::nullopt;
  if (shape_of(full()) != TargetShape::kPlanar || systematic_.only_a_trace_is_left()) return std::nullopt;
  const auto of = [](const ExplanationPtr& one) { return std::shared_ptr<const Calibration>(one, &one->calibration); };
  std::vector<std::shared_ptr<const Calibration>> starts = {of(full_)};
  if (first_ != full_) starts.push_back(of(first_));
  if (std::shared_ptr<const Calibration> general = with_general_lens()) starts.push_back(std::move(general));
  std::optional<ExplanationCandidate> best;
  for (const std::shared_ptr<const Calibration>& from : starts) {
    const int more = 1 + from->fit.n_parameters - full().fit.n_parameters;
    const double evident = full().fit.cost - cost_with_evidence(full().fit, more, 1);
    const double that_matters = more * systematic_.noise_variance() + systematic_.least_that_matters();
    const double needed = from->fit.cost - full().fit.cost + std::max(evident, that_matters);
    const std::optional<StretchedFit> stretched = stretched_fit(*from, needed, options_.threads, options_.progress);
    if (!stretched) continue;
    const double evidence = fit_evidence(full(), stretched->cost, more, 1);
    if (evidence <= 0 || (best && evidence <= best->evidence) || !systematic_.matters(stretched->cost, more)) continue;
    const double explained = full().fit.cost - stretched->cost;
    best = ExplanationCandidate{
        .evidence = evidence,
        .against_effects = evidence,
        .explained = explained,
        .systematic = explained - more * systematic_.noise_variance(),
        .cause = CauseCode::kTarget,
        .shape = TargetShape::kFree,
        .find_shape = [this, from, points = stretched->points] { return trials_.with_free_target(*from, points); },
        .explains_most = explained > kHalf * systematic_.excess()};
  }
  return best;
}

/// Nothing where it is not evident, or explains less than `enough` of what is systematic, px^2.
std::shared_ptr<Calibration> ExplanationCandidates::with_shape(TargetShape shape, double enough) const {
  std::vector<const Frame*> frames;
  for (const FrameFit& frame : full().frames) frames.push_back(&full().observations->frames[frame.index]);
  const ShapeBasis basis(shape, full().observations->target.points, frames);
  const int added = basis.degrees_of_freedom() - full().target.basis.degrees_of_freedom();
  return trials_.calibrated(full(), {.model = full().model,
                                     .shape = shape,
                                     .effects = full().effects.layout.effects(),
                                     .least_gain = systematic_.promising_gain(added, enough)});
}

std::optional<ExplanationCandidate> ExplanationCandidates::shape_candidate(TargetShape shape) {
  std::shared_ptr<Calibration>& tried = shaped_.at(shape);
  tried = with_shape(shape, systematic_.least_that_matters());
  if (!tried) return std::nullopt;
  const double evidence = fit_evidence(full(), *tried, 1);
  const int more = tried->fit.n_parameters - full().fit.n_parameters;
  if (evidence <= 0 || !systematic_.matters(tried->fit.cost, more)) return std::nullopt;
  const double explained = full().fit.cost - tried->fit.cost - more * systematic_.noise_variance();
  return ExplanationCandidate{.evidence = evidence,
                              .against_effects = evidence,
                              .explained = full().fit.cost - tried->fit.cost,
                              .systematic = explained,
                              .cause = CauseCode::kTarget,
                              .shape = shape,
                              .calibration = tried,
                              .explains_most = explained > SystematicPart::kAllButNothing * systematic_.excess()};
}

std::optional<ExplanationCandidate> ExplanationCandidates::effect_candidate(Effect effect) const {
  std::optional<EffectScreen> screen = screen_effects(full(), with_effect(full(), effect));
  if (!screen) return std::nullopt;
  const int more = screen->parameters - (full().fit.n_parameters - full().target.basis.degrees_of_freedom());
  const double evidence = fit_evidence(full(), screen->cost, more, 1);
  if (evidence <= 0 || !systematic_.matters(screen->cost, more)) return std::nullopt;
  const double likelihood = fit_evidence(full(), screen->cost, common_unknowns(effect), 1) - screen->narrowed;
  // What another effect explains as well adds hardly a parameter where it takes that one's place.
  if (frame_unknowns(effect) > 0 && likelihood + narrowed_ <= 0) return std::nullopt;
  const double explained = full().fit.cost - screen->cost;
  return ExplanationCandidate{.evidence = evidence,
                              .against_effects = likelihood,
                              .explained = explained,
                              .systematic = explained - more * systematic_.noise_variance(),
                              .cause = cause_of(effect),
                              .shape = shape_of(full()),
                              .effect = effect,
                              .start = std::move(screen->start)};
}

/// That the lens follows no formula here, as a splined one of middling knots shows, with target and effects as they
/// are. How many knots there should be is asked once this is the strongest.
std::optional<ExplanationCandidate> ExplanationCandidates::lens_candidate() {
  constexpr std::size_t kMiddling = 3;
  constexpr double kMayBeChance = 0.5;
  if (as_spline(*full().model) != nullptr || !options_.splines) return std::nullopt;
  // Knots explain little more than a mean for every place in the image does, which takes far less time.
  if (image_pattern(full(), {8, 6}).chance(systematic_.noise_variance()) > kMayBeChance) return std::nullopt;
  const std::vector<std::shared_ptr<const Model>> ladder = spline_ladder(full());
  if (ladder.empty()) return std::nullopt;
  const std::shared_ptr<const Calibration> tried =
      trials_.with_lens(full_, ladder[std::min(kMiddling, ladder.size() - 1)]);
  if (!tried || !frames_can_tell(*tried, 0)) return std::nullopt;
  double squares = 0;  // as the tried one has them: without what holds the effects
  for (const double r : full().residuals.all()) squares += r * r;
  const double cost = tried->fit.cost + full().fit.cost - squares;
  const int more = lens_parameters(*tried) - lens_parameters(full());
  const double evidence = fit_evidence(full(), cost, more, 1);
  if (evidence <= 0 || !systematic_.matters(cost, more)) return std::nullopt;
  return ExplanationCandidate{.evidence = evidence, .cause = CauseCode::kLens, .shape = shape_of(full())};
}

std::optional<ExplanationCandidate> ExplanationCandidates::mixed_candidate(
    const std::vector<ExplanationCandidate>& found) {
  if (!look_for_mixed_) return std::nullopt;
  const std::vector<Effect> effects = effects_to_try(full());
  const auto fitted = [&](TargetShape shape) { return with_shape(shape, 0); };
  return find_second_camera({first_, full_, systematic_, options_, trials_, effects, shaped_, fitted}, found);
}

std::vector<ExplanationCandidate> ExplanationCandidates::of(const ExplanationPtr& full_now) {
  full_ = full_now;
  systematic_.look_at(full_);
  const std::optional<EffectScreen> as_it_is =
      full().effects.empty() ? std::nullopt : screen_effects(full(), full().effects.layout.effects());
  narrowed_ = as_it_is ? as_it_is->narrowed : 0;
  shaped_.clear();
  std::vector<LookForCandidate> looks = {[&] { return stretch_candidate(); }};
  for (const TargetShape shape : shapes_to_try()) {
    shaped_[shape] = nullptr;
    looks.emplace_back([&, shape] { return shape_candidate(shape); });
  }
  for (const Effect effect : effects_to_try(full())) {
    looks.emplace_back([&, effect] { return effect_candidate(effect); });
  }
  std::vector<ExplanationCandidate> all;
  for (std::optional<ExplanationCandidate>& one : all_of(looks, options_.threads)) {
    if (one) all.push_back(std::move(*one));
  }
  sort_by_strength(&all);
  // A stretch that is to end the search needs a shape to go with it.
  while (!all.empty() && all.front().explains_most && all.front().find_shape) {
    std::shared_ptr<Calibration> found = all.front().find_shape();
    if (found && fit_evidence(full(), *found, 1) > 0) {
      all.front().calibration = std::move(found);
      all.front().find_shape = nullptr;
    } else {
      all.erase(all.begin());
    }
  }
  // A target that explains most leaves nothing for what takes more unknowns, and longest to look for; whatever does,
  // nothing for a lens without a formula.
  if (!all.empty() && all.front().explains_most) return all;
  const bool explained = std::any_of(all.begin(), all.end(), [&](const ExplanationCandidate& one) {
    return one.systematic > SystematicPart::kAllButNothing * systematic_.excess();
  });
  const LookForCandidate lens = [&]() -> std::optional<ExplanationCandidate> {
    return explained ? std::nullopt : lens_candidate();
  };
  std::vector<std::optional<ExplanationCandidate>> others =
      all_of({[&] { return mixed_candidate(all); }, lens}, options_.threads);
  for (std::optional<ExplanationCandidate>& one : others) {
    if (one) all.push_back(std::move(*one));
  }
  sort_by_strength(&all);
  return all;
}

}  // namespace fiducia

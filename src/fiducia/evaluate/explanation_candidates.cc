#include "fiducia/evaluate/explanation_candidates.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "fiducia/camera/spline.h"
#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/evaluate/candidate_models.h"
#include "fiducia/evaluate/effect_screen.h"
#include "fiducia/evaluate/frame_partition.h"
#include "fiducia/evaluate/image_pattern.h"
#include "fiducia/evaluate/observed_field.h"
#include "fiducia/evaluate/spline_ladder.h"
#include "fiducia/evaluate/target_stretch.h"
#include "fiducia/solve/effect_problem.h"

namespace fiducia {
namespace {

/// Fewer leave a free shape hardly anything to be wrong with.
constexpr std::size_t kFewestFramesForShape = 8;
/// Fewer leave effects that differ from frame to frame hardly anything to differ.
constexpr std::size_t kFewestFramesForEffects = 6;
/// Of what is systematic: less does not matter.
constexpr double kFairPart = 0.2;
/// Of what was systematic at first, likewise.
constexpr double kTrace = 0.005;
/// Of it, what a second camera explains at least, where the target's shape explains the rest.
constexpr double kFairToo = 0.1;
/// What a second camera explains at least of what is systematic beside the target's shape. The rest may be others'
/// (single images, a shutter); what differs from frame to frame leaves more, or is explained by its own effect better.
constexpr double kMost = 0.75;
/// Of it, what leaves nothing for a lens without a formula or a second camera to explain.
constexpr double kAllButNothing = 0.97;

double sum_of_squares(const MixedFrames& mixed) {
  return std::accumulate(mixed.squares.begin(), mixed.squares.end(), 0.0);
}

/// An effect whose size differs from frame to frame.
bool is_of_frames(const ExplanationCandidate& one) { return one.effect && frame_unknowns(*one.effect) > 0; }

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

std::vector<Effect> with_effect(const Calibration& calibration, Effect effect) {
  std::vector<Effect> effects = calibration.effects.layout.effects();
  effects.push_back(effect);
  return effects;
}

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

double ExplanationCandidates::noise_variance(const ExplanationPtr& full) {
  if (noise_for_ != full) {
    try {
      noise_variance_ =
          std::pow(bias_ratio(full->calibration, {.resamples = 0, .threads = options_.threads}).plain.sigma_d_px, 2);
    } catch (const Error&) {  // a target without tiles: all that is left may be systematic
      noise_variance_ = 0;
    }
    noise_for_ = full;
  }
  return noise_variance_;
}

/// What of the squared residuals is systematic, px^2.
double ExplanationCandidates::excess() {
  const FitSummary& fit = full().fit;
  return std::max(0.0, fit.cost - (fit.n_observations - fit.n_parameters) * noise_variance());
}

/// Whether of what was systematic at first there is no more than what does not matter, chance allowed for.
bool ExplanationCandidates::only_a_trace_is_left() {
  constexpr double kSure = 4;  // standard deviations
  // Of the cost by itself, and of the noise, which small parts of the target tell by a quarter of their numbers.
  constexpr double kOfCost = 2;
  constexpr double kOfNoise = 8;
  const double by_chance = std::sqrt((kOfCost + kOfNoise) * full().fit.n_observations) * noise_variance();
  return excess() + kSure * by_chance < kTrace * first_excess_.value_or(0);
}

/// A fair part of what is systematic now, and more than a trace of what was at first (when only the lens had been
/// looked at), px^2.
double ExplanationCandidates::least_that_matters() {
  return std::max(kFairPart * excess(), kTrace * first_excess_.value_or(0));
}

/// By how much the cost falls, to first order, with so many parameters more, where these are worth a fit: what they
/// explain by chance, and half of what would make them evident and explain `enough` of what is systematic, px^2.
double ExplanationCandidates::promising_gain(int more_parameters, double enough) {
  constexpr double kHalf = 0.5;
  const FitSummary& fit = full().fit;
  const double by_chance = more_parameters * fit.variance;
  const double evident = fit.cost - cost_with_evidence(fit, more_parameters, 1);
  const double matters = more_parameters * noise_variance() + enough;
  return by_chance + kHalf * std::max(0.0, std::max(evident, matters) - by_chance);
}

bool ExplanationCandidates::matters(double cost, int more_parameters) {
  const double explained = full().fit.cost - cost - more_parameters * noise_variance();
  return explained > least_that_matters();
}

bool ExplanationCandidates::matters(const Calibration& tried) {
  return matters(tried.fit.cost, tried.fit.n_parameters - full().fit.n_parameters);
}

/// Frames that do not belong to the others. They come before what differs from frame to frame, which would take them
/// for its own, where they explain most, and more than that does.
std::optional<ExplanationCandidate> ExplanationCandidates::mixed_candidate(
    const std::vector<ExplanationCandidate>& found) {
  if (!look_for_mixed_) return std::nullopt;
  const EffectLayout& layout = full().effects.layout;
  for (const Effect effect : layout.effects()) {
    if (frame_unknowns(effect) > 0) return std::nullopt;
  }
  if (full_ != first_ && excess() < kFairToo * first_excess_.value_or(0)) return std::nullopt;
  double to_beat = 0;
  double explained = 0;
  for (const ExplanationCandidate& one : found) {
    if (!is_of_frames(one)) continue;
    to_beat = std::max(to_beat, one.against_effects);
    explained = std::max(explained, one.systematic);
  }
  const bool leaves_nothing = explained > kAllButNothing * excess();
  const Demand demand{.enough = kMost, .fair = kFairToo, .to_beat = to_beat, .all_is_small = leaves_nothing};
  std::vector<Look> looks;
  const std::vector<std::shared_ptr<const Model>> models = models_of_parts();
  for (const std::shared_ptr<const Model>& model : models) {
    looks.emplace_back([&] { return mixed_on(trials_.with_lens(full_, model), 0, demand); });
  }
  // Where an effect leaves nothing, a target that is bent beside a second camera would be too much.
  const bool bent_too = !leaves_nothing && !shapes_to_try().empty() && parts_may_differ();
  for (const TargetShape shape : bent_too ? shapes_to_try() : std::vector<TargetShape>{}) {
    // One that would not matter by itself may matter beside a second camera.
    std::shared_ptr<Calibration>& shaped = shaped_.at(shape);
    if (full_ == first_ && !shaped) shaped = with_shape(shape, 0);
    for (const std::shared_ptr<const Model>& model : models) {
      looks.emplace_back([&, shape] { return mixed_on_shape(shape, model, to_beat); });
    }
  }
  std::optional<ExplanationCandidate> best;
  for (std::optional<ExplanationCandidate>& one : all_of(looks)) {
    if (one && (!best || one->evidence > best->evidence)) best = std::move(one);
  }
  return best;
}

/// Whether two cameras would explain a fair part of what is systematic, to first order.
bool ExplanationCandidates::parts_may_differ() {
  constexpr std::size_t kFewest = 3;
  const bool splined = as_spline(*full().model) != nullptr;
  if (splined || shape_of(full()) != TargetShape::kPlanar || !full().effects.empty()) return true;  // not known
  return partition_frames(full(), kFewest).gain > kFairPart * excess();
}

/// The model that explains a mixture best need not be the one that explains its parts: that of the full explanation,
/// that of the first, and one that follows most lenses of this field.
std::vector<std::shared_ptr<const Model>> ExplanationCandidates::models_of_parts() const {
  std::vector<std::shared_ptr<const Model>> models = {with_formula(full().model)};
  const auto add = [&](const std::shared_ptr<const Model>& model) {
    const auto same = [&](const auto& other) { return same_model(*model, *other); };
    if (std::none_of(models.begin(), models.end(), same)) models.push_back(model);
  };
  add(with_formula(first_->calibration.model));
  for (const std::shared_ptr<const Model>& model : models_for(observed_field_deg(full()))) {
    if (model->info().name == "opencv4") add(model);
  }
  return models;
}

/// Two cameras of a model, and a target of a shape that the first model finds.
std::optional<ExplanationCandidate> ExplanationCandidates::mixed_on_shape(TargetShape shape,
                                                                          const std::shared_ptr<const Model>& model,
                                                                          double to_beat) {
  const Calibration& first = first_->calibration;
  const std::shared_ptr<Calibration> shaped =
      full_ == first_ ? shaped_.at(shape)
                      : trials_.calibrated(first, {first.model, shape, first.effects.layout.effects()});
  if (!shaped || fit_evidence(full(), *shaped, 1) <= 0) return std::nullopt;
  const int more = shaped->target.basis.degrees_of_freedom();
  std::optional<ExplanationCandidate> mixed = mixed_on(trials_.with_lens(*shaped, model), more, {.enough = kFairPart});
  if (!mixed) return std::nullopt;
  // The shape was found with frames that do not belong together: once more, without the fewer.
  const std::shared_ptr<const Calibration> rest =
      calibrated_without(*shaped, mixed->mixed->frames, options_.threads, options_.progress);
  if (!rest) return std::nullopt;
  auto again = std::make_shared<Observations>(*shaped->observations);
  again->target.points = target_points(*rest);
  std::optional<ExplanationCandidate> refined =
      mixed_on(trials_.with_lens(first, again, model), more, {.enough = kMost, .fair = kFairToo, .to_beat = to_beat});
  const bool turned = refined && refined->mixed->kind != MixedKind::kOtherCamera;
  const int of_target = more - full().target.basis.degrees_of_freedom();
  if (turned || (refined && refined->against_effects > strongest_effect_on(*shaped, of_target))) return refined;
  return std::nullopt;
}

/// The most that speaks for another lens or shape of the target with one effect that acts in single frames, against a
/// second camera. of_target: how many numbers more its target's shape has than the full explanation's.
double ExplanationCandidates::strongest_effect_on(const Calibration& other, int of_target) const {
  double most = -std::numeric_limits<double>::infinity();
  for (const Effect effect : effects_to_try(full())) {
    if (frame_unknowns(effect) == 0) continue;
    const std::optional<EffectScreen> screen = screen_effects(other, with_effect(other, effect));
    if (!screen) continue;
    const int more = of_target + lens_parameters(other) - lens_parameters(full());
    most = std::max(most, fit_evidence(full(), screen->cost, more, 1) - screen->narrowed);
  }
  return most;
}

/// Whether what differs from frame to frame explains a second camera away, with any of the lenses that two cameras
/// were tried with: that of the full explanation may make up for a part of it.
bool ExplanationCandidates::effects_explain_better(const ExplanationCandidate& mixed,
                                                   const std::vector<ExplanationCandidate>& found) {
  const auto better = [&](const ExplanationCandidate& other) {
    return is_of_frames(other) && other.against_effects > mixed.against_effects;
  };
  if (std::any_of(found.begin(), found.end(), better)) return true;
  for (const std::shared_ptr<const Model>& model : models_of_parts()) {
    if (same_model(*model, *full().model)) continue;
    const std::shared_ptr<const Calibration> other = trials_.with_lens(full_, model);
    if (other && strongest_effect_on(*other, 0) > mixed.against_effects) return true;
  }
  return false;
}

/// Two cameras for the frames of a calibration with the target as it is, whose shape has so many numbers more. They
/// must explain enough of what is systematic with that target, and a fair part of what is with the full explanation.
std::optional<ExplanationCandidate> ExplanationCandidates::mixed_on(const std::shared_ptr<const Calibration>& plain,
                                                                    int more, const Demand& demand) {
  constexpr double kRoughly = 0.5;  // the gain of a partition is known to first order
  constexpr double kRather = 0.7;   // and well where all that is wrong is small
  if (plain == nullptr) return std::nullopt;
  const FitSummary& fit = full().fit;
  const double all = excess();
  const double here =
      std::max(0.0, plain->fit.cost - (fit.n_observations - fit.n_parameters - more) * noise_variance());
  const int of_mixture = static_cast<int>(full().frames.size()) + plain->model->size() + more;
  const double needed = kRoughly * (plain->fit.cost - cost_with_evidence(fit, of_mixture, 1));
  // A frame's part is no parameter once it is beyond doubt; among what else could differ from frame to frame, it is a
  // choice of two.
  const double parts = 2 * std::numbers::ln2 * static_cast<double>(full().frames.size());
  MixedGain least{std::max(needed, kFairPart * std::min(all, here))};
  if (demand.to_beat > 0) {
    least.to_win = plain->fit.cost - cost_with_evidence(fit, lens_parameters(full()) + more, 1) *
                                         std::exp(-(demand.to_beat + parts) / fit.n_observations);
    if (demand.all_is_small) least.to_first_order = std::max(least.to_first_order, kRather * least.to_win);
  }
  std::optional<MixedFrames> mixed = find_mixed_frames(*plain, least, options_.threads, options_.progress);
  if (!mixed) return std::nullopt;
  const double cost = sum_of_squares(*mixed);
  const double explained = plain->fit.cost - cost - mixed->more_parameters * noise_variance();
  mixed->more_parameters += more;
  if (fit_evidence(full(), cost, mixed->more_parameters, 1) <= 0 || explained < demand.enough * here ||
      explained < demand.fair * std::max(all, first_excess_.value_or(0))) {
    return std::nullopt;
  }
  const double evidence = fit_evidence(full(), cost, lens_parameters(full()) + more, 1);
  return ExplanationCandidate{.evidence = evidence,
                              .against_effects = evidence - parts,
                              .cause = CauseCode::kOtherCamera,
                              .mixed = std::move(mixed)};
}

/// Where nearly all of the residuals is systematic, both models may have been chosen to make up for the target: with
/// one that follows most lenses of this field.
std::shared_ptr<const Calibration> ExplanationCandidates::with_general_lens() {
  constexpr double kNearlyAll = 0.8;
  if (!(excess() > kNearlyAll * full().fit.cost)) return nullptr;
  const std::vector<std::shared_ptr<const Model>> models = models_of_parts();
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
  if (shape_of(full()) != TargetShape::kPlanar || only_a_trace_is_left()) return std::nullopt;
  const auto of = [](const ExplanationPtr& one) { return std::shared_ptr<const Calibration>(one, &one->calibration); };
  std::vector<std::shared_ptr<const Calibration>> starts = {of(full_)};
  if (first_ != full_) starts.push_back(of(first_));
  if (std::shared_ptr<const Calibration> general = with_general_lens()) starts.push_back(std::move(general));
  std::optional<ExplanationCandidate> best;
  for (const std::shared_ptr<const Calibration>& from : starts) {
    const int more = 1 + from->fit.n_parameters - full().fit.n_parameters;
    const double evident = full().fit.cost - cost_with_evidence(full().fit, more, 1);
    const double that_matters = more * noise_variance() + least_that_matters();
    const double needed = from->fit.cost - full().fit.cost + std::max(evident, that_matters);
    const std::optional<StretchedFit> stretched = stretched_fit(*from, needed, options_.threads, options_.progress);
    if (!stretched) continue;
    const double evidence = fit_evidence(full(), stretched->cost, more, 1);
    if (evidence <= 0 || (best && evidence <= best->evidence) || !matters(stretched->cost, more)) continue;
    const double explained = full().fit.cost - stretched->cost;
    best = ExplanationCandidate{
        .evidence = evidence,
        .against_effects = evidence,
        .explained = explained,
        .systematic = explained - more * noise_variance(),
        .cause = CauseCode::kTarget,
        .shape = TargetShape::kFree,
        .find_shape = [this, from, points = stretched->points] { return trials_.with_free_target(*from, points); },
        .explains_most = explained > kHalf * excess()};
  }
  return best;
}

/// Nothing where it is not evident, or explains less than `enough` of what is systematic, px^2.
std::shared_ptr<Calibration> ExplanationCandidates::with_shape(TargetShape shape, double enough) {
  std::vector<const Frame*> frames;
  for (const FrameFit& frame : full().frames) frames.push_back(&full().observations->frames[frame.index]);
  const ShapeBasis basis(shape, full().observations->target.points, frames);
  const int added = basis.degrees_of_freedom() - full().target.basis.degrees_of_freedom();
  return trials_.calibrated(full(), {.model = full().model,
                                     .shape = shape,
                                     .effects = full().effects.layout.effects(),
                                     .least_gain = promising_gain(added, enough)});
}

std::optional<ExplanationCandidate> ExplanationCandidates::shape_candidate(TargetShape shape) {
  std::shared_ptr<Calibration>& tried = shaped_.at(shape);
  tried = with_shape(shape, least_that_matters());
  if (!tried) return std::nullopt;
  const double evidence = fit_evidence(full(), *tried, 1);
  if (evidence <= 0 || !matters(*tried)) return std::nullopt;
  const int more = tried->fit.n_parameters - full().fit.n_parameters;
  const double explained = full().fit.cost - tried->fit.cost - more * noise_variance();
  return ExplanationCandidate{.evidence = evidence,
                              .against_effects = evidence,
                              .explained = full().fit.cost - tried->fit.cost,
                              .systematic = explained,
                              .cause = CauseCode::kTarget,
                              .shape = shape,
                              .calibration = tried,
                              .explains_most = explained > kAllButNothing * excess()};
}

std::optional<ExplanationCandidate> ExplanationCandidates::effect_candidate(Effect effect) {
  std::optional<EffectScreen> screen = screen_effects(full(), with_effect(full(), effect));
  if (!screen) return std::nullopt;
  const int more = screen->parameters - (full().fit.n_parameters - full().target.basis.degrees_of_freedom());
  const double evidence = fit_evidence(full(), screen->cost, more, 1);
  if (evidence <= 0 || !matters(screen->cost, more)) return std::nullopt;
  const double likelihood = fit_evidence(full(), screen->cost, common_unknowns(effect), 1) - screen->narrowed;
  // What another effect explains as well adds hardly a parameter where it takes that one's place.
  if (frame_unknowns(effect) > 0 && likelihood + narrowed_ <= 0) return std::nullopt;
  const double explained = full().fit.cost - screen->cost;
  return ExplanationCandidate{.evidence = evidence,
                              .against_effects = likelihood,
                              .explained = explained,
                              .systematic = explained - more * noise_variance(),
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
  if (image_pattern(full(), {8, 6}).chance(noise_variance()) > kMayBeChance) return std::nullopt;
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
  if (evidence <= 0 || !matters(cost, more)) return std::nullopt;
  return ExplanationCandidate{.evidence = evidence, .cause = CauseCode::kLens, .shape = shape_of(full())};
}

std::vector<ExplanationCandidate> ExplanationCandidates::of(const ExplanationPtr& full_now) {
  full_ = full_now;
  const double now = excess();  // which what follows needs, and must not compute at the same time
  if (!first_excess_) first_excess_ = now;
  const std::optional<EffectScreen> as_it_is =
      full().effects.empty() ? std::nullopt : screen_effects(full(), full().effects.layout.effects());
  narrowed_ = as_it_is ? as_it_is->narrowed : 0;
  shaped_.clear();
  std::vector<Look> looks = {[&] { return stretch_candidate(); }};
  for (const TargetShape shape : shapes_to_try()) {
    shaped_[shape] = nullptr;
    looks.emplace_back([&, shape] { return shape_candidate(shape); });
  }
  for (const Effect effect : effects_to_try(full())) {
    looks.emplace_back([&, effect] { return effect_candidate(effect); });
  }
  std::vector<ExplanationCandidate> all;
  for (std::optional<ExplanationCandidate>& one : all_of(looks)) {
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
  const bool explained = std::any_of(
      all.begin(), all.end(), [&](const ExplanationCandidate& one) { return one.systematic > kAllButNothing * now; });
  const Look lens = [&]() -> std::optional<ExplanationCandidate> {
    return explained ? std::nullopt : lens_candidate();
  };
  std::vector<std::optional<ExplanationCandidate>> others = all_of({[&] { return mixed_candidate(all); }, lens});
  std::optional<ExplanationCandidate> mixed = std::move(others.front());
  if (others.back()) all.push_back(std::move(*others.back()));
  const bool turned = mixed && mixed->mixed->kind != MixedKind::kOtherCamera;
  if (mixed && (turned || !effects_explain_better(*mixed, all))) all.push_back(std::move(*mixed));
  sort_by_strength(&all);
  return all;
}

std::vector<std::optional<ExplanationCandidate>> ExplanationCandidates::all_of(const std::vector<Look>& looks) const {
  std::vector<std::optional<ExplanationCandidate>> found(looks.size());
  parallel_for(looks.size(), options_.threads, [&](std::size_t i) { found[i] = looks[i](); });
  return found;
}

}  // namespace fiducia

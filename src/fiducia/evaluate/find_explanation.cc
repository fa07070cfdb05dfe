#include "fiducia/evaluate/find_explanation.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "fiducia/core/error.h"
#include "fiducia/evaluate/candidate_models.h"
#include "fiducia/evaluate/effect_screen.h"
#include "fiducia/evaluate/explanation_trials.h"
#include "fiducia/evaluate/frame_gain.h"
#include "fiducia/evaluate/observed_field.h"
#include "fiducia/evaluate/target_stretch.h"

namespace fiducia {
namespace {

/// Fewer leave a free shape hardly anything to be wrong with.
constexpr std::size_t kFewestFramesForShape = 8;
/// Fewer leave effects that differ from frame to frame hardly anything to differ.
constexpr std::size_t kFewestFramesForEffects = 6;
/// A model whose mean squared residual with the target as the best one found it is so much larger than the best one's
/// is not tried with a shape of its own, which takes long.
constexpr double kWorthATry = 1.05;
constexpr int kMostParts = 5;
/// Of Akaike's criterion: by so much one explanation is clearly better than another.
constexpr double kClearGain = 10;
/// Of what is systematic: less does not matter.
constexpr double kFairPart = 0.2;
/// An effect that is there shows in most frames, not in one or two: by so many standard errors of the mean.
constexpr double kClearly = 1;

TargetShape shape_of(const Calibration& calibration) { return calibration.target.basis.shape(); }

std::vector<Effect> with_effect(const Calibration& calibration, Effect effect) {
  std::vector<Effect> effects = calibration.effects.layout.effects();
  effects.push_back(effect);
  return effects;
}

std::vector<Effect> without_effect(const Calibration& calibration, Effect effect) {
  std::vector<Effect> effects = calibration.effects.layout.effects();
  std::erase(effects, effect);
  return effects;
}

std::vector<Effect> exchanged(const Calibration& calibration, Effect known, Effect by) {
  std::vector<Effect> effects = without_effect(calibration, known);
  effects.push_back(by);
  return effects;
}

double gain_by_frame_over(const Calibration& lean, const Calibration& rich) {
  return gain_by_frame(squares_by_frame(lean), squares_by_frame(rich), rich.fit.variance,
                       rich.fit.n_parameters - lean.fit.n_parameters);
}

double sum_of_squares(const MixedFrames& mixed) {
  return std::accumulate(mixed.squares.begin(), mixed.squares.end(), 0.0);
}

class Search {
 public:
  Search(Explanation from, const ExplanationOptions& options, bool look_for_mixed)
      : first_(std::make_shared<const Explanation>(std::move(from))),
        best_(first_),
        full_(first_),
        options_(options),
        look_for_mixed_(look_for_mixed),
        trials_(options) {}

  FoundExplanations run() {
    if (options_.other_models) try_models();
    for (int parts = 0; parts < kMostParts && add_strongest(); ++parts) {
      if (options_.other_models) try_models();
    }
    if (mixed_) return {.best = best_, .full = full_, .mixed = std::move(mixed_)};
    exchange_effects();
    drop_what_is_not_needed();
    if (same_model(*full().model, *first_->calibration.model)) {  // a lens that was taken for another cause
      std::erase_if(steps_, [](const ExplanationStep& step) { return step.cause == CauseCode::kLens; });
    }
    const double noise = steps_.empty() ? 0 : std::sqrt(noise_variance());
    const bool shapes = options_.other_shapes && full().frames.size() >= kFewestFramesForShape;
    return {.best = best_,
            .full = full_,
            .steps = std::move(steps_),
            .alternatives = alternatives(),
            .from = first_,
            .shapes_tried = shapes,
            .noise_px = noise};
  }

 private:
  [[nodiscard]] const Calibration& full() const { return full_->calibration; }
  [[nodiscard]] const std::vector<Effect>& effects() const { return full().effects.layout.effects(); }

  [[nodiscard]] std::shared_ptr<Calibration> calibrated(const std::shared_ptr<const Model>& model, TargetShape shape,
                                                        std::vector<Effect> effects,
                                                        const EffectFit& start = {}) const {
    return trials_.calibrated(full(), {model, shape, std::move(effects), start});
  }

  [[nodiscard]] ExplanationPtr explained(Calibration calibration) const {
    return trials_.explained(std::move(calibration));
  }

  [[nodiscard]] bool better(const Explanation& now, const Explanation& other) const {
    return trials_.better(now, other);
  }

  void accept(CauseCode cause, const ExplanationPtr& next) {
    steps_.push_back({cause, full_, next});
    full_ = next;
  }

  /// Other lens models, with the shape and the effects of the full explanation.
  void try_models() {
    std::vector<std::shared_ptr<const Model>> models = models_for(observed_field_deg(full()));
    std::stable_sort(models.begin(), models.end(), [](const auto& a, const auto& b) { return a->size() < b->size(); });
    ExplanationPtr before = full_;
    for (const std::shared_ptr<const Model>& model : models) {
      if (same_model(*model, *full().model)) continue;
      const bool plain = shape_of(full()) == TargetShape::kPlanar && full().effects.empty();
      if (!plain && !might_explain(model)) continue;
      const std::shared_ptr<Calibration> tried = calibrated(model, shape_of(full()), effects());
      if (!tried) continue;
      // A richer one that does not even fit better is not worth the time.
      const bool richer = tried->fit.n_parameters > full().fit.n_parameters;
      if (richer && fit_evidence(full(), *tried, 1) <= 0) continue;
      const ExplanationPtr other = explained(std::move(*tried));
      if (!other || !better(*full_, *other)) continue;
      const bool was_best = full_ == best_;
      full_ = other;
      if (was_best || better(*best_, *full_)) best_ = full_;
    }
    if (full_ != before) steps_.push_back({CauseCode::kLens, std::move(before), full_});
  }

  /// Whether the model might explain the frames with a shape and effects of its own: with those found it does about as
  /// well, or better where it is richer.
  [[nodiscard]] bool might_explain(const std::shared_ptr<const Model>& model) {
    const std::shared_ptr<Calibration> quick = trials_.with_lens(full_, model);
    if (!quick) return false;
    const int more = model->size() - full().model->size();
    double squares = 0;  // as the quick one has them: without what holds the effects
    for (const double r : full().residuals.all()) squares += r * r;
    const double held = full().fit.cost - squares;
    if (more > 0) return fit_evidence(full(), quick->fit.cost + held, more, 1) > 0;
    return quick->fit.cost + held < kWorthATry * full().fit.cost;
  }

  [[nodiscard]] std::vector<TargetShape> shapes_to_try() const {
    if (!options_.other_shapes || full().frames.size() < kFewestFramesForShape) return {};
    switch (shape_of(full())) {
      case TargetShape::kPlanar: return {TargetShape::kWarp, TargetShape::kFree};
      case TargetShape::kWarp:
        return shape_of(first_->calibration) == TargetShape::kPlanar ? std::vector{TargetShape::kFree}
                                                                     : std::vector<TargetShape>{};
      case TargetShape::kFree: break;
    }
    return {};
  }

  /// A sensor is read by rows or by columns, not both.
  [[nodiscard]] std::vector<Effect> effects_to_try() const {
    std::vector<Effect> all;
    if (!options_.effects || full().frames.size() < kFewestFramesForEffects) return all;
    const EffectLayout& layout = full().effects.layout;
    const bool shutter = layout.has(Effect::kShutter) || layout.has(Effect::kShutterColumns);
    for (const Effect effect : all_effects()) {
      if (layout.has(effect) || (shutter && is_shutter(effect))) continue;
      all.push_back(effect);
    }
    return all;
  }

  [[nodiscard]] static bool is_shutter(Effect effect) {
    return effect == Effect::kShutter || effect == Effect::kShutterColumns;
  }

  /// Whether an effect may take the place of one that the full explanation has.
  [[nodiscard]] bool can_stand_for(Effect by, Effect known) const {
    const EffectLayout& layout = full().effects.layout;
    if (layout.has(by) || frame_unknowns(by) == 0 || frame_unknowns(known) == 0) return false;
    const bool other_shutter = layout.has(Effect::kShutter) || layout.has(Effect::kShutterColumns);
    return !is_shutter(by) || is_shutter(known) || !other_shutter;
  }

  /// Parameters of the full explanation but for the target's shape.
  [[nodiscard]] int parameters_at_found_target() const {
    return full().fit.n_parameters - full().target.basis.degrees_of_freedom();
  }

  /// The noise of a coordinate, as small parts of the target show it (the bias ratio's sigma_d), px^2.
  [[nodiscard]] double noise_variance() {
    if (noise_for_ != full_) {
      try {
        noise_variance_ =
            std::pow(bias_ratio(full(), {.resamples = 0, .threads = options_.threads}).plain.sigma_d_px, 2);
      } catch (const Error&) {  // a target without tiles: all that is left may be systematic
        noise_variance_ = 0;
      }
      noise_for_ = full_;
    }
    return noise_variance_;
  }

  /// Whether a fit explains a fair part of what is systematic now, and more than a trace of what was at first (when
  /// only the lens had been looked at).
  [[nodiscard]] bool matters(double cost, int more_parameters) {
    constexpr double kTrace = 0.005;
    const double variance = noise_variance();
    const FitSummary& fit = full().fit;
    const double excess = std::max(0.0, fit.cost - (fit.n_observations - fit.n_parameters) * variance);
    if (!first_excess_) first_excess_ = excess;
    const double explained = fit.cost - cost - more_parameters * variance;
    return explained > std::max(kFairPart * excess, kTrace * *first_excess_);
  }

  struct Candidate {
    double evidence = 0;
    CauseCode cause = CauseCode::kTarget;
    TargetShape shape = TargetShape::kPlanar;
    std::optional<Effect> effect = {};
    std::shared_ptr<Calibration> calibration = {};  // of a shape
    EffectFit start = {};                           // of an effect
    std::optional<MixedFrames> mixed = {};
    bool explains_most = false;  // of what is systematic, with one number
  };

  /// Frames that do not belong to the others. They come before what differs from frame to frame, which would take them
  /// for its own, and must explain nearly all.
  [[nodiscard]] std::optional<Candidate> mixed_candidate() {
    if (!look_for_mixed_) return std::nullopt;
    const EffectLayout& layout = full().effects.layout;
    for (const Effect effect : layout.effects()) {
      if (frame_unknowns(effect) > 0) return std::nullopt;
    }
    // The model that explains the mixture best need not be the one that explains its parts.
    std::optional<Candidate> best = mixed_on(trials_.with_lens(full_, full().model), 0);
    const auto consider = [&](std::optional<Candidate> other) {
      if (other && (!best || other->evidence > best->evidence)) best = std::move(other);
    };
    const Calibration& first = first_->calibration;
    if (!same_model(*first.model, *full().model)) consider(mixed_on(trials_.with_lens(full_, first.model), 0));
    for (const TargetShape shape : shapes_to_try()) {
      const std::shared_ptr<Calibration> shaped =
          trials_.calibrated(first, {first.model, shape, first.effects.layout.effects()});
      if (!shaped) continue;
      const int more = shaped->target.basis.degrees_of_freedom();
      std::optional<Candidate> mixed = mixed_on(trials_.with_lens(*shaped, first.model), more, kFairPart, 0);
      if (!mixed) continue;
      // The shape was found with frames that do not belong together: once more, without the fewer.
      const std::shared_ptr<const Calibration> rest =
          calibrated_without(*shaped, mixed->mixed->frames, options_.threads, options_.progress);
      if (!rest) continue;
      auto again = std::make_shared<Observations>(*shaped->observations);
      again->target.points = target_points(*rest);
      std::optional<Candidate> refined = mixed_on(trials_.with_target(first, again), more);
      const bool turned = refined && refined->mixed->kind != MixedKind::kOtherCamera;
      if (turned || (refined && refined->evidence > strongest_effect_on(*shaped))) consider(std::move(refined));
    }
    return best;
  }

  /// The most evidence for a calibration with a shape of the target and one effect that acts in single frames.
  [[nodiscard]] double strongest_effect_on(const Calibration& shaped) const {
    double most = 0;
    const int at_target = shaped.fit.n_parameters - shaped.target.basis.degrees_of_freedom();
    for (const Effect effect : effects_to_try()) {
      if (frame_unknowns(effect) == 0) continue;
      const std::optional<EffectScreen> screen = screen_effects(shaped, with_effect(shaped, effect));
      if (!screen) continue;
      const int more = shaped.fit.n_parameters - full().fit.n_parameters + screen->parameters - at_target;
      most = std::max(most, fit_evidence(full(), screen->cost, more, 1));
    }
    return most;
  }

  static constexpr double kNearlyAll = 0.95;

  /// Two cameras for the frames of a calibration with the target as it is, whose shape has so many numbers more. They
  /// must explain enough of what is systematic with that target, and a fair part of what is with the full explanation.
  [[nodiscard]] std::optional<Candidate> mixed_on(const std::shared_ptr<Calibration>& plain, int more,
                                                  double enough = kNearlyAll, double fair = 0.1) {
    constexpr double kNearlyAllByTurning = 0.8;  // which explains more than a camera of their own: it has no unknowns
    if (plain == nullptr) return std::nullopt;
    const FitSummary& fit = full().fit;
    const double excess = fit.cost - (fit.n_observations - fit.n_parameters) * noise_variance();
    const double here =
        std::max(0.0, plain->fit.cost - (fit.n_observations - fit.n_parameters - more) * noise_variance());
    std::optional<MixedFrames> mixed =
        find_mixed_frames(*plain, kFairPart * std::min(excess, here), options_.threads, options_.progress);
    if (!mixed) return std::nullopt;
    const double cost = sum_of_squares(*mixed);
    const double explained = plain->fit.cost - cost - mixed->more_parameters * noise_variance();
    mixed->more_parameters += more;
    if (mixed->kind != MixedKind::kOtherCamera) enough = std::min(enough, kNearlyAllByTurning);
    if (fit_evidence(full(), cost, mixed->more_parameters, 1) <= 0 || explained < enough * here ||
        explained < fair * std::max(excess, first_excess_.value_or(0))) {
      return std::nullopt;
    }
    // A frame's part is no parameter once it is beyond doubt.
    const double evidence = fit_evidence(full(), cost, full().model->size() + more, 1);
    return Candidate{.evidence = evidence, .cause = CauseCode::kOtherCamera, .mixed = std::move(mixed)};
  }

  /// That the target's columns and rows are spaced otherwise: one number, which a free shape spends hundreds on. As
  /// with frames that do not belong to the others, the first model may be the right one.
  [[nodiscard]] std::optional<Candidate> stretch_candidate() {
    constexpr double kMost = 0.5;
    const std::vector<TargetShape> shapes = shapes_to_try();
    if (std::find(shapes.begin(), shapes.end(), TargetShape::kFree) == shapes.end()) return std::nullopt;
    if (shape_of(full()) != TargetShape::kPlanar) return std::nullopt;
    std::optional<Candidate> best;
    for (const Calibration* from : {&full(), &first_->calibration}) {
      const std::optional<StretchedFit> stretched = stretched_fit(*from, options_.threads, options_.progress);
      if (!stretched) continue;
      const int more = 1 + from->fit.n_parameters - full().fit.n_parameters;
      const double evidence = fit_evidence(full(), stretched->cost, more, 1);
      if (evidence <= 0 || (best && evidence <= best->evidence)) continue;
      std::shared_ptr<Calibration> tried = trials_.with_free_target(*from, stretched->points);
      if (!tried || fit_evidence(full(), *tried, 1) <= 0) continue;
      best = Candidate{evidence, CauseCode::kTarget, TargetShape::kFree, {}, std::move(tried), {}};
      const FitSummary& fit = full().fit;
      const double excess = fit.cost - (fit.n_observations - fit.n_parameters) * noise_variance();
      best->explains_most = fit.cost - stretched->cost > kMost * excess;
    }
    return best;
  }

  /// What may be added, the strongest first.
  [[nodiscard]] std::vector<Candidate> candidates() {
    std::vector<Candidate> all;
    for (const TargetShape shape : shapes_to_try()) {
      std::shared_ptr<Calibration> tried = calibrated(full().model, shape, effects());
      if (!tried) continue;
      const double evidence = fit_evidence(full(), *tried, 1);
      if (evidence <= 0 || !matters(tried->fit.cost, tried->fit.n_parameters - full().fit.n_parameters)) continue;
      all.push_back({evidence, CauseCode::kTarget, shape, {}, std::move(tried), {}});
    }
    for (const Effect effect : effects_to_try()) {
      std::optional<EffectScreen> screen = screen_effects(full(), with_effect(full(), effect));
      if (!screen) continue;
      const int more = screen->parameters - parameters_at_found_target();
      const double evidence = fit_evidence(full(), screen->cost, more, 1);
      if (evidence <= 0 || !matters(screen->cost, more)) continue;
      all.push_back({evidence, cause_of(effect), shape_of(full()), effect, {}, std::move(screen->start)});
    }
    if (std::optional<Candidate> stretch = stretch_candidate()) {
      const int more = stretch->calibration->fit.n_parameters - full().fit.n_parameters;
      if (matters(stretch->calibration->fit.cost, more)) all.push_back(std::move(*stretch));
    }
    const auto stronger = [](const Candidate& a, const Candidate& b) { return a.evidence > b.evidence; };
    std::stable_sort(all.begin(), all.end(), stronger);
    // A stretched target that explains most is no second camera, which has more unknowns to explain the same with.
    if (!all.empty() && all.front().explains_most) return all;
    if (std::optional<Candidate> mixed = mixed_candidate()) all.push_back(std::move(*mixed));
    std::stable_sort(all.begin(), all.end(), stronger);
    return all;
  }

  /// The shape or the effect that explains most beyond chance is added; false where none does.
  bool add_strongest() {
    for (Candidate& candidate : candidates()) {
      if (candidate.mixed) {
        mixed_ = std::move(candidate.mixed);
        return false;
      }
      const std::shared_ptr<Calibration> tried =
          candidate.effect
              ? calibrated(full().model, candidate.shape, with_effect(full(), *candidate.effect), candidate.start)
              : candidate.calibration;
      if (!tried) continue;
      const ExplanationPtr other = explained(std::move(*tried));
      if (!other || fit_evidence(full(), other->calibration, other->disagreement) <= 0) continue;
      if (candidate.effect && gain_by_frame_over(full(), other->calibration) < kClearly) return false;
      accept(candidate.cause, other);
      if (better(*best_, *full_)) best_ = full_;
      return true;
    }
    return false;
  }

  /// What came first may have stood for two others, one of which was found later: an effect is exchanged for another
  /// where that explains more with what it takes (by Akaike's criterion, clearly).
  void exchange_effects() {
    if (steps_.size() < 2) return;
    const auto gain = [&](double cost, int more) {
      const FitSummary& fit = full().fit;
      return fit.n_observations * std::log(fit.cost / cost) - 2 * more;
    };
    for (int i = 0; i < kMostParts; ++i) {
      double most = kClearGain;
      std::optional<std::pair<Effect, Effect>> best;
      EffectFit start;
      for (const Effect known : effects()) {
        if (first_->calibration.effects.layout.has(known)) continue;
        for (const Effect by : all_effects()) {
          if (!can_stand_for(by, known)) continue;
          std::optional<EffectScreen> screen = screen_effects(full(), exchanged(full(), known, by));
          if (!screen) continue;
          const double gained = gain(screen->cost, screen->parameters - parameters_at_found_target());
          if (gained <= most) continue;
          most = gained;
          best = {known, by};
          start = std::move(screen->start);
        }
      }
      if (!best) return;
      const std::shared_ptr<Calibration> tried =
          calibrated(full().model, shape_of(full()), exchanged(full(), best->first, best->second), start);
      if (!tried || gain(tried->fit.cost, tried->fit.n_parameters - full().fit.n_parameters) <= kClearGain) return;
      const ExplanationPtr other = explained(std::move(*tried));
      if (!other) return;
      const bool was_best = best_ == full_;
      full_ = other;
      if (was_best || better(*best_, *full_)) best_ = full_;
      for (ExplanationStep& step : steps_) {
        if (step.cause == cause_of(best->first)) step.cause = cause_of(best->second);
      }
      retrace();
    }
  }

  /// The steps from the first explanation to the full one anew, in the order of their causes.
  void retrace() {
    std::vector<ExplanationStep> steps;
    ExplanationPtr now = first_;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const CauseCode cause = steps_[i].cause;
      const Calibration& at = now->calibration;
      const bool effect = cause != CauseCode::kLens && cause != CauseCode::kTarget;
      ExplanationPtr next = full_;
      if (i + 1 < steps_.size()) {
        const std::shared_ptr<Calibration> tried =
            calibrated(cause == CauseCode::kLens ? full().model : at.model,
                       cause == CauseCode::kTarget ? shape_of(full()) : shape_of(at),
                       effect ? with_effect(at, effect_of(cause)) : at.effects.layout.effects());
        next = tried ? explained(std::move(*tried)) : nullptr;
      }
      if (!next) continue;  // it counts with the one after it
      steps.push_back({cause, now, next});
      now = next;
    }
    steps_ = std::move(steps);
  }

  /// What was added early may be explained by what came later.
  void drop_what_is_not_needed() {
    if (steps_.size() < 2) return;
    const auto drop = [&](CauseCode cause, const std::shared_ptr<Calibration>& leaner) {
      if (!leaner || fit_evidence(*leaner, full(), full_->disagreement) > 0) return;
      const ExplanationPtr other = explained(std::move(*leaner));
      if (!other) return;
      if (best_ == full_ || better(*best_, *other)) best_ = other;
      full_ = other;
      std::erase_if(steps_, [&](const ExplanationStep& step) { return step.cause == cause; });
    };
    const Calibration& first = first_->calibration;
    if (!same_model(*full().model, *first.model)) {
      drop(CauseCode::kLens, calibrated(first.model, shape_of(full()), effects()));
    }
    if (shape_of(full()) != shape_of(first)) {
      drop(CauseCode::kTarget, calibrated(full().model, shape_of(first), effects()));
    }
    const std::vector<Effect> found = effects();
    for (const Effect effect : found) {
      if (first.effects.layout.has(effect)) continue;
      drop(cause_of(effect), calibrated(full().model, shape_of(full()), without_effect(full(), effect)));
    }
  }

  [[nodiscard]] std::vector<Alternative> alternatives() {
    std::vector<Alternative> all;
    const auto add = [&](Effect effect, std::optional<CauseCode> in_place_of, std::vector<Effect> effects) {
      std::optional<EffectScreen> screen = screen_effects(full(), std::move(effects));
      if (!screen) return;
      const int more = screen->parameters - parameters_at_found_target();
      all.push_back({cause_of(effect), in_place_of, more, std::move(screen->squares)});
    };
    for (const Effect effect : effects_to_try()) add(effect, {}, with_effect(full(), effect));
    for (const Effect known : effects()) {
      if (first_->calibration.effects.layout.has(known)) continue;
      for (const Effect by : all_effects()) {
        if (!can_stand_for(by, known)) continue;
        add(by, cause_of(known), exchanged(full(), known, by));
      }
    }
    return all;
  }

  ExplanationPtr first_;
  ExplanationPtr best_;
  ExplanationPtr full_;
  const ExplanationOptions& options_;
  bool look_for_mixed_;
  std::optional<MixedFrames> mixed_;
  std::vector<ExplanationStep> steps_;
  ExplanationPtr noise_for_;
  double noise_variance_ = 0;
  std::optional<double> first_excess_;
  ExplanationTrials trials_;
};

}  // namespace

FoundExplanations find_explanations(Explanation from, const ExplanationOptions& options) {
  std::optional<MixedFrames> mixed = find_mirrored_frames(from.calibration, options.threads, options.progress);
  if (!mixed) {
    FoundExplanations found = Search(from, options, true).run();
    if (!found.mixed) return found;
    mixed = std::move(found.mixed);
  }
  const std::shared_ptr<const Calibration> rest =
      calibrated_without(from.calibration, mixed->frames, options.threads, options.progress);
  std::optional<Explanation> of_rest = rest ? explanation_of(*rest, options) : std::nullopt;
  if (!of_rest) return Search(std::move(from), options, false).run();
  FoundExplanations found = Search(std::move(*of_rest), options, false).run();
  found.mixed = std::move(mixed);
  return found;
}

}  // namespace fiducia

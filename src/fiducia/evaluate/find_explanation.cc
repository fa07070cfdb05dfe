#include "fiducia/evaluate/find_explanation.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "fiducia/core/parallel.h"
#include "fiducia/core/progress.h"
#include "fiducia/evaluate/candidate_models.h"
#include "fiducia/evaluate/effect_screen.h"
#include "fiducia/evaluate/explanation_candidates.h"
#include "fiducia/evaluate/frame_gain.h"
#include "fiducia/evaluate/observed_field.h"
#include "fiducia/evaluate/spline_ladder.h"

namespace fiducia {
namespace {

/// A model whose mean squared residual with the target as the best one found it is so much larger than the best one's
/// is not tried with a shape of its own, which takes long.
constexpr double kWorthATry = 1.05;
constexpr int kMostParts = 5;
/// Of twice the logarithm of a marginal likelihood: by so much one explanation is clearly better than another.
constexpr double kClearGain = 10;
/// An effect that is there shows in most frames, not in one or two: by so many standard errors of the mean.
constexpr double kClearly = 1;

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

class Search {
 public:
  Search(Explanation from, const ExplanationOptions& options, bool look_for_mixed)
      : first_(std::make_shared<const Explanation>(std::move(from))),
        best_(first_),
        full_(first_),
        options_(options),
        trials_(options),
        candidates_(first_, options_, &trials_, look_for_mixed) {}

  FoundExplanations run() {
    if (options_.other_models) try_models();
    for (int parts = 0; parts < kMostParts && (add_strongest() || exchange_bend_for_shape()); ++parts) {
      if (options_.other_models) try_models();
      report_progress(options_.rounds, static_cast<std::size_t>(parts) + 1, kMostParts + 1);
    }
    if (mixed_) return {.best = best_, .full = full_, .mixed = std::move(mixed_)};
    exchange_effects();
    drop_what_is_not_needed();
    if (same_model(*full().model, *first_->calibration.model)) {  // a lens that was taken for another cause
      std::erase_if(steps_, [](const ExplanationStep& step) { return step.cause == CauseCode::kLens; });
    }
    const double noise = steps_.empty() ? 0 : std::sqrt(candidates_.noise_variance_of(full_));
    const bool shapes = candidates_.shapes_can_be_tried(full());
    return {.best = best_,
            .full = full_,
            .steps = std::move(steps_),
            .alternatives = alternatives(),
            .from = first_,
            .shapes_tried = shapes,
            .noise_px = noise,
            .lens_fits = trials_.lens_fits()};
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
    const std::vector<std::shared_ptr<const Calibration>> quick = quickly(models);
    const bool plain = shape_of(full()) == TargetShape::kPlanar && full().effects.empty();
    const std::vector<std::optional<double>> marginals = marginals_of(quick);
    for (std::size_t i = 0; i < models.size(); ++i) {
      if (!quick[i] || same_model(*models[i], *full().model)) continue;
      if (!plain && !might_explain(*quick[i])) {
        if (!explains_with_its_own_effects(*quick[i], full_ == before ? marginals[i] : marginal_with(*quick[i])))
          continue;
      }
      const std::shared_ptr<const Calibration> tried =
          plain ? quick[i] : calibrated(models[i], shape_of(full()), effects());
      if (!tried) continue;
      // A richer one that does not even fit better is not worth the time.
      const bool richer = common_parameters(*tried) > common_parameters(full());
      if (richer && fit_evidence(full(), *tried, 1) <= 0) continue;
      const ExplanationPtr other = explained(*tried);
      if (!other || !better(*full_, *other)) continue;
      const bool was_best = full_ == best_;
      full_ = other;
      if (was_best || better(*best_, *full_)) best_ = full_;
    }
    if (full_ != before) steps_.push_back({CauseCode::kLens, std::move(before), full_});
  }

  /// Each model with target and effects as the full explanation has them.
  [[nodiscard]] std::vector<std::shared_ptr<const Calibration>> quickly(
      const std::vector<std::shared_ptr<const Model>>& models) {
    std::vector<std::shared_ptr<const Calibration>> all(models.size());
    parallel_for(models.size(), options_.threads, [&](std::size_t i) {
      if (!same_model(*models[i], *full().model)) all[i] = trials_.with_lens(full_, models[i]);
    });
    return all;
  }

  /// The marginal cost of the full explanation with the lens of a calibration and effects of its own, to first order.
  [[nodiscard]] std::optional<double> marginal_with(const Calibration& quick) const {
    return has_effects_of_frames(full()) ? marginal_cost_with_lens(full(), quick) : std::nullopt;
  }

  [[nodiscard]] std::vector<std::optional<double>> marginals_of(
      const std::vector<std::shared_ptr<const Calibration>>& quick) const {
    std::vector<std::optional<double>> all(quick.size());
    if (!has_effects_of_frames(full())) return all;
    parallel_for(quick.size(), options_.threads, [&](std::size_t i) {
      if (quick[i] && !might_explain(*quick[i])) all[i] = marginal_with(*quick[i]);
    });
    return all;
  }

  /// Whether a model that was fitted with the shape and the effects that were found might explain the frames with ones
  /// of its own: it does about as well, or better where it is richer.
  [[nodiscard]] bool might_explain(const Calibration& quick) const {
    const int more = lens_parameters(quick) - lens_parameters(full());
    double squares = 0;  // as the quick one has them: without what holds the effects
    for (const double r : full().residuals.all()) squares += r * r;
    const double held = full().fit.cost - squares;
    if (more > 0) return fit_evidence(full(), quick.fit.cost + held, more, 1) > 0;
    return quick.fit.cost + held < kWorthATry * full().fit.cost;
  }

  /// The same of a model whose effects may be others than those that were found with the lens: their marginal cost.
  [[nodiscard]] bool explains_with_its_own_effects(const Calibration& quick,
                                                   const std::optional<double>& with_its_own) const {
    if (!with_its_own) return false;
    FitSummary now = full().fit;
    FitSummary other = now;
    now.cost = full_->marginal;
    other.cost = *with_its_own;
    const int more = lens_parameters(quick) - lens_parameters(full());
    return more > 0 ? fit_evidence(now, other.cost, more, 1) > 0
                    : fit_evidence(other, now.cost, -more, full_->disagreement) <= 0;
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

  /// The full explanation with what a candidate adds.
  [[nodiscard]] ExplanationPtr with_part(const ExplanationCandidate& candidate) const {
    if (candidate.cause == CauseCode::kLens) {
      constexpr int kCubic = 3;
      const WarmStart how{.loss = full().loss,
                          .target_shape = candidate.shape,
                          .effects = effects(),
                          .threads = options_.threads,
                          .progress = options_.progress};
      std::optional<ChosenKnots> chosen = choose_knots(full(), kCubic, how, options_);
      return chosen ? std::make_shared<const Explanation>(std::move(chosen->explanation)) : nullptr;
    }
    const std::shared_ptr<Calibration> tried =
        candidate.effect
            ? calibrated(full().model, candidate.shape, with_effect(full(), *candidate.effect), candidate.start)
        : candidate.find_shape ? candidate.find_shape()
                               : candidate.calibration;
    return tried ? explained(std::move(*tried)) : nullptr;
  }

  /// The shape, the effect or the lens that explains most beyond chance is added; false where none does.
  bool add_strongest() {
    for (ExplanationCandidate& candidate : candidates_.of(full_)) {
      if (candidate.mixed) {
        mixed_ = std::move(candidate.mixed);
        return false;
      }
      const ExplanationPtr other = with_part(candidate);
      if (!other || fit_evidence(full(), other->calibration, other->disagreement) <= 0) continue;
      if (candidate.effect && gain_by_frame_over(full(), other->calibration) < kClearly) return false;
      accept(candidate.cause, other);
      if (better(*best_, *full_)) best_ = full_;
      return true;
    }
    return false;
  }

  /// What came first may have stood for two others, one of which was found later: an effect is exchanged for another
  /// where its marginal likelihood is clearly the greater one.
  void exchange_effects() {
    if (steps_.size() < 2) return;
    const int n = full().fit.n_observations;
    const auto gain = [&](double cost) { return n * std::log(full_->marginal / cost); };
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
          const double gained = gain(marginal_cost(screen->cost, screen->narrowed, n));
          if (gained <= most) continue;
          most = gained;
          best = {known, by};
          start = std::move(screen->start);
        }
      }
      if (!best) return;
      const std::shared_ptr<Calibration> tried =
          calibrated(full().model, shape_of(full()), exchanged(full(), best->first, best->second), start);
      if (!tried || gain(marginal_cost(*tried)) <= kClearGain) return;
      const ExplanationPtr other = explained(std::move(*tried));
      if (!other) return;
      exchange(cause_of(best->first), cause_of(best->second), other);
    }
  }

  /// A board that is bent alike in all frames, taken for one that bends anew in each: that can follow what a shutter
  /// leaves as well, and so came first. The shape takes its place where its marginal likelihood is clearly the greater
  /// one.
  bool exchange_bend_for_shape() {
    const Calibration& now = full();
    const bool found = now.effects.layout.has(Effect::kTargetBend);
    if (!found || first_->calibration.effects.layout.has(Effect::kTargetBend)) return false;
    if (shape_of(now) != TargetShape::kPlanar || !candidates_.shapes_can_be_tried(now)) return false;
    FitSummary marginal = now.fit;
    marginal.cost = full_->marginal;
    double most = kClearGain;
    std::shared_ptr<Calibration> best;
    for (const TargetShape shape : {TargetShape::kWarp, TargetShape::kFree}) {
      std::shared_ptr<Calibration> tried = calibrated(now.model, shape, without_effect(now, Effect::kTargetBend));
      if (!tried) continue;
      const int more = common_parameters(*tried) - common_parameters(now);
      const double gained = fit_evidence(marginal, marginal_cost(*tried), more, 1);
      if (gained <= most) continue;
      most = gained;
      best = std::move(tried);
    }
    const ExplanationPtr other = best ? explained(std::move(*best)) : nullptr;
    if (!other) return false;
    exchange(CauseCode::kTargetBend, CauseCode::kTarget, other);
    return true;
  }

  /// Another cause in the place of one that was found.
  void exchange(CauseCode known, CauseCode by, const ExplanationPtr& other) {
    const bool was_best = best_ == full_;
    full_ = other;
    if (was_best || better(*best_, *full_)) best_ = full_;
    for (ExplanationStep& step : steps_) {
      if (step.cause == known) step.cause = by;
    }
    retrace();
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

  /// What each effect would leave beside those that were found, and in the place of one.
  [[nodiscard]] std::vector<Alternative> alternatives() {
    struct Look {
      Effect effect;
      std::optional<CauseCode> in_place_of;
      std::vector<Effect> effects;
    };
    std::vector<Look> looks;
    for (const Effect effect : candidates_.effects_to_try(full())) {
      looks.push_back({effect, {}, with_effect(full(), effect)});
    }
    for (const Effect known : effects()) {
      if (first_->calibration.effects.layout.has(known)) continue;
      for (const Effect by : all_effects()) {
        if (can_stand_for(by, known)) looks.push_back({by, cause_of(known), exchanged(full(), known, by)});
      }
    }
    std::vector<std::optional<EffectScreen>> screens(looks.size());
    parallel_for(looks.size(), options_.threads,
                 [&](std::size_t i) { screens[i] = screen_effects(full(), looks[i].effects); });
    std::vector<Alternative> all;
    for (std::size_t i = 0; i < looks.size(); ++i) {
      if (!screens[i]) continue;
      const int more = screens[i]->parameters - parameters_at_found_target();
      all.push_back({cause_of(looks[i].effect), looks[i].in_place_of, more, std::move(screens[i]->squares)});
    }
    return all;
  }

  ExplanationPtr first_;
  ExplanationPtr best_;
  ExplanationPtr full_;
  const ExplanationOptions& options_;
  std::optional<MixedFrames> mixed_;
  std::vector<ExplanationStep> steps_;
  ExplanationTrials trials_;
  ExplanationCandidates candidates_;
};

FoundExplanations searched(Explanation from, const ExplanationOptions& options) {
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

}  // namespace

FoundExplanations find_explanations(Explanation from, const ExplanationOptions& asked) {
  SharedProgress shared(asked.progress);  // candidates are looked at side by side
  ExplanationOptions options = asked;
  options.progress = shared.uncounted();
  report_progress(options.rounds, 0, kMostParts + 1);
  FoundExplanations found = searched(std::move(from), options);
  report_progress(options.rounds, kMostParts + 1, kMostParts + 1);
  return found;
}

}  // namespace fiducia

#include "fiducia/evaluate/second_cameras.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "fiducia/camera/spline.h"
#include "fiducia/evaluate/candidate_models.h"
#include "fiducia/evaluate/effect_screen.h"
#include "fiducia/evaluate/frame_partition.h"
#include "fiducia/evaluate/observed_field.h"

namespace fiducia {
namespace {

/// Of what was systematic, what a second camera explains at least, where the target's shape explains the rest.
constexpr double kFairToo = 0.1;
/// What a second camera explains at least of what is systematic beside the target's shape. The rest may be others'
/// (single images, a shutter); what differs from frame to frame leaves more, or is explained by its own effect better.
constexpr double kExplainsMost = 0.75;

/// What a second camera must explain.
struct Demand {
  double enough = 0;          ///< of what is systematic with that target, a part
  double fair = 0;            ///< of what is systematic with the full explanation, or was at first, a part
  double to_beat = 0;         ///< what speaks for the likeliest effect; 0: there is none
  bool all_is_small = false;  ///< an effect explains all to first order, so that a second camera would, too
};

class SecondCameras {
 public:
  explicit SecondCameras(const SecondCameraSearch& search)
      : search_(search), models_(models_of_parts(full(), search.first->calibration)) {}

  [[nodiscard]] std::optional<ExplanationCandidate> find(const std::vector<ExplanationCandidate>& found) const {
    double to_beat = 0;
    double explained = 0;
    for (const ExplanationCandidate& one : found) {
      if (!is_of_frames(one)) continue;
      to_beat = std::max(to_beat, one.against_effects);
      explained = std::max(explained, one.systematic);
    }
    const bool leaves_nothing = explained > SystematicPart::kAllButNothing * systematic().excess();
    const Demand demand{.enough = kExplainsMost, .fair = kFairToo, .to_beat = to_beat, .all_is_small = leaves_nothing};
    std::vector<LookForCandidate> looks;
    for (const std::shared_ptr<const Model>& model : models_) {
      looks.emplace_back([&] { return on(search_.trials.with_lens(search_.full, model), 0, demand); });
    }
    // Where an effect leaves nothing, a target that is bent beside a second camera would be too much.
    if (!leaves_nothing && !search_.shapes.empty() && parts_may_differ()) {
      for (auto& [shape, fitted] : search_.shapes) {
        // One that would not matter by itself may matter beside a second camera.
        if (is_first() && !fitted) fitted = search_.fitted_shape(shape);
        for (const std::shared_ptr<const Model>& model : models_) {
          looks.emplace_back([&, shape = shape] { return on_shape(shape, model, to_beat); });
        }
      }
    }
    std::optional<ExplanationCandidate> best;
    for (std::optional<ExplanationCandidate>& one : all_of(looks, search_.options.threads)) {
      if (one && (!best || one->evidence > best->evidence)) best = std::move(one);
    }
    const bool turned = best && best->mixed->kind != MixedKind::kOtherCamera;
    return best && (turned || !effects_explain_better(*best, found)) ? std::move(best) : std::nullopt;
  }

 private:
  [[nodiscard]] const Calibration& full() const { return search_.full->calibration; }
  [[nodiscard]] const SystematicPart& systematic() const { return search_.systematic; }
  [[nodiscard]] bool is_first() const { return search_.full == search_.first; }

  /// Whether two cameras would explain a fair part of what is systematic, to first order.
  [[nodiscard]] bool parts_may_differ() const {
    constexpr std::size_t kFewest = 3;
    const bool splined = as_spline(*full().model) != nullptr;
    if (splined || shape_of(full()) != TargetShape::kPlanar || !full().effects.empty()) return true;  // not known
    return partition_frames(full(), kFewest).gain > SystematicPart::kFair * systematic().excess();
  }

  /// Two cameras for the frames of a calibration with the target as it is, whose shape has so many numbers more. They
  /// must explain enough of what is systematic with that target, and a fair part of what is with the full explanation.
  [[nodiscard]] std::optional<ExplanationCandidate> on(const std::shared_ptr<const Calibration>& plain, int more,
                                                       const Demand& demand) const {
    constexpr double kRoughly = 0.5;  // the gain of a partition is known to first order
    constexpr double kRather = 0.7;   // and well where all that is wrong is small
    if (plain == nullptr) return std::nullopt;
    const FitSummary& fit = full().fit;
    const double noise = systematic().noise_variance();
    const double all = systematic().excess();
    const double here = std::max(0.0, plain->fit.cost - (fit.n_observations - fit.n_parameters - more) * noise);
    const int of_mixture = static_cast<int>(full().frames.size()) + plain->model->size() + more;
    const double needed = kRoughly * (plain->fit.cost - cost_with_evidence(fit, of_mixture, 1));
    // A frame's part is no parameter once it is beyond doubt; among what else could differ from frame to frame, it is a
    // choice of two.
    const double parts = 2 * std::numbers::ln2 * static_cast<double>(full().frames.size());
    MixedGain least{std::max(needed, SystematicPart::kFair * std::min(all, here))};
    if (demand.to_beat > 0) {
      least.to_win = plain->fit.cost - cost_with_evidence(fit, lens_parameters(full()) + more, 1) *
                                           std::exp(-(demand.to_beat + parts) / fit.n_observations);
      if (demand.all_is_small) least.to_first_order = std::max(least.to_first_order, kRather * least.to_win);
    }
    std::optional<MixedFrames> mixed =
        find_mixed_frames(*plain, least, search_.options.threads, search_.options.progress);
    if (!mixed) return std::nullopt;
    const double cost = std::accumulate(mixed->squares.begin(), mixed->squares.end(), 0.0);
    const double explained = plain->fit.cost - cost - mixed->more_parameters * noise;
    mixed->more_parameters += more;
    if (fit_evidence(full(), cost, mixed->more_parameters, 1) <= 0 || explained < demand.enough * here ||
        explained < demand.fair * std::max(all, systematic().excess_at_first())) {
      return std::nullopt;
    }
    const double evidence = fit_evidence(full(), cost, lens_parameters(full()) + more, 1);
    return ExplanationCandidate{.evidence = evidence,
                                .against_effects = evidence - parts,
                                .cause = CauseCode::kOtherCamera,
                                .mixed = std::move(mixed)};
  }

  /// Two cameras of a model, and a target of a shape that the first model finds.
  [[nodiscard]] std::optional<ExplanationCandidate> on_shape(TargetShape shape,
                                                             const std::shared_ptr<const Model>& model,
                                                             double to_beat) const {
    const Calibration& first = search_.first->calibration;
    const std::shared_ptr<Calibration> shaped =
        is_first() ? search_.shapes.at(shape)
                   : search_.trials.calibrated(first, {first.model, shape, first.effects.layout.effects()});
    if (!shaped || fit_evidence(full(), *shaped, 1) <= 0) return std::nullopt;
    const int more = shaped->target.basis.degrees_of_freedom();
    const std::optional<ExplanationCandidate> mixed =
        on(search_.trials.with_lens(*shaped, model), more, {.enough = SystematicPart::kFair});
    if (!mixed) return std::nullopt;
    // The shape was found with frames that do not belong together: once more, without the fewer.
    const std::shared_ptr<const Calibration> rest =
        calibrated_without(*shaped, mixed->mixed->frames, search_.options.threads, search_.options.progress);
    if (!rest) return std::nullopt;
    auto again = std::make_shared<Observations>(*shaped->observations);
    again->target.points = target_points(*rest);
    std::optional<ExplanationCandidate> refined = on(search_.trials.with_lens(first, again, model), more,
                                                     {.enough = kExplainsMost, .fair = kFairToo, .to_beat = to_beat});
    const bool turned = refined && refined->mixed->kind != MixedKind::kOtherCamera;
    const int of_target = more - full().target.basis.degrees_of_freedom();
    if (turned || (refined && refined->against_effects > strongest_effect_on(*shaped, of_target))) return refined;
    return std::nullopt;
  }

  /// The most that speaks for another lens or shape of the target with one effect that acts in single frames, against a
  /// second camera. of_target: how many numbers more its target's shape has than the full explanation's.
  [[nodiscard]] double strongest_effect_on(const Calibration& other, int of_target) const {
    double most = -std::numeric_limits<double>::infinity();
    for (const Effect effect : search_.effects) {
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
  [[nodiscard]] bool effects_explain_better(const ExplanationCandidate& mixed,
                                            const std::vector<ExplanationCandidate>& found) const {
    const auto better = [&](const ExplanationCandidate& other) {
      return is_of_frames(other) && other.against_effects > mixed.against_effects;
    };
    if (std::any_of(found.begin(), found.end(), better)) return true;
    for (const std::shared_ptr<const Model>& model : models_) {
      if (same_model(*model, *full().model)) continue;
      const std::shared_ptr<const Calibration> other = search_.trials.with_lens(search_.full, model);
      if (other && strongest_effect_on(*other, 0) > mixed.against_effects) return true;
    }
    return false;
  }

  const SecondCameraSearch& search_;
  std::vector<std::shared_ptr<const Model>> models_;
};

}  // namespace

std::optional<ExplanationCandidate> find_second_camera(const SecondCameraSearch& search,
                                                       const std::vector<ExplanationCandidate>& found) {
  for (const Effect effect : search.full->calibration.effects.layout.effects()) {
    if (frame_unknowns(effect) > 0) return std::nullopt;
  }
  const SystematicPart& systematic = search.systematic;
  if (search.full != search.first && systematic.excess() < kFairToo * systematic.excess_at_first()) return std::nullopt;
  return SecondCameras(search).find(found);
}

std::vector<std::shared_ptr<const Model>> models_of_parts(const Calibration& full, const Calibration& first) {
  std::vector<std::shared_ptr<const Model>> models = {with_formula(full.model)};
  const auto add = [&](const std::shared_ptr<const Model>& model) {
    const auto same = [&](const auto& other) { return same_model(*model, *other); };
    if (std::none_of(models.begin(), models.end(), same)) models.push_back(model);
  };
  add(with_formula(first.model));
  for (const std::shared_ptr<const Model>& model : models_for(observed_field_deg(full))) {
    if (model->info().name == "opencv4") add(model);
  }
  return models;
}

}  // namespace fiducia

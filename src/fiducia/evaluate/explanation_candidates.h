#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "fiducia/evaluate/cause_code.h"
#include "fiducia/evaluate/explanation_trials.h"
#include "fiducia/evaluate/mixed_frames.h"

namespace fiducia {

/// Something that may be added to an explanation, with how much speaks for it.
struct ExplanationCandidate {
  double evidence = 0;
  /// What decides between effects that differ from frame to frame, and between them and a shape of the target or a
  /// second camera: the unknowns of single frames count as in a marginal likelihood (a part is a choice of two, an
  /// amount is narrowed down from its width).
  double against_effects = 0;
  double explained = 0;   ///< of an effect or a shape: by how much the cost falls, px^2
  double systematic = 0;  ///< of that, what is more than chance, px^2
  CauseCode cause = CauseCode::kTarget;
  TargetShape shape = TargetShape::kPlanar;
  std::optional<Effect> effect = {};
  std::shared_ptr<Calibration> calibration = {};  ///< of a shape
  /// Of a target that is stretched: what finds the shape that goes with it, which takes long.
  std::function<std::shared_ptr<Calibration>()> find_shape = {};
  EffectFit start = {};                   ///< of an effect
  std::optional<MixedFrames> mixed = {};  ///< frames that do not belong to the others
  bool explains_most = false;             ///< of what is systematic, by what all frames have in common
};

[[nodiscard]] inline TargetShape shape_of(const Calibration& calibration) { return calibration.target.basis.shape(); }
[[nodiscard]] inline bool is_shutter(Effect effect) {
  return effect == Effect::kShutter || effect == Effect::kShutterColumns;
}
/// The effects of a calibration and one more.
[[nodiscard]] std::vector<Effect> with_effect(const Calibration& calibration, Effect effect);

/// Looks for what may be added: a shape of the target, an effect, a target that is stretched, a second camera, a lens
/// without a formula.
class ExplanationCandidates {
 public:
  /// first: where the search began. Everything is kept by reference.
  ExplanationCandidates(const ExplanationPtr& first, const ExplanationOptions& options, ExplanationTrials* trials,
                        bool look_for_mixed)
      : first_(first), options_(options), trials_(*trials), look_for_mixed_(look_for_mixed) {}

  /// What may be added to an explanation, the strongest first.
  [[nodiscard]] std::vector<ExplanationCandidate> of(const ExplanationPtr& full);

  /// Effects that it does not have and that its frames can carry. A sensor is read by rows or by columns, not both.
  [[nodiscard]] std::vector<Effect> effects_to_try(const Calibration& full) const;
  /// Whether its frames can carry a shape of the target, and one may be tried.
  [[nodiscard]] bool shapes_can_be_tried(const Calibration& full) const;
  /// The noise of a coordinate, as small parts of the target show it (the bias ratio's sigma_d), px^2.
  [[nodiscard]] double noise_variance(const ExplanationPtr& full);

 private:
  using Look = std::function<std::optional<ExplanationCandidate>()>;

  [[nodiscard]] const Calibration& full() const { return full_->calibration; }
  [[nodiscard]] double noise_variance() { return noise_variance(full_); }
  [[nodiscard]] double excess();
  [[nodiscard]] std::vector<TargetShape> shapes_to_try() const;
  [[nodiscard]] bool only_a_trace_is_left();
  [[nodiscard]] double least_that_matters();
  [[nodiscard]] bool matters(double cost, int more_parameters);
  [[nodiscard]] bool matters(const Calibration& tried);
  [[nodiscard]] double promising_gain(int more_parameters, double enough);
  [[nodiscard]] std::shared_ptr<Calibration> with_shape(TargetShape shape, double enough);
  [[nodiscard]] std::optional<ExplanationCandidate> shape_candidate(TargetShape shape);
  [[nodiscard]] std::optional<ExplanationCandidate> effect_candidate(Effect effect);
  [[nodiscard]] std::optional<ExplanationCandidate> mixed_candidate(const std::vector<ExplanationCandidate>& found);
  [[nodiscard]] std::vector<std::shared_ptr<const Model>> models_of_parts() const;
  [[nodiscard]] std::shared_ptr<const Calibration> with_general_lens();
  [[nodiscard]] bool parts_may_differ();
  [[nodiscard]] std::optional<ExplanationCandidate> mixed_on_shape(TargetShape shape,
                                                                   const std::shared_ptr<const Model>& model,
                                                                   double to_beat);
  /// What a second camera must explain.
  struct Demand {
    double enough = 0;          ///< of what is systematic with that target, a part
    double fair = 0;            ///< of what is systematic with the full explanation, or was at first, a part
    double to_beat = 0;         ///< what speaks for the likeliest effect; 0: there is none
    bool all_is_small = false;  ///< an effect explains all to first order, so that a second camera would, too
  };
  [[nodiscard]] std::optional<ExplanationCandidate> mixed_on(const std::shared_ptr<const Calibration>& plain, int more,
                                                             const Demand& demand);
  [[nodiscard]] double strongest_effect_on(const Calibration& other, int of_target) const;
  [[nodiscard]] bool effects_explain_better(const ExplanationCandidate& mixed,
                                            const std::vector<ExplanationCandidate>& found);
  [[nodiscard]] std::optional<ExplanationCandidate> stretch_candidate();
  [[nodiscard]] std::optional<ExplanationCandidate> lens_candidate();
  [[nodiscard]] std::vector<std::optional<ExplanationCandidate>> all_of(const std::vector<Look>& looks) const;

  const ExplanationPtr& first_;
  const ExplanationOptions& options_;
  ExplanationTrials& trials_;
  bool look_for_mixed_;
  ExplanationPtr full_;
  std::map<TargetShape, std::shared_ptr<Calibration>> shaped_;  // full_ with other shapes of the target
  ExplanationPtr noise_for_;
  double noise_variance_ = 0;
  std::optional<double> first_excess_;
  double narrowed_ = 0;  // EffectScreen::narrowed of full_
};

}  // namespace fiducia

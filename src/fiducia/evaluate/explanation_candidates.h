#pragma once

#include <map>
#include <optional>
#include <vector>

#include "fiducia/evaluate/explanation_candidate.h"
#include "fiducia/evaluate/explanation_trials.h"
#include "fiducia/evaluate/systematic_part.h"

namespace fiducia {

/// Looks for what may be added: a shape of the target, an effect, a target that is stretched, a second camera, a lens
/// without a formula.
class ExplanationCandidates {
 public:
  /// first: where the search began. Everything is kept by reference.
  ExplanationCandidates(const ExplanationPtr& first, const ExplanationOptions& options, ExplanationTrials* trials,
                        bool look_for_mixed)
      : first_(first),
        options_(options),
        trials_(*trials),
        look_for_mixed_(look_for_mixed),
        systematic_(options.threads) {}

  /// What may be added to an explanation, the strongest first.
  [[nodiscard]] std::vector<ExplanationCandidate> of(const ExplanationPtr& full);

  /// Effects that it does not have and that its frames can carry. A sensor is read by rows or by columns, not both.
  [[nodiscard]] std::vector<Effect> effects_to_try(const Calibration& full) const;
  /// Whether its frames can carry a shape of the target, and one may be tried.
  [[nodiscard]] bool shapes_can_be_tried(const Calibration& full) const;
  /// See SystematicPart.
  [[nodiscard]] double noise_variance_of(const ExplanationPtr& one) { return systematic_.noise_variance_of(one); }

 private:
  [[nodiscard]] const Calibration& full() const { return full_->calibration; }
  [[nodiscard]] std::vector<TargetShape> shapes_to_try() const;
  [[nodiscard]] std::shared_ptr<Calibration> with_shape(TargetShape shape, double enough) const;
  [[nodiscard]] std::optional<ExplanationCandidate> shape_candidate(TargetShape shape);
  [[nodiscard]] std::optional<ExplanationCandidate> effect_candidate(Effect effect) const;
  [[nodiscard]] std::shared_ptr<const Calibration> with_general_lens();
  [[nodiscard]] std::optional<ExplanationCandidate> stretch_candidate();
  [[nodiscard]] std::optional<ExplanationCandidate> lens_candidate();
  [[nodiscard]] std::optional<ExplanationCandidate> mixed_candidate(const std::vector<ExplanationCandidate>& found);

  const ExplanationPtr& first_;
  const ExplanationOptions& options_;
  ExplanationTrials& trials_;
  bool look_for_mixed_;
  ExplanationPtr full_;
  SystematicPart systematic_;
  std::map<TargetShape, std::shared_ptr<Calibration>> shaped_;  // full_ with other shapes of the target
  double narrowed_ = 0;                                         // EffectScreen::narrowed of full_
};

}  // namespace fiducia

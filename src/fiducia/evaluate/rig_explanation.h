#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "fiducia/evaluate/rig_error.h"

namespace fiducia {

/// One way to explain the views of a rig: lens models, a shape of the target, effects.
struct RigParts {
  std::vector<std::shared_ptr<const Model>> models;  ///< one per camera
  TargetShape shape = TargetShape::kPlanar;
  std::vector<Effect> effects = {};
};

/// A rig that was calibrated so, with what choosing between explanations needs.
struct RigExplanation {
  std::shared_ptr<const RigCalibration> calibration;
  InfluencedRig spread;
  double disagreement = 1;  ///< by how much instants disagree more than noise explains, >= 1
  double without_ray = 0;   ///< share of the image, of the camera that has fewest rays

  [[nodiscard]] RigParts parts() const;
};

using RigExplanationPtr = std::shared_ptr<const RigExplanation>;

/// Null where the calibration failed, or has too few instants.
[[nodiscard]] RigExplanationPtr rig_explanation_of(RigCalibration calibration, int threads = 1,
                                                   const Progress& progress = {});

/// What the second has more than the first.
[[nodiscard]] RigRicher richer_by(const RigExplanation& lean, const RigExplanation& rich);

/// Whether the rig is to be trusted more with the richer of two explanations, by the rule for one camera
/// (explanation.h): it fits better by more than chance, and what the cameras map wrongly and the rows of their pairs
/// gain by it. Another lens must not cost a camera its rays. The error: px^2, the mean over the cameras of the squared
/// length and over the pairs of the squared row.
struct RigChoice {
  bool rich = false;
  double evidence = 0;
  SystematicError error = {};  ///< of the leaner one; without a bound
};
[[nodiscard]] RigChoice choose_rig_explanation(const RigExplanation& lean, const RigExplanation& rich);

}  // namespace fiducia

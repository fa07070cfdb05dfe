#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "fiducia/evaluate/explanation_candidate.h"
#include "fiducia/evaluate/explanation_trials.h"
#include "fiducia/evaluate/systematic_part.h"

namespace fiducia {

/// What a search for better explanations knows where it looks for frames that do not belong to the others. All is kept
/// by reference.
struct SecondCameraSearch {
  const ExplanationPtr& first;  ///< where the search began
  const ExplanationPtr& full;   ///< where it has come to
  const SystematicPart& systematic;
  const ExplanationOptions& options;
  ExplanationTrials& trials;
  const std::vector<Effect>& effects;  ///< that may be added
  /// Shapes that the target may have instead, of the full explanation's lens and effects; where the shape was not worth
  /// a fit by itself, empty, and filled in.
  std::map<TargetShape, std::shared_ptr<Calibration>>& shapes;
  std::function<std::shared_ptr<Calibration>(TargetShape)> fitted_shape;
};

/// Frames that do not belong to the others, with the target as it is or of another shape. They come before what differs
/// from frame to frame (among what was found), which would take them for its own, where they explain most, and more
/// than that does.
[[nodiscard]] std::optional<ExplanationCandidate> find_second_camera(const SecondCameraSearch& search,
                                                                     const std::vector<ExplanationCandidate>& found);

/// The model that explains a mixture best need not be the one that explains its parts: that of the full explanation,
/// that of the first, and one that follows most lenses of this field.
[[nodiscard]] std::vector<std::shared_ptr<const Model>> models_of_parts(const Calibration& full,
                                                                        const Calibration& first);

}  // namespace fiducia

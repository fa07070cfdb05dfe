#pragma once

#include <vector>

#include "fiducia/assess/rig_assessment.h"

namespace fiducia {

/// What the cameras of a rig say one by one.
struct RigChoices {
  RigObservations observations = {};     ///< without outlying corners
  std::vector<ModelChoice> models = {};  ///< per camera
  /// Per camera, other models that explain its own views better, with another target or effects.
  std::vector<std::vector<std::shared_ptr<const Model>>> other_models = {};
  std::vector<std::shared_ptr<const Model>> for_all = {};  ///< models that suit the lenses of all cameras
  std::vector<std::vector<LeftOutCorner>> left_out = {};
};

/// Each camera is calibrated as it would be by itself.
[[nodiscard]] RigChoices choose_alone(const RigObservations& rig, const RigAssessOptions& options);

/// What is asked of a camera.
[[nodiscard]] const ModelRequest& request_of(const RigAssessOptions& options, std::size_t camera);

}  // namespace fiducia

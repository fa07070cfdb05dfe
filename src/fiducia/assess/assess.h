#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "fiducia/assess/assess_options.h"
#include "fiducia/assess/causes.h"
#include "fiducia/assess/chosen_calibration.h"
#include "fiducia/assess/verdict.h"

namespace fiducia {

/// A calibration, and everything that is found out about it.
struct Assessment {
  Calibration calibration;
  std::vector<LeftOutCorner> left_out_corners = {};
  std::optional<FrameTurns> turns = {};     ///< of a board that looks the same in several ways, where they are known
  std::optional<Selection> selection = {};  ///< where the model was "auto"
  std::optional<TargetShapeChoice> shape = {};          ///< where the target's shape was left to us
  std::optional<Evaluation> evaluation = {};            ///< nothing where the calibration failed
  std::optional<Trust> trust = {};                      ///< how wrong the camera is, where that can be said
  std::shared_ptr<const Explanation> explanation = {};  ///< the best one of the frames, which that rests on
  std::vector<ErrorCause> causes = {};                  ///< of that, where they were looked for
  Remedies remedies = {};                               ///< what is known to make it better
  std::optional<OptimumCheck> optimum = {};             ///< of a camera that was given
  std::optional<Verdict> verdict = {};                  ///< where there is an evaluation
  double tolerance_px = 1;                              ///< that the verdict was made with
  VerdictThresholds thresholds = {};                    ///< that the verdict was made with
  MappingErrorOptions mapping = {};                     ///< that the evaluation was made with
};

/// The whole job: outliers are left out, the camera is calibrated (with the model and the target's shape that were
/// asked for, or those with which it is expected to be least wrong), evaluated, a better explanation looked for where
/// something is systematically wrong, and the result judged. A calibration that fails is told by its status; data that
/// carry a calibration but no evaluation throw an Error, as evaluate() does.
[[nodiscard]] Assessment assess(const Observations& observations, const AssessOptions& options = {});
[[nodiscard]] Assessment assess(const std::shared_ptr<const Observations>& observations,
                                const AssessOptions& options = {});

/// A camera that somebody calibrated.
struct GivenCamera {
  Camera camera;
  TargetShape target_shape = TargetShape::kPlanar;
  std::vector<Vector3> target_points = {};  ///< by corner id, where the target's shape was found with the camera
  std::optional<Vector2> pupil = {};        ///< of a lens whose entrance pupil moves (camera/pupil.h)
  /// Of single frames, that the camera was freed of: it is compared with the best fit with these.
  std::vector<Effect> effects = {};
};

/// The same of a camera that is given: its intrinsics (and the target's shape) stay, the poses are fitted, and it is
/// compared with the best fit of these observations. A pupil stays as well: what is judged is the
/// camera, by the corners as they would have been without (`effects` of the calibration has both). The options' model
/// and target_shape are not looked at.
[[nodiscard]] Assessment assess_camera(const GivenCamera& given, const Observations& observations,
                                       const AssessOptions& options = {});

/// Evaluated and judged; nothing but the calibration where that failed.
[[nodiscard]] Assessment assess_calibration(ChosenCalibration chosen, const AssessOptions& options = {});

}  // namespace fiducia

#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "fiducia/assess/causes.h"
#include "fiducia/assess/model_request.h"
#include "fiducia/assess/number_alike.h"
#include "fiducia/assess/verdict.h"
#include "fiducia/core/progress.h"
#include "fiducia/evaluate/select.h"
#include "fiducia/solve/outlying_corners.h"

namespace fiducia {

struct AssessOptions {
  ModelRequest model = "radial2";
  Loss loss = Loss::none();
  TargetShape target_shape = TargetShape::kPlanar;
  std::vector<Effect> effects = {};  ///< that the camera is to be freed of
  bool find_effects = false;         ///< also of those that the best explanation of the frames has
  OutlierOptions outliers = {};
  /// A view that was taken twice is no second piece of evidence: frames that show the same as an earlier one, to 0.1%
  /// of the image's diagonal, are left out.
  bool same_views_count_once = true;
  /// A board that looks the same in several ways (8x6 corners upside down) is numbered alike in all frames, as far as
  /// its shape tells.
  bool number_alike = true;
  /// Its seed and its threads serve for everything; its outlier_ratio is not looked at, `thresholds` has one.
  EvaluateOptions evaluation = {};
  VerdictThresholds thresholds = {};
  bool look_for_better = true;  ///< whether a bias is worth the time to look for a model that explains it
  /// Asked by all parts; counts the models of "auto" and, where evaluation.progress is empty, the exact refits.
  Progress progress = {};
};

/// A calibration, and everything that is found out about it.
struct Assessment {
  Calibration calibration;
  std::vector<LeftOutCorner> left_out_corners = {};
  std::optional<FrameTurns> turns = {};       ///< of a board that looks the same in several ways, where they are known
  std::optional<Selection> selection = {};    ///< where the model was "auto"
  std::optional<Evaluation> evaluation = {};  ///< nothing where the calibration failed
  std::optional<Trust> trust = {};            ///< how wrong the camera is, where that can be said
  std::vector<ErrorCause> causes = {};        ///< of that, where they were looked for
  std::optional<BetterModel> better = {};     ///< where one was looked for and found
  std::optional<OptimumCheck> optimum = {};   ///< of a camera that was given
  std::optional<Verdict> verdict = {};        ///< where there is an evaluation
  VerdictThresholds thresholds = {};          ///< that the verdict was made with
  MappingErrorOptions mapping = {};           ///< that the evaluation was made with
};

/// The whole job: outliers are left out, the camera is calibrated (with the model that was asked for, or the one that
/// the comparison of all recommends), evaluated, a better explanation looked for where something is systematically
/// wrong, and the result judged. A calibration that fails is told by its status; data that carry a calibration but no
/// evaluation throw an Error, as evaluate() does.
[[nodiscard]] Assessment assess(const Observations& observations, const AssessOptions& options = {});
[[nodiscard]] Assessment assess(const std::shared_ptr<const Observations>& observations,
                                const AssessOptions& options = {});

/// A camera that somebody calibrated.
struct GivenCamera {
  Camera camera;
  TargetShape target_shape = TargetShape::kPlanar;
  std::vector<Vector3> target_points = {};  ///< by corner id, where the target's shape was found with the camera
};

/// The same of a camera that is given: its intrinsics (and the target's shape) stay, the poses are fitted, and it is
/// compared with the best fit of these observations. The options' model and target_shape are not looked at.
[[nodiscard]] Assessment assess_camera(const GivenCamera& given, const Observations& observations,
                                       const AssessOptions& options = {});

// The parts, for those who need one alone.

/// A calibration without outliers, and how its model was found where that was left to us.
struct ChosenCalibration {
  CleanCalibration clean;
  std::optional<Selection> selection = {};
  std::optional<FrameTurns> turns = {};
};

/// Cleaned and calibrated as asked for. With "auto", where no model fits, the calibration is one that failed, with the
/// reasons of all models in its message.
[[nodiscard]] ChosenCalibration calibrate_as_asked(const std::shared_ptr<const Observations>& observations,
                                                   const AssessOptions& options = {});

/// Evaluated and judged; nothing but the calibration where that failed.
[[nodiscard]] Assessment assess_calibration(ChosenCalibration chosen, const AssessOptions& options = {});

}  // namespace fiducia

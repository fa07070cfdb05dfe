#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fiducia/data/rig_observations.h"
#include "fiducia/solve/calibrate.h"
#include "fiducia/solve/rig_layout.h"
#include "fiducia/solve/rig_start.h"

namespace fiducia {

struct RigCalibrateOptions {
  std::vector<ModelChoice> models = {"radial2"};  ///< one per camera, or one for all. Splined lenses of few knots
  Loss loss = Loss::none();
  TargetShape target_shape = TargetShape::kPlanar;
  /// Of every camera; but the target bends for all of them alike.
  std::vector<Effect> effects = {};
  int max_iterations = 500;
  double tolerance = 1e-4;  ///< see CalibrateOptions
  int threads = 1;
  Progress progress = {};  ///< only asked whether to go on
};

/// A camera as the rig has it.
struct RigCameraFit {
  std::string name;
  Camera camera;
  Pose camera_from_rig;
  FitSummary fit = {};  ///< its part: n_parameters is its share of all, by its observations
  EffectFit effects = {};
};

/// One camera's view of the target at an instant.
struct RigView {
  std::size_t camera = 0;
  double rmse = 0;  ///< px, over the view's coordinates
};

/// An instant that was used.
struct InstantFit {
  std::string name;
  std::size_t index = 0;  ///< in RigObservations::instants
  Pose rig_from_target;
  std::vector<RigView> views = {};  ///< of the cameras that were used, in their order
  double rmse = 0;
};

struct LeftOutView {
  std::string camera;
  std::string instant;
  std::string reason;
};

/// The result of the calibration of a rig. Only when `status` is kConverged is there anything but the message, the
/// observations and what was left out.
struct RigCalibration {
  CalibrationStatus status = CalibrationStatus::kNotRun;
  std::string message = "calibrate_rig() was not called";
  /// What it was made from; where the board looks the same turned, with its corners numbered alike by all cameras.
  std::shared_ptr<const RigObservations> observations = {};
  std::vector<RigCameraFit> cameras = {};
  std::vector<InstantFit> instants = {};
  std::vector<LeftOutView> left_out = {};
  std::vector<InstantShift> shifts = {};  ///< also of a calibration that failed: frames that belong to other instants
  TargetFit target = {};
  /// Per camera, one span per instant of `instants` that it sees.
  std::vector<Residuals> residuals = {};
  FitSummary fit = {};
  Loss loss = Loss::none();
  Eigen::VectorXd g = {};  ///< as `layout` has it
  RigLayout layout = {};
  Information information = {};  ///< over g, one entry per instant: instants are the clusters
  std::vector<std::string> warnings = {};

  [[nodiscard]] bool converged() const { return status == CalibrationStatus::kConverged; }
};

/// Cameras, how they stand to each other, the target's pose at every instant and, where asked for, the target's shape
/// that minimise the reprojection error of all cameras together (docs/rigs.md). Initial values need no help: every
/// camera is calibrated by itself, then the cameras are placed by the instants that they have in common. A camera with
/// too few views for that takes part where the others determine enough. Throws an Error for input that makes no sense;
/// data that cannot carry the calibration give a status and a message.
[[nodiscard]] RigCalibration calibrate_rig(const RigObservations& observations,
                                           const RigCalibrateOptions& options = {});

/// One camera of the rig as if it had been calibrated by itself, to be evaluated by what evaluates a camera: its frames
/// with the poses that the rig gives them. It has no information of its own (and no covariance): what is known about
/// its intrinsics is known through the rig.
[[nodiscard]] Calibration camera_view(const RigCalibration& rig, std::size_t camera);

/// Throws an Error (kNotConverged) where the calibration did not succeed.
void require_converged(const RigCalibration& rig, const std::string& what);

/// Where the calibration has the target's corners, by id.
[[nodiscard]] const std::vector<Vector3>& target_points(const RigCalibration& rig);

}  // namespace fiducia

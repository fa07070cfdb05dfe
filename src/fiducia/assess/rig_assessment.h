#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fiducia/assess/model_request.h"
#include "fiducia/evaluate/bias_ratio.h"
#include "fiducia/evaluate/rig_consistency.h"
#include "fiducia/evaluate/rig_pair.h"
#include "fiducia/solve/calibrate_rig.h"
#include "fiducia/solve/outlying_corners.h"

namespace fiducia {

struct RigAssessOptions {
  std::vector<ModelRequest> models = {"auto"};  ///< one per camera, or one for all
  /// Nothing: what most of the cameras would take by themselves.
  std::optional<TargetShape> target_shape = {};
  std::vector<Effect> effects = {};
  Loss loss = Loss::none();
  OutlierOptions outliers = {};
  std::vector<double> distances_m = {};  ///< see RigPairOptions
  std::uint64_t seed = 0;
  int threads = 1;
  Progress progress = {};  ///< only asked whether to go on
};

/// How far one camera of the rig can be trusted.
struct RigCameraAssessment {
  std::optional<BiasRatio> bias = {};  ///< nothing where no view shows a whole tile
  double random_px = 0;                ///< expected mapping error by the joint cr2: a length, RMS over the image
  double bound95_px = 0;               ///< with 95% confidence it is less
  double degrees_of_freedom = 0;
  std::vector<LeftOutCorner> left_out_corners = {};

  /// Something in the residuals is not noise, and its part of the camera's error is in no covariance.
  [[nodiscard]] bool is_lower_bound() const;
};

/// All that is found out about a rig. Where the calibration failed, nothing but that.
struct RigAssessment {
  RigCalibration calibration;
  std::vector<RigCameraAssessment> cameras = {};
  std::vector<RigPair> pairs = {};  ///< of all cameras, the first with the second, ...
  RigConsistency consistency = {};
};

/// The whole job: outlying corners are left out, models and the target's shape chosen where that is left open (each
/// camera by itself), the rig is calibrated and evaluated.
[[nodiscard]] RigAssessment assess_rig(const RigObservations& observations, const RigAssessOptions& options = {});

}  // namespace fiducia

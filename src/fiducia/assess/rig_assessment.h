#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fiducia/assess/model_request.h"
#include "fiducia/assess/rig_verdict.h"
#include "fiducia/evaluate/bias_ratio.h"
#include "fiducia/evaluate/find_rig_explanation.h"
#include "fiducia/evaluate/rig_consistency.h"
#include "fiducia/evaluate/rig_pair.h"
#include "fiducia/solve/calibrate_rig.h"
#include "fiducia/solve/outlying_corners.h"

namespace fiducia {

struct RigAssessOptions {
  std::vector<ModelRequest> models = {"auto"};  ///< one per camera, or one for all
  /// Models that "auto" chooses from; empty: those that suit the lens.
  std::vector<std::shared_ptr<const Model>> candidates = {};
  /// Nothing: what most of the cameras would take by themselves.
  std::optional<TargetShape> target_shape = {};
  std::vector<Effect> effects = {};
  Loss loss = Loss::none();
  OutlierOptions outliers = {};
  std::vector<double> distances_m = {};  ///< see RigPairOptions; empty: usual_distances()
  double tolerance_px = 1;               ///< the error that the application bears: cameras' mappings and pairs' rows
  VerdictThresholds thresholds = {};
  std::uint64_t seed = 0;
  /// Single instants that do not belong to the others are left out where the rig gains by that.
  bool leave_out_deviating = true;
  /// Whether better explanations are looked for, which show what is systematic and take most of the time. Without them
  /// the errors are those by chance alone.
  bool explain = true;
  int threads = 1;
  Progress progress = {};  ///< only asked whether to go on
};

/// How far one camera of the rig can be trusted.
struct RigCameraAssessment {
  std::optional<BiasRatio> bias = {};  ///< nothing where no view shows a whole tile
  RigError error = {};                 ///< px, of its mapping: a length, RMS over the image
  double best_total_px = 0;            ///< the same, with the best explanation
  double left_eps_px = 0;              ///< what even the best explanation leaves: px RMS per coordinate
  double left_ratio = 0;               ///< and its bias ratio
  double without_ray = 0;              ///< share of the image that light reaches where the camera has no ray
  /// What is left is no chance: the camera is at least so wrong.
  bool is_lower_bound = false;
  std::vector<LeftOutCorner> left_out_corners = {};
};

/// All that is found out about a rig. Where the calibration failed, nothing but that.
struct RigAssessment {
  RigCalibration calibration;
  std::vector<RigCameraAssessment> cameras = {};
  std::vector<RigPair> pairs = {};  ///< of all cameras, the first with the second, ...
  RigConsistency consistency = {};
  RigExplanationPtr lean = {};  ///< the calibration; null for a rig that was given
  /// The best explanation of the views; null where that is the calibration itself.
  RigExplanationPtr best = {};
  std::vector<RigPair> best_pairs = {};  ///< with the best explanation, by chance alone
  /// With the best explanation, where the calibration's is not one rig's.
  std::optional<RigConsistency> best_consistency = {};
  std::vector<RigStep> steps = {};  ///< what was found on the way to the fullest explanation
  RigVerdict verdict = {};
  bool is_given = false;                            ///< see assess_given_rig()
  std::vector<std::string> left_out_instants = {};  ///< which do not belong to the others
};

/// See RigCameraAssessment::without_ray.
[[nodiscard]] double share_without_ray(const RigCalibration& rig, std::size_t camera);

/// Whether intervals are wanted, which take longer than the rest.
enum class WithIntervals { kNo, kYes };
/// The bias ratio of one camera's views; nothing where none shows a whole tile.
[[nodiscard]] std::optional<BiasRatio> bias_in_rig(const RigCalibration& rig, std::size_t camera,
                                                   const RigAssessOptions& options,
                                                   WithIntervals intervals = WithIntervals::kYes);

/// The whole job: outlying corners are left out, models and the target's shape chosen where that is left open (each
/// camera by itself, then together), the rig is calibrated, and better explanations of its views are looked for, which
/// show how far it is off (docs/method.md 11 and 14).
[[nodiscard]] RigAssessment assess_rig(const RigObservations& observations, const RigAssessOptions& options = {});

/// Cameras that somebody gave, as they stand to each other; in the order of those that saw.
struct GivenRig {
  std::vector<Camera> cameras;
  std::vector<Pose> camera_from_rig;
};

/// How wrong a rig is that somebody gave, held against views that it did not come from: `calibration` is the given one
/// with the target's poses, `best` the best explanation of the views, whose difference to it is the error.
[[nodiscard]] RigAssessment assess_given_rig(const GivenRig& given, const RigObservations& observations,
                                             const RigAssessOptions& options = {});

}  // namespace fiducia

#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fiducia/assess/judgement.h"
#include "fiducia/assess/verdict_thresholds.h"
#include "fiducia/camera/effect.h"
#include "fiducia/solve/target_shape.h"

namespace fiducia {

struct RigAssessment;

/// What can be wrong with a rig.
enum class RigCause {
  kNotOneRig,    ///< the instants do not show cameras that are fixed to each other and took their images together
  kCamera,       ///< a camera may map too wrongly
  kRows,         ///< the rows of a rectified pair may be too far off
  kUnexplained,  ///< part of a camera's residuals is systematic, and nothing explains it: what it costs is not known
  kNoRay,        ///< a camera has no ray in a part of its image
  kFewInstants,  ///< so few that their disagreement says little
};
/// "not_one_rig", "camera", "rows", "unexplained", "no_ray", "few_instants": as in files.
[[nodiscard]] std::string_view to_string(RigCause cause);

/// One thing that was found. Numbers that it does not have are NaN.
struct RigVerdictFinding {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  RigCause cause = RigCause::kCamera;
  Judgement judgement = Judgement::kUsable;
  std::vector<std::size_t> cameras = {};  ///< the camera, or the two of a pair
  double px = kNone;             ///< kCamera, kRows: less than that with 95% confidence. kUnexplained: what is left
  double total_px = kNone;       ///< expected
  double systematic_px = kNone;  ///< the systematic part of that
  double ratio = kNone;          ///< kUnexplained: the bias ratio
  double without_ray = kNone;    ///< kNoRay: share of the image
};

/// Of cameras and pairs the one that is most wrong; null where there is none.
[[nodiscard]] const RigVerdictFinding* weakest(const std::vector<RigVerdictFinding>& findings);

/// What there is to do about a rig.
enum class RigActionCode {
  kNone,              ///< nothing is needed
  kNothingHelps,      ///< nothing that can be done with these images makes the rig better
  kPairFrames,        ///< bring the frames together again that belong together
  kFixMount,          ///< fix the mount and take the images again, or calibrate the parts apart
  kLeaveOutInstants,  ///< leave out `instants`, which do not belong to the others
  kTriggerTogether,   ///< hold the board still, or trigger the cameras together
  kTakeParts,         ///< take `models`, `target_shape`, `effects`
  kRecalibrate,       ///< of a rig that was given: calibrate it anew, from these images
  kTakeViews,         ///< take more views that show the board to `cameras`
};
/// "none", "nothing_helps", "pair_frames", ...: as in files.
[[nodiscard]] std::string_view to_string(RigActionCode code);

struct RigAction {
  RigActionCode code = RigActionCode::kNone;
  std::vector<std::string> instants = {};
  std::vector<std::string> models = {};  ///< kTakeParts: per camera; empty where they are the calibration's
  std::optional<TargetShape> target_shape = {};
  std::vector<Effect> effects = {};
  std::vector<std::size_t> cameras = {};  ///< kTakeViews
  /// Of what the verdict is about most (a camera's mapping, a pair's rows): expected then, px; NaN: not known.
  double expected_total_px = RigVerdictFinding::kNone;
  int instants_more = 0;  ///< kTakeViews: so many more of the kind there are
};

/// How far a rig can be trusted, as codes and numbers.
struct RigVerdict {
  Judgement judgement = Judgement::kGood;
  std::vector<RigVerdictFinding> findings = {};  ///< what makes the verdict worst first, of equals what costs most
  RigAction action = {};
};

/// Whether cameras and the rows of every pair are good enough for an application that bears so many pixels: as bad as
/// the worst of what was found. Of pairs that see nothing in common nothing is asked.
[[nodiscard]] RigVerdict rig_verdict(const RigAssessment& rig, double tolerance_px,
                                     const VerdictThresholds& thresholds = {});

}  // namespace fiducia

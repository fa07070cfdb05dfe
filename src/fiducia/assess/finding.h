#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "fiducia/assess/error_cause.h"
#include "fiducia/assess/judgement.h"
#include "fiducia/assess/optimum_check.h"
#include "fiducia/assess/trust.h"
#include "fiducia/assess/verdict_thresholds.h"
#include "fiducia/evaluate/evaluation.h"

namespace fiducia {

/// What can be wrong with a calibration.
enum class Cause {
  kOtherCamera,     ///< the given camera is not the one that took these images
  kOptimumUnknown,  ///< whether it is cannot be told
  kFoldOver,        ///< corners lie where the model folds over
  kOpenParameters,  ///< the observations leave parameters of the model open
  kTotalError,      ///< the camera may be too wrong, most of it by something systematic
  kUncertainty,     ///< the camera may be too wrong, most of it by chance: the images leave that open
  kNoRay,           ///< the camera has no ray for a part of the image
  kUnexplained,     ///< part of the residuals is systematic, and nothing explains it: what it costs is not known
  kFewFrames,       ///< so few that their disagreement says little
  kOutlyingFrames,  ///< frames do not fit in with the others
  kBias,            ///< part of the residuals is systematic; what it costs is known and in the total error
};
/// "other_camera", ...: as in files.
[[nodiscard]] std::string_view to_string(Cause cause);

/// One thing that was found, with its numbers; those that a cause does not have are NaN, 0 or empty.
struct Finding {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  Cause cause = Cause::kBias;
  /// What it alone would make of the verdict; good: it is only mentioned.
  Judgement judgement = Judgement::kUsable;
  /// Its size. kOtherCamera, kUncertainty, kTotalError: what the error of the camera is less than with 95% confidence,
  /// px, a length, RMS over the image. kBias, kUnexplained: the systematic residual, px RMS per coordinate.
  double px = kNone;
  double limit_px = kNone;               ///< up to which `px` would have been good
  double total_px = kNone;               ///< those and kUnexplained: how wrong the camera is, as far as known, a length
  double systematic_px = kNone;          ///< the systematic part of that
  double ratio = kNone;                  ///< kBias, kUnexplained: the bias ratio
  bool is_shown = true;                  ///< kUnexplained: no chance, by the F-test; kTotalError: nor is this
  double known_to_px = kNone;            ///< of a given camera: how uncertain the camera is that it is compared with
  double noise_px = kNone;               ///< kBias: the noise of the corners beside it
  double without_ray = kNone;            ///< kNoRay: share of the image
  int corners = 0;                       ///< kFoldOver: how many
  std::size_t n_frames = 0;              ///< kFewFrames: how many
  std::vector<std::string> frames = {};  ///< kOutlyingFrames: which
  std::string problem = {};              ///< kOptimumUnknown: why
};

/// What a verdict takes into account besides a calibration and its evaluation.
struct VerdictContext {
  double tolerance_px = 1;  ///< the error that the application tolerates: a length, RMS over the image
  VerdictThresholds thresholds = {};
  const Trust* trust = nullptr;                     ///< the total error, where it is known
  const OptimumCheck* optimum = nullptr;            ///< of a camera that was given
  const std::vector<ErrorCause>* causes = nullptr;  ///< of the error, where they were looked for
};

/// Everything that was found: what makes the verdict worst first, of equals what costs most pixels.
[[nodiscard]] std::vector<Finding> find_causes(const Calibration& calibration, const Evaluation& evaluation,
                                               const VerdictContext& context = {});

/// The names of the frames that do not fit in with the others, the worst first.
[[nodiscard]] std::vector<std::string> outlying_frames(const Calibration& calibration, const Evaluation& evaluation);

}  // namespace fiducia

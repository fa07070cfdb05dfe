#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "fiducia/assess/judgement.h"
#include "fiducia/assess/optimum_check.h"
#include "fiducia/assess/trust.h"
#include "fiducia/assess/verdict_thresholds.h"
#include "fiducia/evaluate/evaluation.h"

namespace fiducia {

/// What can be wrong with a calibration.
enum class Cause {
  kOtherCamera,     ///< the observations ask for another camera than the given one
  kOptimumUnknown,  ///< whether they do is not known
  kFoldOver,        ///< corners lie where the model folds over
  kBias,            ///< part of the residuals is systematic
  kOpenParameters,  ///< the observations leave parameters of the model open
  kUncertainty,     ///< the mapping is too uncertain
  kTotalError,      ///< the camera is too wrong, by something systematic
  kOutlyingFrames,  ///< frames do not fit in with the others
  kFewFrames,       ///< so few that their disagreement says little
};
/// "other_camera", ...: as in files.
[[nodiscard]] std::string_view to_string(Cause cause);

/// One thing that is wrong, with its numbers; those that a cause does not have are NaN, 0 or empty.
struct Finding {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  Cause cause = Cause::kBias;
  Judgement judgement = Judgement::kQuestionable;
  /// Its size, px RMS. kOtherCamera: how far the mapping of the best fit is away, per coordinate. kBias: the systematic
  /// residual, per coordinate. kUncertainty, kTotalError: what the error of the camera is less than with 95%
  /// confidence, a length.
  double px = kNone;
  double limit_px = kNone;               ///< up to which `px` would have been good
  double ratio = kNone;                  ///< kBias: the bias ratio
  double noise_px = kNone;               ///< kBias: the noise of the corners beside it
  double total_px = kNone;               ///< kTotalError: how wrong the camera is, a length
  double systematic_px = kNone;          ///< kTotalError: the systematic part of that
  int corners = 0;                       ///< kFoldOver: how many
  std::size_t n_frames = 0;              ///< kFewFrames: how many
  std::vector<std::string> frames = {};  ///< kOutlyingFrames: which
  std::string problem = {};              ///< kOptimumUnknown: why
};

/// Everything that is wrong, the cause to remove first at the front: observations that ask for another camera and have
/// no bias with that one, then a model that folds over, then a total error with something systematic in it, then a
/// bias, then too little data, then frames that stand out, then too few frames.
[[nodiscard]] std::vector<Finding> find_causes(const Calibration& calibration, const Evaluation& evaluation,
                                               const VerdictThresholds& thresholds,
                                               const OptimumCheck* optimum = nullptr, const Trust* trust = nullptr);

/// The names of the frames that do not fit in with the others.
[[nodiscard]] std::vector<std::string> outlying_frames(const Calibration& calibration, const Evaluation& evaluation);

}  // namespace fiducia

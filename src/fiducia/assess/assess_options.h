#pragma once

#include <optional>
#include <vector>

#include "fiducia/assess/model_request.h"
#include "fiducia/assess/verdict_thresholds.h"
#include "fiducia/core/progress.h"
#include "fiducia/evaluate/evaluation.h"
#include "fiducia/solve/outlying_corners.h"

namespace fiducia {

/// A frame that is left out, and why.
struct FrameToLeaveOut {
  std::string name;
  std::string reason;
};

struct AssessOptions {
  ModelRequest model = "auto";
  /// Models that "auto" chooses from; empty: those that suit the lens.
  std::vector<std::shared_ptr<const Model>> candidates = {};
  /// Nothing: the one of those that the frames can carry with which the camera is expected to be least wrong.
  std::optional<TargetShape> target_shape = {};
  std::vector<Effect> effects = {};  ///< that the camera is to be freed of
  bool find_effects = false;         ///< also of those that the best explanation of the frames has
  double tolerance_px = 1;           ///< the error that the application tolerates: a length, RMS over the image
  Loss loss = Loss::none();
  OutlierOptions outliers = {};
  std::vector<std::string> leave_out = {};  ///< frames, by name
  /// Frames whose RMSE stands out (thresholds.outlier_ratio) are left out where the camera gains by that.
  bool leave_out_outlying = true;
  std::vector<FrameToLeaveOut> outlying = {};  ///< that are known already
  /// A view that was taken twice is no second piece of evidence: frames that show the same as an earlier one, to 0.1%
  /// of the image's diagonal, are left out.
  bool same_views_count_once = true;
  /// A board that looks the same in several ways (8x6 corners upside down) is numbered alike in all frames, as far as
  /// its shape tells.
  bool number_alike = true;
  /// Whether a splined lens may explain the frames, and be the one that "auto" takes, where formulas leave something.
  bool splines = true;
  /// Its seed and its threads serve for everything; its outlier_ratio is not looked at, `thresholds` has one.
  EvaluateOptions evaluation = {};
  VerdictThresholds thresholds = {};
  bool look_for_better = true;  ///< whether a bias is worth the time to look for a model that explains it
  bool find_remedies = true;    ///< whether, where it is not good, what would make it better is worth the time
  /// Asked by all parts; counts the models of "auto" and, where evaluation.progress is empty, the exact refits.
  Progress progress = {};
};

}  // namespace fiducia

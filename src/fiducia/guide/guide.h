#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fiducia/evaluate/bias_ratio.h"
#include "fiducia/guide/assessed.h"
#include "fiducia/guide/forecast.h"
#include "fiducia/guide/planning_camera.h"
#include "fiducia/guide/propose.h"
#include "fiducia/guide/stop_rule.h"

namespace fiducia {

struct GuideOptions {
  Criterion criterion = Criterion::kEme;
  int suggestions = 1;
  Goal goal = {};
  InformationStateOptions information_state = {};
  /// What assess() found; nothing: errors are random ones alone, and the bias ratio says whether they can be trusted.
  std::optional<Assessed> assessed = {};
  /// Distances that are zero are taken from the frames so far: half the least and twice the greatest, where the camera
  /// was able to see the board sharply.
  ViewLimits limits = {};
  int candidates = 200;
  int refined = 4;
  int forecast_most = 50;  ///< views after which a forecast gives up; 0: no forecast
  bool judge_bias = true;
  std::uint64_t seed = 0;
  int threads = 1;
  Progress progress = {};  ///< only asked whether to go on; that of `information_state` is not looked at
};

/// A view to take next.
struct Suggestion {
  Placement placement;
  Pose camera_from_target;
  std::vector<Corner> corners;   ///< that would be seen
  std::vector<Vector2> outline;  ///< of the board, px, closed
  std::string words;
  /// After it and the suggestions before it; nothing where the camera is only guessed.
  std::optional<ExpectedMapping> expected;
};

struct Guidance {
  Criterion criterion = Criterion::kEme;
  ImageSize image_size;
  CalibrationProgress progress;  ///< how far the calibration is
  Advice advice;
  std::vector<Suggestion> suggestions;
  std::optional<Forecast> forecast;
  std::optional<BiasRatio> bias;  ///< where it was judged and could be
  std::optional<Action> action;   ///< what helps more than views, where it is known; see add_remedy()
};

/// What to do next with a calibration in progress, converged or not: how good it is, whether that is enough, and which
/// views would help most. No suggestions where the limits leave no view. Throws an Error for options that make no sense
/// and for a target that is not flat.
[[nodiscard]] Guidance guide(const Calibration& calibration, const GuideOptions& options = {});

/// What helps more than views, in words: the advice names it.
void add_remedy(std::string remedy, const Goal& goal, Guidance* guidance);

}  // namespace fiducia

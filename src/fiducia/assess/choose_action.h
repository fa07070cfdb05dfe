#pragma once

#include <optional>
#include <vector>

#include "fiducia/assess/action.h"
#include "fiducia/assess/better_model.h"
#include "fiducia/assess/finding.h"

namespace fiducia {

/// Frames that stand out, and what becomes of the camera without them.
struct WithoutFrames {
  std::vector<std::string> frames;
  double total_px = 0;  ///< how wrong the camera is then expected to be, a length
};

/// What is known to make a camera better.
struct Remedies {
  std::optional<BetterModel> better = {};
  std::optional<WithoutFrames> without_outlying = {};
};

/// Of what can be done about the findings, the one that lowers the total error most. Nothing is needed where they are
/// only mentioned.
[[nodiscard]] Action choose_action(const std::vector<Finding>& findings, const Calibration& calibration,
                                   const Evaluation& evaluation, const VerdictContext& context,
                                   const Remedies& remedies = {});

// Its parts.

/// Another model, another shape of the target, effects; or frames that go.
[[nodiscard]] Action take_better(const BetterModel& better, const Calibration& calibration);
/// What cannot be checked with these images: where to look, by what the residuals follow.
[[nodiscard]] Action check_the_set_up(const Calibration& calibration, const Evaluation& evaluation);

}  // namespace fiducia

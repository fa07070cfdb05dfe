#pragma once

#include <vector>

#include "fiducia/assess/assess.h"

namespace fiducia {

/// What one piece of advice led to.
struct ImprovementStep {
  Action action = {};  ///< that was followed; of the first step, none
  double total_px = 0;
  double bound95_px = 0;
  Judgement judgement = Judgement::kBad;
};

struct Improvement {
  Assessment assessment;                    ///< of the best of the steps
  std::vector<ImprovementStep> steps = {};  ///< the first is as asked; each is better than the one before
};

/// Assesses, and follows the verdict's advice as far as it is about these frames (another model, the target's shape,
/// effects, frames to leave out) and the camera gets better by it.
[[nodiscard]] Improvement improve(const std::shared_ptr<const Observations>& observations,
                                  const AssessOptions& options = {});

/// The options with which an action is followed; nothing where it is not about these frames.
[[nodiscard]] std::optional<AssessOptions> following(const Action& action, AssessOptions options);

}  // namespace fiducia

#pragma once

#include <optional>

#include "fiducia/assess/choose_action.h"

namespace fiducia {

/// What to do against a bias, from an evaluation that is made in an instant and without a total error: the better
/// explanation where one is known, otherwise a look at frames that stand out or at the set-up. Nothing where the
/// calibration cannot carry an evaluation, because it failed or has too few frames.
[[nodiscard]] std::optional<Action> quick_remedy(const Calibration& calibration,
                                                 const std::optional<BetterModel>& better = {}, int threads = 1,
                                                 const Progress& progress = {});

}  // namespace fiducia

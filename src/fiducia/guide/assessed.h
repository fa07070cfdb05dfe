#pragma once

#include <optional>

#include "fiducia/assess/assess.h"
#include "fiducia/guide/goal.h"
#include "fiducia/guide/outlook.h"

namespace fiducia {

/// What assess() found out about a calibration in progress, as far as guidance needs it.
struct Assessed {
  KnownTotal total;
  bool sound = false;            ///< the verdict is what the goal asks for
  std::optional<Action> action;  ///< what helps more than views
};

/// `assessment`: made with the tolerance goal.length_px(). Nothing where it is not known how wrong the camera is.
[[nodiscard]] std::optional<Assessed> assessed_for(const Goal& goal, const Assessment& assessment);

}  // namespace fiducia

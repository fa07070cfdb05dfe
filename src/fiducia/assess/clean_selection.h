#pragma once

#include <memory>

#include "fiducia/evaluate/select.h"
#include "fiducia/solve/outlying_corners.h"

namespace fiducia {

/// The table of models, and the corners without outliers that it rests on.
struct CleanSelection {
  CleanCalibration clean;
  Selection selection;
};

/// What `fiducia select` does: a board that looks the same in several ways is numbered alike in all frames, views that
/// were seen before are left out, then corners that no model explains, and the models are compared with what remains.
/// options.leave_out is found here.
[[nodiscard]] CleanSelection select_cleaned(const std::shared_ptr<const Observations>& observations,
                                            SelectOptions options, const OutlierOptions& outliers = {});

}  // namespace fiducia

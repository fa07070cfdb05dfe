#pragma once

#include "fiducia/evaluate/mapping_grid.h"
#include "fiducia/report/evaluated_calibration.h"

namespace fiducia {

/// A map on another grid: linear between the centres of four cells, the nearest one's value where one of them has no
/// ray.
[[nodiscard]] EvaluatedCalibration::SigmaMap resampled(const EvaluatedCalibration::SigmaMap& map,
                                                       const GridOptions& grid);

}  // namespace fiducia

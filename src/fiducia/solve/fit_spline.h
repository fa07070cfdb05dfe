#pragma once

#include <memory>

#include "fiducia/camera/camera.h"
#include "fiducia/camera/spline.h"

namespace fiducia {

/// The parameters of a splined lens that maps rays as `lens` does, wherever that has pixels in its image (or near it)
/// in the spline's grid; smooth elsewhere. Nothing where the lens sees none of the grid.
[[nodiscard]] std::optional<std::vector<double>> fit_spline(const SplineModel& model, const Camera& lens);

}  // namespace fiducia

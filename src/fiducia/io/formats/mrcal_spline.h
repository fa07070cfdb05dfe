#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fiducia/camera/spline.h"

namespace fiducia {

/// The grid of LENSMODEL_SPLINED_STEREOGRAPHIC_order=3_Nx=30_Ny=20_fov_x_deg=170; nothing where the name is another
/// model's. Throws an Error where the name makes no grid.
[[nodiscard]] std::optional<SplineGrid> grid_of_mrcal_name(std::string_view name);
[[nodiscard]] std::string mrcal_name_of(const SplineGrid& grid);

/// The outline of a camera's domain in its image as mrcal's valid_intrinsics_region has it: a closed polygon, seen from
/// the middle of the domain. Empty where all of the grid is determined, or none of the image.
[[nodiscard]] std::vector<Vector2> valid_region(const Camera& camera);
/// The same the other way round: the cells whose middles fall inside the polygon are determined.
[[nodiscard]] Camera with_valid_region(const Camera& camera, const std::vector<Vector2>& polygon);

}  // namespace fiducia

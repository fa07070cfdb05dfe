#pragma once

#include <optional>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/core/progress.h"

namespace fiducia {

/// The rays of a camera's pixels as a small table: bicubic B-splines over columns x rows equal cells of the image,
/// whose value is the ray's place on the stereographic plane, (x, y) / (1 + z) for a unit ray. Fitted by least squares
/// to rays of the model inside the image, so that nothing outside of it is asked of the model.
struct UnprojectionGrid {
  ImageSize image_size = {};
  int columns = 0;
  int rows = 0;
  std::vector<float> nodes;     ///< (rows + 3) x (columns + 3) pairs, row by row
  std::vector<char> covered;    ///< per cell, row by row; in others there is no ray, or none within the error
  double largest_error_px = 0;  ///< at 25 places in each covered cell: from the pixel to where the model sees the ray
  double covered_share = 0;     ///< of the places that have a ray

  [[nodiscard]] std::optional<Vector3> unproject(const Vector2& pixel) const;
};

struct UnprojectionGridOptions {
  double error_px = 0.01;
  int most_cells = 128;  ///< along the longer side
  int threads = 1;
  Progress progress = {};
};

/// The grid with the fewest cells whose error is below error_px, with a tenth of it to spare for places between those
/// that are checked. Where even the finest grid is not good enough somewhere (at the edge of a model's domain), those
/// cells are not covered. Throws an Error where no cell is.
[[nodiscard]] UnprojectionGrid unprojection_grid(const Camera& camera, const UnprojectionGridOptions& options = {});

}  // namespace fiducia

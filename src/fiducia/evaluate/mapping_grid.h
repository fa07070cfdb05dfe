#pragma once

#include <Eigen/Core>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/evaluate/image_region.h"

namespace fiducia {

/// Where in the image a mapping is looked at: the centres of columns x rows equal cells.
struct GridOptions {
  int columns = 20;
  int rows = 15;
  RegionWeight region = {};
};

/// The centre of a cell: ((column + 1/2) w / columns - 1/2, ...).
[[nodiscard]] Vector2 cell_centre(ImageSize size, const GridOptions& grid, int column, int row);

/// The cell that a pixel lies in, counted row by row; the nearest for one outside the image.
[[nodiscard]] std::size_t cell_of(ImageSize size, const GridOptions& grid, const Vector2& pixel);

/// The weights of the region at the centres of the cells, row by row; empty without a region. What a file holds of one:
/// nothing else of it is ever looked at.
[[nodiscard]] std::vector<double> cell_weights(ImageSize size, const GridOptions& grid);

/// The region that cell_weights() was taken of, as far as this grid sees it: a pixel has the weight of its cell. Throws
/// an Error where there is not one weight per cell, or one of them is negative or not finite.
[[nodiscard]] RegionWeight region_of_cells(ImageSize size, int columns, int rows, std::vector<double> weights);

/// The points of the grid that have a ray and a weight, and how their projections move (docs/method.md 5).
struct MappingGrid {
  std::vector<Vector2> pixels;
  std::vector<Vector3> rays;
  Eigen::VectorXd weights;  ///< one per point
  Eigen::MatrixXd J_theta;  ///< d p / d theta: two rows per point, u and v
  Eigen::MatrixXd J_omega;  ///< d p / d (small rotation of the rays)
  int without_ray = 0;      ///< points outside the model's domain, dropped
  int without_weight = 0;   ///< points outside the region, dropped

  /// The small rotation that best takes back what a step of the parameters does: omega = -C step with
  /// C = (J_omega' W J_omega)^-1 J_omega' W J_theta.
  [[nodiscard]] Eigen::MatrixXd compensation() const;
};

/// Throws an Error where fewer than three points are left.
[[nodiscard]] MappingGrid mapping_grid(const Camera& camera, const GridOptions& options = {});

/// d p / d (small rotation omega of the rays), given d p / d ray.
[[nodiscard]] Eigen::MatrixXd rotation_derivatives(const std::vector<Vector3>& rays, const Eigen::MatrixXd& to_point);

}  // namespace fiducia

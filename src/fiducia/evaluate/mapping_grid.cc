#include "fiducia/evaluate/mapping_grid.h"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <algorithm>
#include <string>

#include "fiducia/core/error.h"
#include "fiducia/core/lanes.h"

namespace fiducia {
namespace {

void check(const GridOptions& options) {
  constexpr int kMostPerSide = 10000;
  if (options.columns < 1 || options.rows < 1 || options.columns > kMostPerSide || options.rows > kMostPerSide) {
    throw Error(ErrorCode::kBadOption, "a grid of " + std::to_string(options.columns) + "x" +
                                           std::to_string(options.rows) + " cells makes no sense");
  }
}

/// One weight for u and v each.
Eigen::VectorXd row_weights(const Eigen::VectorXd& weights) {
  Eigen::VectorXd rows(2 * weights.size());
  for (Eigen::Index i = 0; i < weights.size(); ++i) rows[2 * i] = rows[2 * i + 1] = weights[i];
  return rows;
}

}  // namespace

Vector2 cell_centre(ImageSize size, const GridOptions& grid, int column, int row) {
  return {(column + 0.5) * size.width / grid.columns - 0.5, (row + 0.5) * size.height / grid.rows - 0.5};
}

std::size_t cell_of(ImageSize size, const GridOptions& grid, const Vector2& pixel) {
  const auto along = [](double place, int side, int cells) {
    return static_cast<std::size_t>(std::clamp(static_cast<int>((place + 0.5) / side * cells), 0, cells - 1));
  };
  return along(pixel.y(), size.height, grid.rows) * static_cast<std::size_t>(grid.columns) +
         along(pixel.x(), size.width, grid.columns);
}

void linearize_rays(const Camera& camera, const std::vector<Vector3>& rays, Eigen::MatrixXd* J_theta,
                    Eigen::MatrixXd* J_omega) {
  const auto count = static_cast<Eigen::Index>(rays.size());
  const Eigen::Index padded = (count + Lanes::kCount - 1) / Lanes::kCount * Lanes::kCount;
  const Eigen::Index parameters = camera.model().size();
  Eigen::MatrixXd points(padded, 3);
  for (Eigen::Index i = 0; i < padded; ++i) points.row(i) = rays[static_cast<std::size_t>(std::min(i, count - 1))];
  Eigen::MatrixXd columns(2 * padded, 1 + parameters + 3);
  const ProjectionColumns out{columns.data(), columns.col(1).data(), columns.col(1 + parameters).data(),
                              static_cast<int>(padded)};
  if (!camera.model().linearize(camera.parameters().data(), static_cast<int>(padded), points.col(0).data(),
                                points.col(1).data(), points.col(2).data(), out)) {
    throw Error(ErrorCode::kBadData, "a ray of the grid cannot be projected by the model");
  }
  J_theta->resize(2 * count, parameters);
  J_omega->resize(2 * count, 3);
  for (Eigen::Index i = 0; i < count; ++i) {
    const Vector3 ray = rays[static_cast<std::size_t>(i)];
    for (Eigen::Index axis = 0; axis < 2; ++axis) {
      const Eigen::Index from = axis * padded + i;
      J_theta->row(2 * i + axis) = columns.row(from).segment(1, parameters);
      const Vector3 to_point = columns.row(from).tail<3>();
      J_omega->row(2 * i + axis) = ray.cross(to_point);  // to_point . (omega x ray)
    }
  }
}

MappingGrid mapping_grid(const Camera& camera, const GridOptions& options) {
  check(options);
  MappingGrid grid;
  std::vector<double> weights;
  for (int row = 0; row < options.rows; ++row) {
    for (int column = 0; column < options.columns; ++column) {
      const Vector2 pixel = cell_centre(camera.image_size(), options, column, row);
      const double weight = options.region ? options.region(pixel) : 1;
      if (!(weight > 0)) {
        ++grid.without_weight;
        continue;
      }
      const auto ray = camera.unproject(pixel);
      if (!ray) {
        ++grid.without_ray;
        continue;
      }
      grid.pixels.push_back(pixel);
      grid.rays.push_back(*ray);
      weights.push_back(weight);
    }
  }
  if (grid.rays.empty()) {
    throw Error(grid.without_ray == 0 ? ErrorCode::kBadOption : ErrorCode::kDegenerate,
                grid.without_ray == 0
                    ? "the region holds no point of the " + std::to_string(options.columns) + "x" +
                          std::to_string(options.rows) + " grid over the " + std::to_string(camera.image_size().width) +
                          "x" + std::to_string(camera.image_size().height) + " image; make it larger"
                    : "the whole grid lies outside the domain of the model " + std::string(camera.model().info().name) +
                          " at these parameters: no pixel there has a ray, and no mapping error exists");
  }
  grid.weights = Eigen::Map<const Eigen::VectorXd>(weights.data(), static_cast<Eigen::Index>(weights.size()));
  linearize_rays(camera, grid.rays, &grid.J_theta, &grid.J_omega);
  return grid;
}

Eigen::MatrixXd MappingGrid::compensation() const {
  const Eigen::MatrixXd weighted = row_weights(weights).asDiagonal() * J_omega;
  const Eigen::Matrix3d normal = weighted.transpose() * J_omega;
  return normal.ldlt().solve(weighted.transpose() * J_theta);
}

}  // namespace fiducia

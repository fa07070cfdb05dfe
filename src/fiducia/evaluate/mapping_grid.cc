#include "fiducia/evaluate/mapping_grid.h"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>

#include "fiducia/camera/linearize_points.h"
#include "fiducia/core/error.h"

namespace fiducia {
namespace {

void check_grid_options(const GridOptions& options) {
  constexpr int kMostPerSide = 1000;
  if (options.columns < 1 || options.rows < 1 || options.columns > kMostPerSide || options.rows > kMostPerSide) {
    throw Error(ErrorCode::kBadOption, "a grid of " + std::to_string(options.columns) + "x" +
                                           std::to_string(options.rows) + " cells makes no sense");
  }
}

/// A rotation takes back whatever happens to a single point, and most of what happens to two.
void require_points(const MappingGrid& grid, const Camera& camera, const GridOptions& options) {
  constexpr std::array kTooFew = {"no point", "only one point", "only two points"};
  const std::size_t points = grid.rays.size();
  if (points >= kTooFew.size()) return;
  if (grid.without_ray == 0) {
    const auto words = [](int a, int b) { return std::to_string(a) + "x" + std::to_string(b); };
    throw Error(ErrorCode::kBadOption, "the " + words(options.columns, options.rows) + " grid over the " +
                                           words(camera.image_size().width, camera.image_size().height) +
                                           " image has " + kTooFew[points] + (options.region ? " in the region" : "") +
                                           ", and a mapping is compared at three at least; take a finer grid" +
                                           (options.region ? " or a larger region" : ""));
  }
  throw Error(ErrorCode::kDegenerate,
              std::string(points == 0 ? "the whole" : "nearly the whole") +
                  " grid lies outside the domain of the model " + std::string(camera.model().info().name) +
                  " at these parameters: no pixel there has a ray, and no mapping error exists");
}

/// What is not above 0 counts as nothing, NaN too.
double weight_at(const GridOptions& options, const Vector2& pixel) {
  const double weight = options.region ? options.region(pixel) : 1;
  return weight > 0 ? weight : 0;
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

std::vector<double> cell_weights(ImageSize size, const GridOptions& grid) {
  std::vector<double> weights;
  if (!grid.region) return weights;
  for (int row = 0; row < grid.rows; ++row) {
    for (int column = 0; column < grid.columns; ++column) {
      weights.push_back(weight_at(grid, cell_centre(size, grid, column, row)));
    }
  }
  return weights;
}

RegionWeight region_of_cells(ImageSize size, int columns, int rows, std::vector<double> weights) {
  const GridOptions grid{columns, rows};
  check_grid_options(grid);
  if (weights.size() != static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows)) {
    throw Error(ErrorCode::kBadOption, "a region of " + std::to_string(columns) + "x" + std::to_string(rows) +
                                           " cells needs a weight per cell, not " + std::to_string(weights.size()));
  }
  if (!std::all_of(weights.begin(), weights.end(), [](double w) { return std::isfinite(w) && w >= 0; })) {
    throw Error(ErrorCode::kBadOption, "the weights of a region must be finite and not negative");
  }
  const auto shared = std::make_shared<const std::vector<double>>(std::move(weights));
  return [=](const Vector2& pixel) { return (*shared)[cell_of(size, grid, pixel)]; };
}

Eigen::MatrixXd rotation_derivatives(const std::vector<Vector3>& rays, const Eigen::MatrixXd& to_point) {
  Eigen::MatrixXd derivatives(to_point.rows(), 3);
  for (Eigen::Index i = 0; i < to_point.rows(); ++i) {
    // to_point . (omega x ray) = omega . (ray x to_point)
    derivatives.row(i) = rays[static_cast<std::size_t>(i / 2)].cross(Vector3(to_point.row(i)));
  }
  return derivatives;
}

MappingGrid mapping_grid(const Camera& camera, const GridOptions& options) {
  check_grid_options(options);
  MappingGrid grid;
  std::vector<double> weights;
  for (int row = 0; row < options.rows; ++row) {
    for (int column = 0; column < options.columns; ++column) {
      const Vector2 pixel = cell_centre(camera.image_size(), options, column, row);
      const double weight = weight_at(options, pixel);
      if (weight == 0) {
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
  require_points(grid, camera, options);
  grid.weights = Eigen::Map<const Eigen::VectorXd>(weights.data(), static_cast<Eigen::Index>(weights.size()));
  ProjectionDerivatives derivatives = linearize_points(camera, grid.rays);
  grid.J_theta = std::move(derivatives.theta);
  grid.J_omega = rotation_derivatives(grid.rays, derivatives.point);
  return grid;
}

Eigen::MatrixXd MappingGrid::compensation() const {
  const Eigen::MatrixXd weighted = row_weights(weights).asDiagonal() * J_omega;
  const Eigen::Matrix3d normal = weighted.transpose() * J_omega;
  return normal.ldlt().solve(weighted.transpose() * J_theta);
}

}  // namespace fiducia

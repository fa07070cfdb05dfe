#include "fiducia/evaluate/uncertainty_map.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

/// Cells with a corner, and their neighbours.
std::vector<char> observed_cells(const std::vector<Vector2>& seen, ImageSize size, const GridOptions& grid) {
  const auto columns = static_cast<std::size_t>(grid.columns);
  const auto rows = static_cast<std::size_t>(grid.rows);
  std::vector<char> observed(columns * rows, 0);
  for (const Vector2& pixel : seen) {
    const std::size_t cell = cell_of(size, grid, pixel);
    const std::size_t row = cell / columns;
    const std::size_t column = cell % columns;
    for (std::size_t r = row == 0 ? 0 : row - 1; r <= std::min(row + 1, rows - 1); ++r) {
      for (std::size_t c = column == 0 ? 0 : column - 1; c <= std::min(column + 1, columns - 1); ++c) {
        observed[r * columns + c] = 1;
      }
    }
  }
  return observed;
}

double spread(const Eigen::MatrixXd& rows, const Eigen::MatrixXd& covariance) {
  return std::sqrt(std::max((rows * covariance * rows.transpose()).trace(), 0.0));
}

/// The cells without their uncertainty.
UncertaintyMap empty_map(ImageSize size, const std::vector<Vector2>& seen, const GridOptions& grid) {
  const std::vector<char> observed = observed_cells(seen, size, grid);
  UncertaintyMap map{grid.columns, grid.rows, {}};
  for (int row = 0; row < grid.rows; ++row) {
    for (int column = 0; column < grid.columns; ++column) {
      UncertaintyCell& cell = map.cells.emplace_back();
      cell.pixel = cell_centre(size, grid, column, row);
      cell.observed = observed[map.cells.size() - 1] != 0;
    }
  }
  return map;
}

}  // namespace

UncertaintyMap uncertainty_map(const Camera& camera, const Eigen::MatrixXd& covariance,
                               const std::vector<Vector2>& seen, int columns, int rows,
                               const MappingErrorOptions& options) {
  return std::move(uncertainty_maps(camera, {covariance}, seen, columns, rows, options).front());
}

std::vector<UncertaintyMap> uncertainty_maps(const Camera& camera, const std::vector<Eigen::MatrixXd>& covariances,
                                             const std::vector<Vector2>& seen, int columns, int rows,
                                             const MappingErrorOptions& options) {
  for (const Eigen::MatrixXd& covariance : covariances) {
    if (covariance.rows() == camera.model().size() && covariance.cols() == camera.model().size()) continue;
    throw Error(ErrorCode::kBadOption, "the covariance has " + std::to_string(covariance.rows()) +
                                           " parameters, the camera " + std::to_string(camera.model().size()));
  }
  const Eigen::MatrixXd compensation = mapping_grid(camera, options.grid).compensation();
  const GridOptions grid{columns, rows};
  const MappingGrid points = mapping_grid(camera, grid);
  std::vector<UncertaintyMap> maps(covariances.size(), empty_map(camera.image_size(), seen, grid));
  for (std::size_t i = 0; i < points.pixels.size(); ++i) {
    const std::size_t place = cell_of(camera.image_size(), grid, points.pixels[i]);
    const auto at = 2 * static_cast<Eigen::Index>(i);
    const Eigen::MatrixXd j_theta = points.J_theta.middleRows(at, 2);
    const Eigen::MatrixXd compensated = j_theta - points.J_omega.middleRows(at, 2) * compensation;
    for (std::size_t k = 0; k < maps.size(); ++k) {
      UncertaintyCell& cell = maps[k].cells[place];
      cell.in_domain = true;
      cell.sigma_uncompensated_px = spread(j_theta, covariances[k]);
      cell.sigma_px = spread(compensated, covariances[k]);
    }
  }
  return maps;
}

}  // namespace fiducia

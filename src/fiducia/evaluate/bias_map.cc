#include "fiducia/evaluate/bias_map.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fiducia/evaluate/mapping_grid.h"

namespace fiducia {
namespace {

/// Adds residuals up, then tells a cell.
struct CellSum {
  int corners = 0;
  Vector2 sum = Vector2::Zero();
  double squares = 0;

  void add(double u, double v) {
    ++corners;
    sum += Vector2(u, v);
    squares += u * u + v * v;
  }
  [[nodiscard]] BiasCell cell(const Vector2& place, const ExcessOverNoise& excess) const {
    BiasCell cell;
    cell.place = place;
    cell.coordinates = 2 * corners;
    if (corners == 0) {
      cell.eps_px = std::numeric_limits<double>::quiet_NaN();
      return cell;
    }
    cell.mean_px = sum / corners;
    cell.eps_px = excess.eps_px(squares / cell.coordinates);
    return cell;
  }
};

}  // namespace

double ExcessOverNoise::eps_px(double mean_square) const {
  return std::sqrt(std::max(mean_square / freedom_ratio - sigma_d_px * sigma_d_px, 0.0));
}

std::vector<BiasCell> bias_over_target(const TileFits& tiles, const Target& target, const ExcessOverNoise& excess) {
  std::vector<CellSum> sums(tiles.tiles.size());
  for (const TileFit& fit : tiles.fits) {
    for (std::size_t i = 0; i < fit.frame_residuals.size(); i += 2) {
      sums[static_cast<std::size_t>(fit.tile)].add(fit.frame_residuals[i], fit.frame_residuals[i + 1]);
    }
  }
  std::vector<BiasCell> cells;
  for (std::size_t t = 0; t < sums.size(); ++t) {
    Vector2 place = Vector2::Zero();
    for (const int id : tiles.tiles[t]) place += 0.25 * target.points[static_cast<std::size_t>(id)].head<2>();
    cells.push_back(sums[t].cell(place, excess));
  }
  return cells;
}

std::vector<BiasCell> bias_over_image(const Calibration& calibration, int columns, int rows,
                                      const ExcessOverNoise& excess) {
  const GridOptions grid{columns, rows};
  const ImageSize size = calibration.observations->image_size;
  std::vector<CellSum> sums(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
  for (std::size_t j = 0; j < calibration.frames.size(); ++j) {
    const std::span<const double> r = calibration.residuals.frame(j);
    const std::vector<Corner>& corners = corners_of(calibration, calibration.frames[j]);
    for (std::size_t i = 0; i < corners.size(); ++i) {
      sums[cell_of(size, grid, corners[i].pixel)].add(r[2 * i], r[2 * i + 1]);
    }
  }
  std::vector<BiasCell> cells;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const Vector2 centre = cell_centre(size, grid, column, row);
      cells.push_back(sums[cell_of(size, grid, centre)].cell(centre, excess));
    }
  }
  return cells;
}

}  // namespace fiducia

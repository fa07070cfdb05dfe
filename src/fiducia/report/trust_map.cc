#include "fiducia/report/trust_map.h"

#include <cmath>
#include <limits>

#include "fiducia/core/error.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/evaluate/uncertainty_map.h"
#include "fiducia/report/map_grid.h"
#include "fiducia/report/rounded.h"
#include "fiducia/report/sigma_map.h"

namespace fiducia {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// The region as calibration.json holds it, so that a page that is made from the file is the same.
GridOptions with_region(GridOptions grid, const EvaluatedCalibration& calibration) {
  const GridOptions& evaluated = calibration.mapping.grid;
  const ImageSize size = calibration.camera.image_size();
  if (evaluated.region) {
    grid.region = region_of_cells(size, evaluated.columns, evaluated.rows, cell_weights(size, evaluated));
  }
  return grid;
}

/// From the map that a file holds in the place of a covariance.
std::vector<double> squares_of_map(const EvaluatedCalibration& calibration, const GridOptions& grid) {
  std::vector<double> squares;
  if (!calibration.sigma_map) return squares;
  for (const double sigma_px : resampled(*calibration.sigma_map, grid).sigma_px) squares.push_back(sigma_px * sigma_px);
  return squares;
}

/// Squared standard deviations by cr2; empty where there is no such estimate.
std::vector<double> random_squares(const EvaluatedCalibration& calibration, const GridOptions& grid) {
  for (const EvaluatedCalibration::Estimate& estimate : calibration.estimates) {
    if (estimate.method != "cr2") continue;
    if (estimate.covariance.size() == 0) return squares_of_map(calibration, grid);
    std::vector<double> squares;
    const UncertaintyMap map =
        uncertainty_map(calibration.camera, estimate.covariance, {}, grid.columns, grid.rows, calibration.mapping);
    for (const UncertaintyCell& cell : map.cells) {
      const double sigma_px = calibration.mapping.compensate_rotation ? cell.sigma_px : cell.sigma_uncompensated_px;
      squares.push_back(cell.in_domain ? sigma_px * sigma_px : kNone);
    }
    return squares;
  }
  return {};
}

/// Squared differences from the explanation's camera; empty where it is not known.
std::vector<double> systematic_squares(const EvaluatedCalibration& calibration, const GridOptions& grid) {
  const std::optional<Camera>& explanation = calibration.error->explanation;
  if (!explanation) return {};
  const GridOptions weighted = with_region(grid, calibration);
  const MappingDifference apart = mapping_difference(*explanation, calibration.camera, weighted);
  const MappingOffset& offset = calibration.mapping.compensate_rotation ? apart.compensated : apart.plain;
  std::vector<double> squares;
  for (const MappingArrow& arrow : offset.map) {
    squares.push_back(arrow.comparable ? arrow.difference.squaredNorm() : kNone);
  }
  return squares;
}

/// So that the weighted mean is `mean`. False where there is nothing to scale.
bool scale_to(double mean, const std::vector<double>& weights, std::vector<double>* squares) {
  double sum = 0;
  double count = 0;
  for (std::size_t i = 0; i < squares->size(); ++i) {
    const double weight = weights.empty() ? 1 : weights[i];
    if (!std::isfinite((*squares)[i])) continue;
    sum += weight * (*squares)[i];
    count += weight;
  }
  if (!(sum > 0)) return false;
  for (double& square : *squares) square *= mean * count / sum;
  return true;
}

}  // namespace

std::vector<double> trust_map(const EvaluatedCalibration& calibration) try {
  if (!calibration.error) return {};
  const GridOptions grid = map_grid(calibration.camera.image_size());
  const auto cells = static_cast<std::size_t>(grid.columns) * static_cast<std::size_t>(grid.rows);
  const std::vector<double> weights = cell_weights(calibration.camera.image_size(), with_region(grid, calibration));
  const EvaluatedCalibration::TotalError& error = *calibration.error;
  const double random_px = is_bound_map(calibration) ? error.bound95_px : error.random_px;
  const double random = random_px * random_px;
  const double systematic = error.systematic_px * error.systematic_px;
  if (!(random + systematic > 0)) return {};
  std::vector<double> squares(cells, 0.0);
  const auto add = [&](std::vector<double> part, double mean) {
    if (!(mean > 0)) return true;
    if (part.size() != cells || !scale_to(mean, weights, &part)) return false;
    for (std::size_t i = 0; i < cells; ++i) squares[i] += part[i];
    return true;
  };
  if (!add(random_squares(calibration, grid), random)) return {};
  if (!add(systematic > 0 ? systematic_squares(calibration, grid) : std::vector<double>(), systematic)) return {};
  for (double& square : squares) square = std::sqrt(square);
  return squares;
} catch (const Error&) {
  return {};  // two cameras without a ray in common
}

bool is_bound_map(const EvaluatedCalibration& calibration) {
  return calibration.error && calibration.error->random_px == 0 && calibration.error->systematic_px == 0;
}

Json trust_map_part(const EvaluatedCalibration& calibration) {
  constexpr int kDigits = 4;
  const std::vector<double> map = trust_map(calibration);
  if (map.empty()) return nullptr;
  const GridOptions grid = map_grid(calibration.camera.image_size());
  Json values = Json::array();
  for (const double error_px : map) {
    values.push_back(std::isfinite(error_px) ? Json(rounded_to_digits(error_px, kDigits)) : Json(nullptr));
  }
  return {{"columns", grid.columns},
          {"rows", grid.rows},
          {"error_px", std::move(values)},
          {"is_bound", is_bound_map(calibration)}};
}

}  // namespace fiducia

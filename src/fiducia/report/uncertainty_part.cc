#include "fiducia/report/uncertainty_part.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "fiducia/evaluate/uncertainty_map.h"
#include "fiducia/report/domain_edge.h"
#include "fiducia/report/map_grid.h"
#include "fiducia/report/rounded.h"
#include "fiducia/report/sigma_map.h"

namespace fiducia {
namespace {

constexpr int kDigits = 4;
constexpr double kNoRay = std::numeric_limits<double>::quiet_NaN();

/// Also those of corners that the calibration left out.
std::vector<Vector2> detected_pixels(const std::vector<UsedFrame>& frames) {
  std::vector<Vector2> pixels;
  for (const UsedFrame& frame : frames) {
    for (const Corner& corner : frame.seen->corners) pixels.push_back(corner.pixel);
  }
  return pixels;
}

/// The angle that a pixel spans, the mean of both directions; nothing where a ray is missing.
std::optional<double> angle_per_pixel(const Camera& camera, const Vector2& pixel) {
  double sum = 0;
  for (const Vector2& half : {Vector2(0.5, 0), Vector2(0, 0.5)}) {
    const std::optional<Vector3> before = camera.unproject(pixel - half);
    const std::optional<Vector3> after = camera.unproject(pixel + half);
    if (!before || !after) return std::nullopt;
    sum += std::atan2(before->cross(*after).norm(), before->dot(*after));
  }
  return sum / 2;
}

/// The standard deviations of an estimator; NaN where there is no ray.
struct NamedMap {
  std::string method;
  std::vector<double> sigma_px;
};

struct Maps {
  GridOptions grid;
  std::vector<NamedMap> by_method;
  std::vector<bool> observed;  ///< one per cell
};

/// Of every estimator where its covariance is known; else the map of cr2 that the file holds.
Maps maps_of(const EvaluatedCalibration& calibration, const std::vector<UsedFrame>& frames) {
  const GridOptions grid = map_grid(calibration.camera.image_size());
  Maps maps{grid, {}, {}};
  std::vector<Eigen::MatrixXd> covariances;
  for (const EvaluatedCalibration::Estimate& estimate : calibration.estimates) {
    if (estimate.covariance.size() == 0) continue;
    covariances.push_back(estimate.covariance);
    maps.by_method.push_back({estimate.method, {}});
  }
  if (covariances.empty()) {
    if (!calibration.sigma_map) return maps;
    const EvaluatedCalibration::SigmaMap known = resampled(*calibration.sigma_map, grid);
    return {grid, {{"cr2", known.sigma_px}}, known.observed};
  }
  const std::vector<UncertaintyMap> found = uncertainty_maps(calibration.camera, covariances, detected_pixels(frames),
                                                             grid.columns, grid.rows, calibration.mapping);
  for (const UncertaintyCell& cell : found.front().cells) maps.observed.push_back(cell.observed);
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const UncertaintyCell& cell : found[i].cells) {
      const double sigma_px = calibration.mapping.compensate_rotation ? cell.sigma_px : cell.sigma_uncompensated_px;
      maps.by_method[i].sigma_px.push_back(cell.in_domain ? sigma_px : kNoRay);
    }
  }
  return maps;
}

Json cell_values(const std::vector<double>& sigmas_px) {
  Json values = Json::array();
  for (const double sigma_px : sigmas_px) {
    values.push_back(std::isfinite(sigma_px) ? Json(rounded_to_digits(sigma_px, kDigits)) : Json(nullptr));
  }
  return values;
}

Json pixels_array(const std::vector<Vector2>& pixels) {
  constexpr double kPixelSteps = 10;
  Json array = Json::array();
  for (const Vector2& pixel : pixels) {
    array.push_back({rounded(pixel.x(), kPixelSteps), rounded(pixel.y(), kPixelSteps)});
  }
  return array;
}

/// From nothing to where hardly anything lies beyond.
Json density_of_root(const WeightedChiSquared& distribution) {
  constexpr int kPoints = 96;
  constexpr double kNearlyAll = 0.999;
  const double end_px = std::sqrt(distribution.quantile(kNearlyAll));
  Json error_px = Json::array();
  Json density = Json::array();
  for (int i = 0; i <= kPoints; ++i) {
    const double root = end_px * i / kPoints;
    error_px.push_back(rounded_to_digits(root, kDigits));
    density.push_back(i == 0 ? 0.0 : rounded_to_digits(2 * root * distribution.density(root * root), kDigits));
  }
  return {{"error_px", std::move(error_px)}, {"density", std::move(density)}};
}

}  // namespace

Json uncertainty_part(const EvaluatedCalibration& calibration, const std::vector<UsedFrame>& frames) {
  const Camera& camera = calibration.camera;
  const Maps maps = maps_of(calibration, frames);
  if (maps.by_method.empty()) return nullptr;
  const GridOptions& grid = maps.grid;
  Json part = {{"columns", grid.columns}, {"rows", grid.rows}, {"methods", Json::object()}};
  for (const NamedMap& map : maps.by_method) part["methods"][map.method] = cell_values(map.sigma_px);

  Json angles = Json::array();
  for (int row = 0; row < grid.rows; ++row) {
    for (int column = 0; column < grid.columns; ++column) {
      const std::optional<double> angle = angle_per_pixel(camera, cell_centre(camera.image_size(), grid, column, row));
      angles.push_back(angle ? Json(rounded_to_digits(*angle, kDigits)) : Json(nullptr));
    }
  }
  part["rad_per_px"] = std::move(angles);
  part["observed"] = maps.observed;
  if (const std::vector<Vector2> edge = domain_edge(camera); !edge.empty()) part["domain"] = pixels_array(edge);
  return part;
}

Json distribution_part(const EvaluatedCalibration& calibration) {
  Json part = Json::object();
  for (const EvaluatedCalibration::Estimate& estimate : calibration.estimates) {
    const std::vector<double>& eigenvalues = estimate.eigenvalues;
    const bool finite = std::all_of(eigenvalues.begin(), eigenvalues.end(), [](double x) { return std::isfinite(x); });
    const bool positive = std::any_of(eigenvalues.begin(), eigenvalues.end(), [](double x) { return x > 0; });
    if (finite && positive) part[estimate.method] = density_of_root(WeightedChiSquared(eigenvalues));
  }
  return part;
}

}  // namespace fiducia

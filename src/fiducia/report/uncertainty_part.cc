#include "fiducia/report/uncertainty_part.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "fiducia/evaluate/uncertainty_map.h"
#include "fiducia/report/domain_edge.h"
#include "fiducia/report/map_grid.h"
#include "fiducia/report/rounded.h"

namespace fiducia {
namespace {

constexpr int kDigits = 4;

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

Json cell_values(const UncertaintyMap& map, bool compensated) {
  Json values = Json::array();
  for (const UncertaintyCell& cell : map.cells) {
    const double sigma_px = compensated ? cell.sigma_px : cell.sigma_uncompensated_px;
    const bool known = cell.in_domain && std::isfinite(sigma_px);
    values.push_back(known ? Json(rounded_to_digits(sigma_px, kDigits)) : Json(nullptr));
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
  const GridOptions grid = map_grid(camera.image_size());
  std::vector<Eigen::MatrixXd> covariances;
  for (const EvaluatedCalibration::Estimate& estimate : calibration.estimates) {
    covariances.push_back(estimate.covariance);
  }
  const std::vector<UncertaintyMap> maps =
      uncertainty_maps(camera, covariances, detected_pixels(frames), grid.columns, grid.rows, calibration.mapping);

  Json part = {{"columns", grid.columns}, {"rows", grid.rows}, {"methods", Json::object()}};
  for (std::size_t i = 0; i < maps.size(); ++i) {
    part["methods"][calibration.estimates[i].method] = cell_values(maps[i], calibration.mapping.compensate_rotation);
  }
  Json observed = Json::array();
  Json angles = Json::array();
  for (const UncertaintyCell& cell : maps.front().cells) {
    observed.push_back(cell.observed);
    const std::optional<double> angle = cell.in_domain ? angle_per_pixel(camera, cell.pixel) : std::nullopt;
    angles.push_back(angle ? Json(rounded_to_digits(*angle, kDigits)) : Json(nullptr));
  }
  part["rad_per_px"] = std::move(angles);
  part["observed"] = std::move(observed);
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

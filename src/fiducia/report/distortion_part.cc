#include "fiducia/report/distortion_part.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fiducia/camera/linearize_points.h"
#include "fiducia/camera/spline.h"
#include "fiducia/core/error.h"
#include "fiducia/evaluate/mapping_grid.h"
#include "fiducia/report/mean_distortion.h"
#include "fiducia/report/rounded.h"

namespace fiducia {
namespace {

constexpr int kPoints = 80;
constexpr int kDigits = 6;
constexpr double kDegrees = 180 / std::numbers::pi;

Vector3 ray_at(double angle, const Vector2& direction) {
  return {std::sin(angle) * direction.x(), std::sin(angle) * direction.y(), std::cos(angle)};
}

/// From the principal point.
Vector2 farthest_corner(ImageSize size, const Vector2& centre) {
  Vector2 farthest = Vector2::Zero();
  for (const double u : {-0.5, size.width - 0.5}) {
    for (const double v : {-0.5, size.height - 0.5}) {
      if ((Vector2(u, v) - centre).norm() > farthest.norm()) farthest = Vector2(u, v) - centre;
    }
  }
  return farthest;
}

const Eigen::MatrixXd* covariance_by_cr2(const EvaluatedCalibration& calibration) {
  for (const EvaluatedCalibration::Estimate& estimate : calibration.estimates) {
    if (estimate.method == "cr2" && estimate.covariance.size() > 0 && estimate.covariance.allFinite())
      return &estimate.covariance;
  }
  return nullptr;
}

/// Standard deviations of the radius; null without a covariance.
Json radius_sigmas(const EvaluatedCalibration& calibration, const std::vector<Vector3>& rays, const Vector2& outward) {
  const Eigen::MatrixXd* covariance = covariance_by_cr2(calibration);
  if (covariance == nullptr || rays.empty()) return nullptr;
  try {
    const ProjectionDerivatives derivatives = linearize_points(calibration.camera, rays);
    Eigen::MatrixXd moves = derivatives.theta;
    if (calibration.mapping.compensate_rotation) {
      moves -= rotation_derivatives(rays, derivatives.point) *
               mapping_grid(calibration.camera, calibration.mapping.grid).compensation();
    }
    Json sigmas = Json::array();
    for (Eigen::Index i = 0; i + 1 < moves.rows(); i += 2) {
      const Eigen::RowVectorXd radial = outward.x() * moves.row(i) + outward.y() * moves.row(i + 1);
      const double variance = (radial * *covariance * radial.transpose())(0, 0);
      sigmas.push_back(rounded_to_digits(std::sqrt(std::max(variance, 0.0)), 4));
    }
    return sigmas;
  } catch (const Error&) {
    return nullptr;
  }
}

}  // namespace

Json distortion_part(const EvaluatedCalibration& calibration) {
  const Camera& camera = calibration.camera;
  if (as_spline(camera.model()) != nullptr) return mean_distortion_part(camera);
  const std::optional<Vector2> centre = camera.project({0, 0, 1});
  if (!centre) return nullptr;
  const Vector2 corner = farthest_corner(camera.image_size(), *centre);
  const Vector2 outward = corner.normalized();
  // A ray's direction in the image is that of its angle, but for tangential distortion and unequal focal lengths.
  constexpr double kSmall = 1e-4;
  const std::optional<Vector2> near = camera.project(ray_at(kSmall, outward));
  if (!near) return nullptr;
  const double focal = (*near - *centre).norm() / kSmall;
  const std::optional<Vector3> at_corner = camera.unproject(*centre + corner);
  constexpr double kBeyond = 1.1;
  constexpr double kWidest = 0.95 * std::numbers::pi;
  const double image_angle = at_corner ? std::acos(std::clamp(at_corner->z(), -1.0, 1.0)) : kWidest;
  const double end = std::min(kBeyond * image_angle, kWidest);
  const bool pinhole = end < std::numbers::pi / 3;
  Json part = {{"ideal", pinhole ? "pinhole" : "equidistant"},
               {"image_deg", at_corner ? Json(kDegrees * image_angle) : Json(nullptr)},
               {"fold_deg", nullptr}};
  for (const char* key : {"angle_deg", "radius_px", "ideal_px"}) part[key] = Json::array();
  std::vector<Vector3> rays;
  double last = -1;
  for (int i = 0; i <= kPoints; ++i) {
    const double angle = end * i / kPoints;
    const std::optional<Vector2> pixel = camera.project(ray_at(angle, outward));
    const double radius = pixel ? (*pixel - *centre).norm() : -1;
    if (!(radius > last)) {
      part["fold_deg"] = rounded_to_digits(kDegrees * angle, kDigits);
      break;
    }
    last = radius;
    rays.push_back(ray_at(angle, outward));
    part["angle_deg"].push_back(rounded_to_digits(kDegrees * angle, kDigits));
    part["radius_px"].push_back(rounded_to_digits(radius, kDigits));
    part["ideal_px"].push_back(rounded_to_digits(focal * (pinhole ? std::tan(angle) : angle), kDigits));
  }
  part["sigma_px"] = radius_sigmas(calibration, rays, outward);
  return part;
}

}  // namespace fiducia

#include "fiducia/report/mean_distortion.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "fiducia/report/rounded.h"

namespace fiducia {
namespace {

constexpr int kAngles = 80;
constexpr int kDirections = 72;
constexpr int kDigitsOfMean = 6;
constexpr double kInDegrees = 180 / std::numbers::pi;

/// The largest angle to the optical axis of a ray of the image, and whether all of its corners have one.
struct ImageAngles {
  double widest = 0;
  bool corners = true;
};

ImageAngles angles_in_image(const Camera& camera) {
  constexpr int kSteps = 64;
  const ImageSize size = camera.image_size();
  ImageAngles angles;
  for (int i = 0; i <= kSteps; ++i) {
    for (int j = 0; j <= kSteps; ++j) {
      const Vector2 pixel(size.width * i / static_cast<double>(kSteps) - 0.5,
                          size.height * j / static_cast<double>(kSteps) - 0.5);
      const std::optional<Vector3> ray = camera.unproject(pixel);
      const bool is_corner = (i == 0 || i == kSteps) && (j == 0 || j == kSteps);
      if (is_corner && !ray) angles.corners = false;
      if (ray) angles.widest = std::max(angles.widest, std::acos(std::clamp(ray->z() / ray->norm(), -1.0, 1.0)));
    }
  }
  return angles;
}

/// How far from the centre a direction is seen at an angle; nothing outside of the image: rays that no pixel sees are
/// not what the corners determined.
std::optional<double> radius_at(const Camera& camera, const Vector2& centre, double angle, double azimuth) {
  const Vector3 ray(std::sin(angle) * std::cos(azimuth), std::sin(angle) * std::sin(azimuth), std::cos(angle));
  const std::optional<Vector2> pixel = camera.project(ray);
  const ImageSize size = camera.image_size();
  if (!pixel || pixel->x() < -0.5 || pixel->y() < -0.5 || pixel->x() > size.width - 0.5 ||
      pixel->y() > size.height - 0.5) {
    return std::nullopt;
  }
  return (*pixel - centre).norm();
}

}  // namespace

Json mean_distortion_part(const Camera& camera) {
  const std::optional<Vector2> centre = camera.project({0, 0, 1});
  const ImageAngles image = angles_in_image(camera);
  if (!centre || !(image.widest > 0)) return nullptr;
  const bool pinhole = image.widest < std::numbers::pi / 3;
  Json part = {{"ideal", pinhole ? "pinhole" : "equidistant"},
               {"image_deg", image.corners ? Json(kInDegrees * image.widest) : Json(nullptr)},
               {"fold_deg", nullptr},
               {"mean", true},
               {"sigma_px", nullptr}};
  for (const char* key : {"angle_deg", "radius_px", "ideal_px"}) part[key] = Json::array();
  std::vector<std::optional<double>> last(kDirections, 0.0);
  double radius = 0;
  double focal = 0;
  for (int i = 0; i <= kAngles; ++i) {
    const double angle = image.widest * i / kAngles;
    if (i > 0) {
      double steps = 0;
      int counted = 0;
      for (int k = 0; k < kDirections; ++k) {
        std::optional<double>& before = last[static_cast<std::size_t>(k)];
        const std::optional<double> now =
            before ? radius_at(camera, *centre, angle, 2 * std::numbers::pi * k / kDirections) : std::nullopt;
        if (now) {
          steps += *now - *before;
          ++counted;
        }
        before = now;
      }
      if (counted == 0) break;
      radius += steps / counted;
      if (i == 1) focal = radius / (pinhole ? std::tan(angle) : angle);
    }
    part["angle_deg"].push_back(rounded_to_digits(kInDegrees * angle, kDigitsOfMean));
    part["radius_px"].push_back(rounded_to_digits(radius, kDigitsOfMean));
    part["ideal_px"].push_back(rounded_to_digits(focal * (pinhole ? std::tan(angle) : angle), kDigitsOfMean));
  }
  if (!image.corners) part["fold_deg"] = part["angle_deg"].back();
  return part;
}

}  // namespace fiducia

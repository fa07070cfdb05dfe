#include "fiducia/use/projection.h"

#include <array>
#include <cmath>
#include <numbers>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

constexpr double kPi = std::numbers::pi;

struct ProjectionEntry {
  Projection projection;
  std::string_view name;
  std::string_view formula;
};

constexpr std::array<ProjectionEntry, 4> kProjections = {{
    {Projection::kPinhole, "pinhole", "u = f x/z + cx, v = f y/z + cy"},
    {Projection::kEquirectangular, "equirectangular",
     "u = f longitude + cx, v = f latitude + cy, with longitude = atan2(x, z), latitude = atan2(y, sqrt(x^2 + z^2))"},
    {Projection::kCylindrical, "cylindrical",
     "u = f longitude + cx, v = f y / sqrt(x^2 + z^2) + cy, with longitude = atan2(x, z)"},
    {Projection::kStereographic, "stereographic",
     "u = 2 f x/(n + z) + cx, v = 2 f y/(n + z) + cy, with n = sqrt(x^2 + y^2 + z^2)"},
}};

const ProjectionEntry& entry_of(Projection projection) { return kProjections[static_cast<std::size_t>(projection)]; }

}  // namespace

std::string_view name_of(Projection projection) { return entry_of(projection).name; }

std::string_view formula_of(Projection projection) { return entry_of(projection).formula; }

std::string projection_names() {
  std::string names;
  for (const ProjectionEntry& entry : kProjections) names += (names.empty() ? "" : ", ") + std::string(entry.name);
  return names;
}

Projection projection_named(std::string_view name) {
  for (const ProjectionEntry& entry : kProjections) {
    if (entry.name == name) return entry.projection;
  }
  throw Error(ErrorCode::kBadOption,
              "there is no projection '" + std::string(name) + "'; there are " + projection_names());
}

std::optional<Vector2> onto_plane(Projection projection, const Vector3& ray) {
  const double n = ray.norm();
  if (!std::isfinite(n) || n == 0) return std::nullopt;
  const Vector3 d = ray / n;
  const double level = std::hypot(d.x(), d.z());
  constexpr double kTiny = 1e-9;  // the directions that a projection never reaches
  switch (projection) {
    case Projection::kPinhole:
      if (d.z() < kTiny) return std::nullopt;
      return Vector2(d.x() / d.z(), d.y() / d.z());
    case Projection::kEquirectangular: return Vector2(std::atan2(d.x(), d.z()), std::atan2(d.y(), level));
    case Projection::kCylindrical:
      if (level < kTiny) return std::nullopt;
      return Vector2(std::atan2(d.x(), d.z()), d.y() / level);
    case Projection::kStereographic:
      if (1 + d.z() < kTiny) return std::nullopt;
      return Vector2(2 * d.x() / (1 + d.z()), 2 * d.y() / (1 + d.z()));
  }
  return std::nullopt;
}

std::optional<Vector3> from_plane(Projection projection, const Vector2& place) {
  if (!place.allFinite()) return std::nullopt;
  const double a = place.x();
  const double b = place.y();
  switch (projection) {
    case Projection::kPinhole: return Vector3(a, b, 1).normalized();
    case Projection::kEquirectangular:
      if (std::abs(a) > kPi || std::abs(b) > kPi / 2) return std::nullopt;
      return Vector3(std::sin(a) * std::cos(b), std::sin(b), std::cos(a) * std::cos(b));
    case Projection::kCylindrical:
      if (std::abs(a) > kPi) return std::nullopt;
      return Vector3(std::sin(a), b, std::cos(a)).normalized();
    case Projection::kStereographic: {
      const double q = place.squaredNorm() / 4;
      return Vector3(a, b, 1 - q) / (1 + q);
    }
  }
  return std::nullopt;
}

std::optional<Vector2> OutputCamera::project(const Vector3& ray) const {
  const std::optional<Vector2> place = onto_plane(projection, output_from_source * ray);
  if (!place) return std::nullopt;
  return Vector2(focal_px * *place + centre);
}

std::optional<Vector3> OutputCamera::unproject(const Vector2& pixel) const {
  const std::optional<Vector3> ray = from_plane(projection, (pixel - centre) / focal_px);
  if (!ray) return std::nullopt;
  return Vector3(output_from_source.transpose() * *ray);
}

bool in_image(ImageSize size, const Vector2& pixel) {
  return pixel.x() >= -0.5 && pixel.y() >= -0.5 && pixel.x() <= size.width - 0.5 && pixel.y() <= size.height - 0.5;
}

}  // namespace fiducia

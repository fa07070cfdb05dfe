#include "fiducia/use/output_camera.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "fiducia/core/error.h"
#include "fiducia/core/words.h"

namespace fiducia {
namespace {

constexpr double kSteepest =
    85 * std::numbers::pi / 180;  // beyond, a plane needs eleven times the pixels of its middle

Vector2 middle_of(ImageSize size) { return {(size.width - 1) / 2.0, (size.height - 1) / 2.0}; }

[[noreturn]] void refuse_output(const std::string& why) { throw Error(ErrorCode::kBadOption, why); }

/// The magnification on the axis, px per radian, from differences.
OutputCamera same_scale(const Camera& source, const OutputOptions& options) {
  constexpr double kStep = 1e-4;
  const auto at = [&](double x, double y) {
    const std::optional<Vector2> pixel = source.project(Vector3(x, y, 1));
    if (!pixel) refuse_output("the camera does not see its own axis; give --fov, --keep-all or --crop");
    return *pixel;
  };
  Eigen::Matrix2d slope;
  slope.col(0) = (at(kStep, 0) - at(-kStep, 0)) / (2 * kStep);
  slope.col(1) = (at(0, kStep) - at(0, -kStep)) / (2 * kStep);
  const ImageSize from = source.image_size();
  const Vector2 ratio(static_cast<double>(options.size.width) / from.width,
                      static_cast<double>(options.size.height) / from.height);
  const Vector2 half(0.5, 0.5);
  return {options.projection, options.size, std::sqrt(std::abs(slope.determinant())) * ratio.minCoeff(),
          (at(0, 0) + half).cwiseProduct(ratio) - half};
}

OutputCamera field_of_view(const OutputOptions& options) {
  const double degrees = options.fov_rad * 180 / std::numbers::pi;
  const double half = options.fov_rad / 2;
  double extent = half;
  if (options.projection == Projection::kPinhole) {
    if (!(degrees < 180)) {
      refuse_output("--fov " + in_digits(degrees, 4) +
                    ": a pinhole image shows less than 180 degrees; give less, or --projection equirectangular, "
                    "cylindrical or stereographic");
    }
    extent = std::tan(half);
  } else if (options.projection == Projection::kStereographic) {
    if (!(degrees < 360)) refuse_output("--fov: a stereographic image shows less than 360 degrees");
    extent = 2 * std::tan(half / 2);
  } else if (!(degrees <= 360)) {
    refuse_output("--fov: there are no more than 360 degrees");
  }
  if (!(options.fov_rad > 0)) refuse_output("--fov: give an angle above 0 degrees");
  return {options.projection, options.size, options.size.width / (2 * extent), middle_of(options.size)};
}

/// Places over all of an image, its outer border among them.
std::vector<Vector2> places_over(ImageSize size) {
  constexpr int kSide = 97;
  std::vector<Vector2> places;
  for (int j = 0; j < kSide; ++j) {
    for (int i = 0; i < kSide; ++i) {
      places.emplace_back(-0.5 + size.width * (i / (kSide - 1.0)), -0.5 + size.height * (j / (kSide - 1.0)));
    }
  }
  return places;
}

/// What of the plane the source covers.
Eigen::AlignedBox2d box_on_plane(const Camera& source, Projection projection) {
  Eigen::AlignedBox2d box;
  for (const Vector2& pixel : places_over(source.image_size())) {
    const std::optional<Vector3> ray = source.unproject(pixel);
    if (!ray) continue;
    const std::optional<Vector2> place = onto_plane(projection, *ray);
    const bool steep = !place || (projection == Projection::kPinhole && place->norm() > std::tan(kSteepest)) ||
                       (projection == Projection::kCylindrical && std::abs(place->y()) > std::tan(kSteepest)) ||
                       (projection == Projection::kStereographic && place->norm() > 2 * std::tan(kSteepest));
    if (steep) {
      refuse_output("--keep-all: the camera sees " + in_digits(std::acos(ray->z()) * 180 / std::numbers::pi, 3) +
                    " degrees away from its axis, which a " + std::string(name_of(projection)) +
                    " image cannot hold; give --fov, or --projection equirectangular");
    }
    box.extend(*place);
  }
  if (box.isEmpty()) refuse_output("the camera has no ray for any pixel of its image");
  return box;
}

OutputCamera keep_all(const Camera& source, const OutputOptions& options) {
  const Eigen::AlignedBox2d box = box_on_plane(source, options.projection);
  const Vector2 size = box.sizes().cwiseMax(1e-9);
  const double f = std::min(options.size.width / size.x(), options.size.height / size.y());
  return {options.projection, options.size, f, middle_of(options.size) - f * box.center()};
}

/// Finds the largest rectangle of the output's shape on the plane that the source covers.
class CropSearch {
 public:
  CropSearch(const Camera& source, const OutputOptions& options)
      : source_(source), options_(options), half_(options.size.width / 2.0, options.size.height / 2.0) {
    half_ /= half_.norm();
  }

  [[nodiscard]] OutputCamera find() const {
    const Vector2 middle = start();
    // Where the image is limited up and down alone, any place to the left and right is as good: the middle is natural.
    constexpr double kPull = 0.02;
    const auto worth = [&](const Vector2& place) { return largest_at(place) - kPull * (place - middle).norm(); };
    Vector2 centre = middle;
    double most = worth(centre);
    // A search by the compass: the covered part of the plane bulges outwards, so there is one best place.
    for (double step = 0.25; step > 1e-5; step /= 2) {
      for (bool moved = true; moved;) {
        moved = false;
        for (const Vector2& direction : {Vector2(1, 0), Vector2(-1, 0), Vector2(0, 1), Vector2(0, -1)}) {
          const Vector2 tried = centre + step * std::max(most, 0.01) * direction;
          const double value = worth(tried);
          if (value <= most + 1e-9) continue;
          most = value;
          centre = tried;
          moved = true;
        }
      }
    }
    const double best = largest_at(centre);
    if (!(best > 1e-6)) refuse_output("--crop: no part of the image can be shown without empty pixels");
    const double f = options_.size.width / (2 * best * half_.x());
    return {options_.projection, options_.size, f, middle_of(options_.size) - f * centre};
  }

 private:
  [[nodiscard]] Vector2 start() const {
    const std::optional<Vector3> ray = source_.unproject(middle_of(source_.image_size()));
    const std::optional<Vector2> place = onto_plane(options_.projection, ray.value_or(Vector3::UnitZ()));
    return place.value_or(Vector2::Zero());
  }

  [[nodiscard]] bool has_source(const Vector2& place) const {
    if (options_.projection == Projection::kPinhole && place.norm() > std::tan(kSteepest)) return false;
    const std::optional<Vector3> ray = from_plane(options_.projection, place);
    const std::optional<Vector2> pixel = ray ? source_.project(*ray) : std::nullopt;
    return pixel && in_image(source_.image_size(), *pixel);
  }

  [[nodiscard]] bool covered(const Vector2& centre, double size) const {
    constexpr int kPlaces = 120;  // so close that no dent of the border lies between two
    for (int i = 0; i <= kPlaces; ++i) {
      const double along = 2.0 * i / kPlaces - 1;
      for (const Vector2& side : {Vector2(along, -1), Vector2(along, 1), Vector2(-1, along), Vector2(1, along)}) {
        if (!has_source(centre + size * half_.cwiseProduct(side))) return false;
      }
    }
    return true;
  }

  /// Half the diagonal of the largest covered rectangle round a place.
  [[nodiscard]] double largest_at(const Vector2& centre) const {
    if (!has_source(centre)) return 0;
    double low = 0;
    double high = 1e-3;
    while (high < 20 && covered(centre, high)) {
      low = high;
      high *= 1.5;
    }
    for (int i = 0; i < 30; ++i) {
      const double between = (low + high) / 2;
      (covered(centre, between) ? low : high) = between;
    }
    return low;
  }

  const Camera& source_;
  OutputOptions options_;
  Vector2 half_;
};

}  // namespace

OutputCamera output_camera(const Camera& source, const OutputOptions& asked) {
  OutputOptions options = asked;
  if (options.size == ImageSize{}) options.size = source.image_size();
  switch (options.framing) {
    case Framing::kFieldOfView: return field_of_view(options);
    case Framing::kKeepAll: return keep_all(source, options);
    case Framing::kCrop: return CropSearch(source, options).find();
    case Framing::kSameScale: break;
  }
  return same_scale(source, options);
}

}  // namespace fiducia

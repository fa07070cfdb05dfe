#include "fiducia/use/stereo_rectification.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "fiducia/core/error.h"
#include "fiducia/core/words.h"

namespace fiducia {
namespace {

constexpr double kSteepestSlope = 11;  // tangent of 85 degrees: further out a plane has no place for rays

[[noreturn]] void refuse_framing(const std::string& why) { throw Error(ErrorCode::kBadOption, why); }

/// A camera that is turned.
struct TurnedCamera {
  const Camera* camera;
  Matrix3 rectified_from_camera;

  /// Where a pixel lies on the rectified plane at focal length 1; nothing where it is too far out.
  [[nodiscard]] std::optional<Vector2> place_of(const Vector2& pixel) const {
    const std::optional<Vector3> ray = camera->unproject(pixel);
    const std::optional<Vector2> place =
        ray ? onto_plane(Projection::kPinhole, rectified_from_camera * *ray) : std::nullopt;
    return place && place->norm() < kSteepestSlope ? place : std::nullopt;
  }
};

/// Pixels per unit of y (x where vertical) on the axis, from differences.
double focal_across(const Camera& camera, bool vertical) {
  constexpr double kStep = 1e-5;
  const int axis = vertical ? 0 : 1;
  const Vector3 step = kStep * Vector3::Unit(axis);
  const std::optional<Vector2> beyond = camera.project(Vector3::UnitZ() + step);
  const std::optional<Vector2> before = camera.project(Vector3::UnitZ() - step);
  if (!beyond || !before) refuse_framing("a camera does not see its own axis; give --fov, --keep-all or --crop");
  return std::abs((*beyond - *before)[axis]) / (2 * kStep);
}

/// The mean of the places of an image's corners. Of a wide lens they are so far out that their mean says nothing about
/// the image: then the place of its middle.
Vector2 middle_on_plane(const TurnedCamera& turned) {
  constexpr double kWideSlope = 2;  // tangent of 63 degrees
  const ImageSize size = turned.camera->image_size();
  Vector2 sum = Vector2::Zero();
  bool all = true;
  for (const double x : {-0.5, size.width - 0.5}) {
    for (const double y : {-0.5, size.height - 0.5}) {
      const std::optional<Vector2> place = turned.place_of({x, y});
      if (place) sum += *place;
      all = all && place && place->norm() < kWideSlope;
    }
  }
  if (all) return sum / 4;
  return turned.place_of({(size.width - 1) / 2.0, (size.height - 1) / 2.0}).value_or(Vector2::Zero());
}

/// What is shown at the scale of the cameras, in an image of another size at the scale that this one has.
struct CommonFrame {
  double focal_px;
  Vector2 centre;
};

CommonFrame frame_at_own_scale(const std::array<TurnedCamera, 2>& cameras, bool vertical, ImageSize size) {
  double focal = 0;
  Vector2 middle = Vector2::Zero();
  for (const TurnedCamera& turned : cameras) {
    const ImageSize own = turned.camera->image_size();
    const double ratio =
        vertical ? static_cast<double>(size.width) / own.width : static_cast<double>(size.height) / own.height;
    focal += focal_across(*turned.camera, vertical) * ratio / 2;
    middle += middle_on_plane(turned) / 2;
  }
  return {focal, Vector2((size.width - 1) / 2.0, (size.height - 1) / 2.0) - focal * middle};
}

/// Whether every pixel on the border of the image has a source in both cameras.
bool is_covered(const std::array<TurnedCamera, 2>& cameras, const CommonFrame& frame, ImageSize size) {
  constexpr int kPlaces = 120;  // so close that no dent of a border lies between two
  const auto has_sources = [&](double u, double v) {
    const Vector2 place = (Vector2(u, v) - frame.centre) / frame.focal_px;
    if (place.norm() > kSteepestSlope) return false;
    const Vector3 ray(place.x(), place.y(), 1);
    return std::all_of(cameras.begin(), cameras.end(), [&](const TurnedCamera& turned) {
      const std::optional<Vector2> pixel =
          turned.camera->project(turned.rectified_from_camera.transpose() * ray.normalized());
      return pixel && in_image(turned.camera->image_size(), *pixel);
    });
  };
  for (int i = 0; i <= kPlaces; ++i) {
    const double u = -0.5 + size.width * (i / static_cast<double>(kPlaces));
    const double v = -0.5 + size.height * (i / static_cast<double>(kPlaces));
    if (!has_sources(u, -0.5) || !has_sources(u, size.height - 0.5)) return false;
    if (!has_sources(-0.5, v) || !has_sources(size.width - 0.5, v)) return false;
  }
  return true;
}

/// The widest frame round the same principal point that is covered.
CommonFrame cropped_frame(const std::array<TurnedCamera, 2>& cameras, const CommonFrame& start, ImageSize size) {
  constexpr double kStep = 1.25;
  constexpr int kMostSteps = 20;
  const auto at = [&](double focal) { return CommonFrame{focal, start.centre}; };
  double covered = start.focal_px;
  for (int i = 0; !is_covered(cameras, at(covered), size); ++i) {
    if (i == kMostSteps) {
      refuse_framing("--crop: no part of both images can be shown without empty pixels; give --keep-all");
    }
    covered *= kStep;
  }
  double wider = covered / kStep;
  for (int i = 0; i < kMostSteps && is_covered(cameras, at(wider), size); ++i) {
    covered = wider;
    wider /= kStep;
  }
  for (int i = 0; i < 40; ++i) {
    const double between = (covered + wider) / 2;
    (is_covered(cameras, at(between), size) ? covered : wider) = between;
  }
  return at(covered);
}

CommonFrame whole_frame(const std::array<TurnedCamera, 2>& cameras, ImageSize size) {
  constexpr int kSide = 65;
  Eigen::AlignedBox2d box;
  for (const TurnedCamera& turned : cameras) {
    const ImageSize own = turned.camera->image_size();
    for (int j = 0; j < kSide; ++j) {
      for (int i = 0; i < kSide; ++i) {
        const Vector2 pixel(-0.5 + own.width * (i / (kSide - 1.0)), -0.5 + own.height * (j / (kSide - 1.0)));
        if (!turned.camera->unproject(pixel)) continue;
        const std::optional<Vector2> place = turned.place_of(pixel);
        if (!place) {
          refuse_framing(
              "--keep-all: a camera sees more than a rectified image can hold, more than 85 degrees away from where "
              "both look; give --crop or --fov");
        }
        box.extend(*place);
      }
    }
  }
  if (box.isEmpty()) refuse_framing("the cameras have no ray for any pixel of their images");
  const Vector2 extent = box.sizes().cwiseMax(1e-9);
  const double focal = std::min(size.width / extent.x(), size.height / extent.y());
  return {focal, Vector2((size.width - 1) / 2.0, (size.height - 1) / 2.0) - focal * box.center()};
}

CommonFrame frame_of_angle(double fov_rad, ImageSize size) {
  if (!(fov_rad > 0 && fov_rad < std::numbers::pi)) {
    refuse_framing("--fov: a rectified image shows more than 0 and less than 180 degrees");
  }
  return {size.width / (2 * std::tan(fov_rad / 2)), {(size.width - 1) / 2.0, (size.height - 1) / 2.0}};
}

CommonFrame frame_of(const std::array<TurnedCamera, 2>& cameras, bool vertical, ImageSize size,
                     const RectifyOptions& options) {
  switch (options.framing) {
    case Framing::kFieldOfView: return frame_of_angle(options.fov_rad, size);
    case Framing::kKeepAll: return whole_frame(cameras, size);
    case Framing::kCrop: return cropped_frame(cameras, frame_at_own_scale(cameras, vertical, size), size);
    case Framing::kSameScale: break;
  }
  return frame_at_own_scale(cameras, vertical, size);
}

}  // namespace

Matrix3 StereoRectification::camera_matrix() const {
  Matrix3 matrix = Matrix3::Identity();
  matrix(0, 0) = matrix(1, 1) = a.focal_px;
  matrix.block<2, 1>(0, 2) = a.centre;
  return matrix;
}

Eigen::Matrix<double, 3, 4> StereoRectification::projection_a() const {
  Eigen::Matrix<double, 3, 4> matrix = Eigen::Matrix<double, 3, 4>::Zero();
  matrix.leftCols<3>() = camera_matrix();
  return matrix;
}

Eigen::Matrix<double, 3, 4> StereoRectification::projection_b() const {
  Eigen::Matrix<double, 3, 4> matrix = projection_a();
  matrix(rotations.vertical ? 1 : 0, 3) = a.focal_px * rotations.shift_m;
  return matrix;
}

Eigen::Matrix4d StereoRectification::disparity_to_depth() const {
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Zero();
  matrix(0, 0) = matrix(1, 1) = 1;
  matrix(0, 3) = -a.centre.x();
  matrix(1, 3) = -a.centre.y();
  matrix(2, 3) = a.focal_px;
  matrix(3, 2) = -1 / rotations.shift_m;  // the principal points are the same: nothing at (3, 3)
  return matrix;
}

StereoRectification rectify_stereo(const Camera& a, const Camera& b, const Pose& b_from_a,
                                   const RectifyOptions& options) {
  const RectifyingRotations rotations = rectifying_rotations(b_from_a);
  const ImageSize size = options.size == ImageSize{} ? a.image_size() : options.size;
  const std::array<TurnedCamera, 2> cameras = {{{&a, rotations.rectified_from_a}, {&b, rotations.rectified_from_b}}};
  const CommonFrame frame = frame_of(cameras, rotations.vertical, size, options);
  const auto output = [&](const Matrix3& rectified_from_camera) {
    return OutputCamera{Projection::kPinhole, size, frame.focal_px, frame.centre, rectified_from_camera};
  };
  return {output(rotations.rectified_from_a), output(rotations.rectified_from_b), rotations};
}

}  // namespace fiducia

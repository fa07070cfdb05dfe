#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "fiducia/evaluate/rig_geometry.h"

namespace fiducia {

/// Where two rays, of camera a from its centre and of camera b from its own, come nearest to each other: the middle
/// between them, in the frame of a. Nothing for parallel rays.
[[nodiscard]] std::optional<Vector3> triangulate(const Vector3& ray_a, const Vector3& ray_b, const Pose& b_from_a);

/// By how many rows (px of the rectified images, of that focal length) the two rays differ after rectification.
[[nodiscard]] double row_difference(const Vector3& ray_a, const Vector3& ray_b, const Pose& b_from_a, double focal_px);

/// What a pair of cameras makes of two pixels that show the same point, and how that moves with the calibration.
struct PairPoint {
  Vector2 pixel_a;
  Vector2 pixel_b;
  Vector3 point;      ///< triangulated, in the frame of camera a
  double row_px = 0;  ///< by how much the rectified rows differ
  /// d triangulated point / d x, three rows: x an error of cameras and poses (RigLayout)
  Eigen::MatrixXd triangulated;
  Eigen::RowVectorXd row;                 ///< d row difference / d x, px
  Eigen::Matrix<double, 3, 4> by_pixels;  ///< d triangulated point / d (pixel of a, pixel of b)
};

/// Nothing where a pixel has no ray, or the rays do not meet within kRectifiedField_rad of the rectified axis.
[[nodiscard]] std::optional<PairPoint> pair_point(const RigGeometry& rig, std::size_t a, std::size_t b,
                                                  const Vector2& pixel_a, const Vector2& pixel_b);

/// Points at a distance from camera a, one per cell of its image, that are in the image of camera b too; where light
/// reaches neither, none.
[[nodiscard]] std::vector<PairPoint> pair_points(const RigGeometry& rig, std::size_t a, std::size_t b,
                                                 double distance_m, int columns, int rows);

/// Rectified images are planes: they end long before 90 degrees.
inline constexpr double kRectifiedField_rad = 1.05;

/// How the pose b_from_a moves, as Pose::moved() has it, with an error of cameras and poses.
[[nodiscard]] Eigen::MatrixXd relative_motion(const RigGeometry& rig, std::size_t a, std::size_t b);

/// The focal length of the rectified images: the mean of what the two cameras have on their axes, px per radian.
[[nodiscard]] double rectified_focal_px(const Camera& a, const Camera& b);

}  // namespace fiducia

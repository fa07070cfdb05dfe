#include "fiducia/evaluate/rig_pair_geometry.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>
#include <limits>

#include "fiducia/camera/linearize_points.h"
#include "fiducia/core/rectify_pair.h"

namespace fiducia {
namespace {

using Eigen::MatrixXd;
using Matrix32 = Eigen::Matrix<double, 3, 2>;

/// The unit ray of a pixel, and how it moves with the pixel and with the intrinsics.
struct MovingRay {
  Vector3 ray;
  Matrix32 by_pixel;
  MatrixXd by_theta;
};

MovingRay moving_ray(const Camera& camera, const Vector3& ray) {
  const ProjectionDerivatives derivatives = linearize_points(camera, {ray});
  Matrix32 across;
  across.col(0) = ray.unitOrthogonal();
  across.col(1) = ray.cross(across.col(0));
  const Matrix32 by_pixel = across * (derivatives.point * across).inverse();
  return {ray, by_pixel, -by_pixel * derivatives.theta};
}

/// Central differences of a function of the two rays and the relative pose: columns ray a, ray b, pose.
template <class Function>
Eigen::MatrixXd differences(const Function& function, const Vector3& a, const Vector3& b, const Pose& pose, int rows) {
  constexpr double kStep = 1e-6;
  Eigen::MatrixXd result(rows, 12);
  for (int i = 0; i < 12; ++i) {
    const auto at = [&](double h) {
      const Vector3 shift = h * Vector3::Unit(i % 3);
      return function(i < 3 ? Vector3(a + shift) : a, i >= 3 && i < 6 ? Vector3(b + shift) : b,
                      i < 6 ? pose : pose.moved(h * Vector6::Unit(i - 6)));
    };
    result.col(i) = (at(kStep) - at(-kStep)) / (2 * kStep);
  }
  return result;
}

bool in_image(const Camera& camera, const Vector2& u) {
  const ImageSize size = camera.image_size();
  return u.x() >= -0.5 && u.y() >= -0.5 && u.x() <= size.width - 0.5 && u.y() <= size.height - 0.5;
}

double focal_on_axis(const Camera& camera) {
  const ProjectionDerivatives derivatives = linearize_points(camera, {Vector3::UnitZ()});
  return std::sqrt(std::abs(derivatives.point.leftCols<2>().determinant()));
}

/// How the inverse of a pose moves with it.
Matrix6 inverse_motion(const Pose& pose) {
  const Matrix3 back = pose.rotation.transpose();
  const Vector3& t = pose.translation;
  Matrix3 cross;
  cross << 0, -t.z(), t.y(), t.z(), 0, -t.x(), -t.y(), t.x(), 0;
  Matrix6 map = Matrix6::Zero();
  map.topLeftCorner<3, 3>() = -back;
  map.bottomLeftCorner<3, 3>() = -back * cross;  // back (w x t)
  map.bottomRightCorner<3, 3>() = -back;
  return map;
}

}  // namespace

std::optional<Vector3> triangulate(const Vector3& ray_a, const Vector3& ray_b, const Pose& b_from_a) {
  const Pose a_from_b = b_from_a.inverse();
  const Vector3& origin = a_from_b.translation;
  const Vector3 a = ray_a.normalized();
  const Vector3 b = (a_from_b.rotation * ray_b).normalized();
  // s a and origin + t b nearest to each other.
  const double cosine = a.dot(b);
  const double denominator = 1 - cosine * cosine;
  if (!(denominator > 1e-14)) return std::nullopt;
  const double s = (origin.dot(a) - cosine * origin.dot(b)) / denominator;
  const double t = (cosine * origin.dot(a) - origin.dot(b)) / denominator;
  return Vector3(0.5 * (s * a + origin + t * b));
}

double row_difference(const Vector3& ray_a, const Vector3& ray_b, const Pose& b_from_a, double focal_px) {
  const RectifiedPair pair = rectify_pair(b_from_a);
  const Vector3 a = pair.rectified_from_a * ray_a;
  const Vector3 b = pair.rectified_from_b * ray_b;
  return focal_px * (b.y() / b.z() - a.y() / a.z());
}

double rectified_focal_px(const Camera& a, const Camera& b) { return (focal_on_axis(a) + focal_on_axis(b)) / 2; }

MatrixXd relative_motion(const RigGeometry& rig, std::size_t a, std::size_t b) {
  MatrixXd map = MatrixXd::Zero(6, rig.layout.shape_first);
  const Pose& pose_a = rig.camera_from_rig[a];
  const Eigen::Matrix<double, 6, 12> composed = composed_motion(rig.camera_from_rig[b], pose_a.inverse());
  if (b > 0) map.middleCols<6>(rig.layout.pose_of(b)) = composed.leftCols<6>();
  if (a > 0) map.middleCols<6>(rig.layout.pose_of(a)) = composed.rightCols<6>() * inverse_motion(pose_a);
  return map;
}

std::optional<PairPoint> pair_point(const RigGeometry& rig, std::size_t a, std::size_t b, const Vector2& pixel_a,
                                    const Vector2& pixel_b) {
  const auto ray_a = rig.cameras[a].unproject(pixel_a);
  const auto ray_b = rig.cameras[b].unproject(pixel_b);
  if (!ray_a || !ray_b) return std::nullopt;
  const Pose pose = rig.b_from_a(a, b);
  const RectifiedPair rectified = rectify_pair(pose);
  const double field = std::cos(kRectifiedField_rad);
  if ((rectified.rectified_from_a * *ray_a).normalized().z() < field) return std::nullopt;
  if ((rectified.rectified_from_b * *ray_b).normalized().z() < field) return std::nullopt;
  const double focal = rectified_focal_px(rig.cameras[a], rig.cameras[b]);
  const MovingRay of_a = moving_ray(rig.cameras[a], ray_a->normalized());
  const MovingRay of_b = moving_ray(rig.cameras[b], ray_b->normalized());
  const auto meet = [](const Vector3& one, const Vector3& other, const Pose& apart) {
    return triangulate(one, other, apart).value_or(Vector3::Constant(std::numeric_limits<double>::quiet_NaN()));
  };
  const MatrixXd by_inputs = differences(meet, of_a.ray, of_b.ray, pose, 3);
  if (!by_inputs.allFinite()) return std::nullopt;
  const auto rows_apart = [&](const Vector3& one, const Vector3& other, const Pose& apart) {
    return Eigen::Matrix<double, 1, 1>(row_difference(one, other, apart, focal));
  };
  const MatrixXd row_by_inputs = differences(rows_apart, of_a.ray, of_b.ray, pose, 1);
  const MatrixXd motion = relative_motion(rig, a, b);
  const auto chained = [&](const MatrixXd& inputs) {
    MatrixXd result = inputs.rightCols<6>() * motion;
    result.middleCols(rig.layout.first[a], of_a.by_theta.cols()) += inputs.leftCols<3>() * of_a.by_theta;
    result.middleCols(rig.layout.first[b], of_b.by_theta.cols()) += inputs.middleCols<3>(3) * of_b.by_theta;
    return result;
  };
  PairPoint one{pixel_a, pixel_b, meet(of_a.ray, of_b.ray, pose), row_difference(of_a.ray, of_b.ray, pose, focal)};
  one.triangulated = chained(by_inputs);
  one.row = chained(row_by_inputs);
  one.by_pixels << by_inputs.leftCols<3>() * of_a.by_pixel, by_inputs.middleCols<3>(3) * of_b.by_pixel;
  return one;
}

std::vector<PairPoint> pair_points(const RigGeometry& rig, std::size_t a, std::size_t b, double distance_m, int columns,
                                   int rows) {
  const Pose b_from_a = rig.b_from_a(a, b);
  const ImageSize size = rig.cameras[a].image_size();
  std::vector<PairPoint> points;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const Vector2 pixel((column + 0.5) * size.width / columns - 0.5, (row + 0.5) * size.height / rows - 0.5);
      const auto ray = rig.cameras[a].unproject(pixel);
      if (!ray || !rig.is_lit(a, pixel)) continue;
      const auto seen = rig.cameras[b].project(b_from_a * (distance_m * *ray));
      if (!seen || !in_image(rig.cameras[b], *seen) || !rig.is_lit(b, *seen)) continue;
      if (auto one = pair_point(rig, a, b, pixel, *seen)) points.push_back(std::move(*one));
    }
  }
  return points;
}

}  // namespace fiducia

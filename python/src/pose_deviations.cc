#include "python/src/pose_deviations.h"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <cmath>

#include "fiducia/core/lanes.h"

namespace fiducia::python {
namespace {

Matrix3 cross_matrix(const Vector3& w) {
  Matrix3 matrix;
  matrix << 0, -w.z(), w.y(), w.z(), 0, -w.x(), -w.y(), w.x(), 0;
  return matrix;
}

/// exp(w + d) = exp(J d) exp(w) to first order.
Matrix3 left_jacobian(const Vector3& w) {
  const double angle = w.norm();
  const Matrix3 W = cross_matrix(w);
  if (angle < 1e-6) return Matrix3::Identity() + 0.5 * W;
  const double square = angle * angle;
  return Matrix3::Identity() + (1 - std::cos(angle)) / square * W +
         (angle - std::sin(angle)) / (square * angle) * W * W;
}

struct FrameDerivatives {
  Eigen::MatrixXd pose;        ///< E
  Eigen::MatrixXd parameters;  ///< F
};

FrameDerivatives derivatives(const Calibration& calibration, const FrameFit& frame) {
  const std::vector<Corner>& corners = corners_of(calibration, frame);
  const std::vector<Vector3>& points = target_points(calibration);
  const Camera& camera = *calibration.camera;
  const auto count = static_cast<int>(corners.size());
  const int padded = (count + Lanes::kCount - 1) / Lanes::kCount * Lanes::kCount;
  std::vector<Vector3> turned;
  Eigen::MatrixXd places(padded, 3);
  for (int i = 0; i < padded; ++i) {
    const Corner& corner = corners[static_cast<std::size_t>(std::min(i, count - 1))];
    turned.emplace_back(frame.camera_from_target.rotation * points[static_cast<std::size_t>(corner.id)]);
    places.row(i) = (turned.back() + frame.camera_from_target.translation).transpose();
  }
  const int size = camera.model().size();
  Eigen::MatrixXd pixel(2 * padded, 1);
  Eigen::MatrixXd by_parameters(2 * padded, size);
  Eigen::MatrixXd by_point(2 * padded, 3);
  camera.model().linearize(camera.parameters().data(), padded, places.col(0).data(), places.col(1).data(),
                           places.col(2).data(), {pixel.data(), by_parameters.data(), by_point.data(), padded});
  const Matrix3 jacobian = left_jacobian(frame.camera_from_target.rotation_vector());
  FrameDerivatives found{Eigen::MatrixXd(2 * count, 6), Eigen::MatrixXd(2 * count, size)};
  for (int i = 0; i < count; ++i) {
    const double weight = corners[static_cast<std::size_t>(i)].weight;
    const Matrix3 by_rotation = -cross_matrix(turned[static_cast<std::size_t>(i)]) * jacobian;
    for (int row = 0; row < 2; ++row) {
      const Eigen::RowVector3d d = weight * by_point.row(row * padded + i);
      found.pose.row(2 * i + row) << d * by_rotation, d;
      found.parameters.row(2 * i + row) = weight * by_parameters.row(row * padded + i);
    }
  }
  return found;
}

}  // namespace

Eigen::MatrixXd pose_deviations(const Calibration& calibration, const Eigen::MatrixXd& covariance) {
  Eigen::MatrixXd deviations(static_cast<Eigen::Index>(calibration.frames.size()), 6);
  for (std::size_t j = 0; j < calibration.frames.size(); ++j) {
    const FrameDerivatives found = derivatives(calibration, calibration.frames[j]);
    const Eigen::LDLT<Matrix6> own(Matrix6(found.pose.transpose() * found.pose));
    const Eigen::MatrixXd G = own.solve(found.pose.transpose() * found.parameters);
    const Matrix6 both =
        calibration.fit.variance * Matrix6(own.solve(Matrix6::Identity())) + G * covariance * G.transpose();
    deviations.row(static_cast<Eigen::Index>(j)) = both.diagonal().cwiseSqrt().transpose();
  }
  return deviations;
}

}  // namespace fiducia::python

#pragma once

#include <Eigen/QR>
#include <span>

#include "fiducia/camera/camera.h"
#include "fiducia/data/observations.h"

namespace fiducia::testing {

/// u - p of these corners at a pose, times their weights.
inline Eigen::VectorXd residuals_at(const Camera& camera, std::span<const Corner> corners,
                                    const std::vector<Vector3>& points, const Pose& pose) {
  Eigen::VectorXd result(2 * static_cast<Eigen::Index>(corners.size()));
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vector3 x = pose * points[static_cast<std::size_t>(corners[i].id)];
    result.segment<2>(2 * static_cast<Eigen::Index>(i)) =
        corners[i].weight * (corners[i].pixel - camera.model().project(camera.parameters().data(), x));
  }
  return result;
}

/// The pose that fits these corners best, by Gauss and Newton with derivatives by differences; steps that do not help
/// are halved.
inline Pose literal_pose_fit(const Camera& camera, std::span<const Corner> corners, const std::vector<Vector3>& points,
                             Pose pose) {
  double cost = residuals_at(camera, corners, points, pose).squaredNorm();
  for (int iteration = 0; iteration < 50; ++iteration) {
    Eigen::MatrixXd j(2 * static_cast<Eigen::Index>(corners.size()), 6);
    for (int c = 0; c < 6; ++c) {
      const Vector6 h = 1e-6 * Vector6::Unit(c);
      j.col(c) = (residuals_at(camera, corners, points, pose.moved(h)) -
                  residuals_at(camera, corners, points, pose.moved(-h))) /
                 -2e-6;
    }
    Vector6 step = j.colPivHouseholderQr().solve(residuals_at(camera, corners, points, pose));
    bool better = false;
    for (int halving = 0; halving < 20 && !better; ++halving, step *= 0.5) {
      const Pose trial = pose.moved(step);
      const double trial_cost = residuals_at(camera, corners, points, trial).squaredNorm();
      better = trial_cost < cost;
      if (!better) continue;
      pose = trial;
      cost = trial_cost;
    }
    if (!better) break;
  }
  return pose;
}

}  // namespace fiducia::testing

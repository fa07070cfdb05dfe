#pragma once

#include <ceres/ceres.h>
#include <ceres/rotation.h>

#include "fiducia/camera/camera.h"
#include "fiducia/data/observations.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia::testing {

/// The same least-squares problem, solved by Ceres with automatic derivatives of the model's formula: a reference that
/// shares nothing with our solver but that formula. Returns the final cost (sum of rho) and the parameters.
struct Reference {
  double cost = 0;
  std::vector<double> parameters;
};

template <class M>
struct CornerResidual {
  Vector3 point;
  Vector2 pixel;
  double weight;

  template <class T>
  bool operator()(const T* theta, const T* pose, T* residual) const {
    const T x[3] = {T(point.x()), T(point.y()), T(point.z())};
    T turned[3];
    ceres::AngleAxisRotatePoint(pose, x, turned);
    T uv[2];
    M::project(theta, T(turned[0] + pose[3]), T(turned[1] + pose[4]), T(turned[2] + pose[5]), uv);
    residual[0] = weight * (pixel.x() - uv[0]);
    residual[1] = weight * (pixel.y() - uv[1]);
    return true;
  }
};

/// Starts at `from` and its poses.
template <class M>
Reference ceres_calibrate(const Observations& observations, const Calibration& from, const Loss& loss = Loss::none()) {
  constexpr int kSize = static_cast<int>(M::kParameters.size());
  Reference reference;
  reference.parameters = from.camera->parameters();
  std::vector<std::array<double, 6>> poses;
  for (const FrameFit& frame : from.frames) {
    const Vector3 w = frame.camera_from_target.rotation_vector();
    const Vector3& t = frame.camera_from_target.translation;
    poses.push_back({w.x(), w.y(), w.z(), t.x(), t.y(), t.z()});
  }
  ceres::Problem problem;
  for (std::size_t j = 0; j < from.frames.size(); ++j) {
    for (const Corner& corner : observations.frames[from.frames[j].index].corners) {
      auto* cost = new ceres::AutoDiffCostFunction<CornerResidual<M>, 2, kSize, 6>(new CornerResidual<M>{
          observations.target.points[static_cast<std::size_t>(corner.id)], corner.pixel, corner.weight});
      ceres::LossFunction* robust = loss.is_squared() ? nullptr : new ceres::CauchyLoss(loss.scale_px);
      problem.AddResidualBlock(cost, robust, reference.parameters.data(), poses[j].data());
    }
  }
  ceres::Solver::Options options;
  options.linear_solver_type = ceres::DENSE_SCHUR;
  options.max_num_iterations = 500;
  options.function_tolerance = 1e-15;
  options.parameter_tolerance = 1e-14;
  options.gradient_tolerance = 1e-14;
  ceres::Solver::Summary summary;
  ceres::Solve(options, &problem, &summary);
  reference.cost = 2 * summary.final_cost;
  return reference;
}

}  // namespace fiducia::testing

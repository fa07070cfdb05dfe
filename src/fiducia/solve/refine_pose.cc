#include "fiducia/solve/refine_pose.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "fiducia/solve/frame_normal.h"

namespace fiducia {
namespace {

using Matrix7 = Eigen::Matrix<double, 7, 7>;

}  // namespace

PoseFit refine_pose(const Model& model, const double* theta, const CornerArrays& corners, const Pose& initial,
                    const PoseFitOptions& options) {
  const FrameNormal builder(model, {});
  PoseFit fit;
  fit.pose = initial;
  Matrix7 normal;
  Matrix7 trial_normal;
  fit.computable = builder.build(theta, fit.pose, corners, options.loss, normal.data(), &fit.cost);
  if (!fit.computable) return fit;
  const double coordinates = 2.0 * corners.corner_count();
  double lambda = 1e-4;
  double growth = 2;
  while (fit.iterations < options.max_iterations) {
    ++fit.iterations;
    Matrix6 damped = normal.topLeftCorner<6, 6>();
    damped.diagonal() *= 1 + lambda;
    const Vector6 gradient = normal.block<6, 1>(0, 6);
    const Eigen::LLT<Matrix6> llt(damped);
    if (llt.info() == Eigen::Success) {
      const Vector6 step = llt.solve(gradient);
      const double decrement = step.dot(gradient);
      const double variance = fit.cost / std::max(1.0, coordinates - 6);
      if (lambda < 1e-2 && decrement <= options.tolerance * options.tolerance * variance) break;
      const Pose trial = fit.pose.moved(step);
      double trial_cost = 0;
      const bool ok = builder.build(theta, trial, corners, options.loss, trial_normal.data(), &trial_cost);
      if (ok && trial_cost < fit.cost) {
        const double predicted = decrement + lambda * step.cwiseAbs2().dot(normal.diagonal().head<6>());
        const double ratio = (fit.cost - trial_cost) / predicted;
        lambda = std::max(1e-12, lambda * std::max(0.1, 1 - std::pow(2 * ratio - 1, 3)));
        growth = 2;
        fit.pose = trial;
        fit.cost = trial_cost;
        normal = trial_normal;
        continue;
      }
      if (ok && trial_cost <= fit.cost * (1 + 1e-12)) break;  // rounding is all that is left
    }
    lambda *= growth;
    growth *= 2;
    if (lambda > 1e10) break;
  }
  fit.pose.rotation = renormalized(fit.pose.rotation);
  const double squares = options.loss.is_squared() ? fit.cost : normal(6, 6);
  fit.rmse = std::sqrt(squares / coordinates);
  return fit;
}

}  // namespace fiducia

#include "fiducia/solve/start/fit_lens.h"

#include <Eigen/Cholesky>
#include <cmath>

#include "fiducia/core/lanes.h"

namespace fiducia {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The rays as arrays, with the normal equations of the fit.
class LensFit {
 public:
  LensFit(const Model& model, std::span<const PixelRay> pairs, const std::vector<double>& initial) : model_(model) {
    for (const PixelRay& pair : pairs) {
      if (model.computable(initial.data(), pair.ray)) add(pair);
    }
    count_ = static_cast<int>(x_.size());
    while (x_.size() % Lanes::kCount != 0) add({{u_.back(), v_.back()}, {x_.back(), y_.back(), z_.back()}});
  }

  [[nodiscard]] int count() const { return count_; }

  /// J'J, J'r and the sum of squares; false where a ray is not computable.
  bool normal(const std::vector<double>& theta, MatrixXd* jtj, VectorXd* jtr, double* cost) const {
    const int n = static_cast<int>(x_.size());
    const int p = model_.size();
    VectorXd pixel(2 * n);
    MatrixXd d_theta(2 * n, p);
    MatrixXd d_point(2 * n, 3);
    if (!model_.linearize(theta.data(), n, x_.data(), y_.data(), z_.data(),
                          {pixel.data(), d_theta.data(), d_point.data(), n})) {
      return false;
    }
    VectorXd r(2 * n);
    r << Eigen::Map<const VectorXd>(u_.data(), n), Eigen::Map<const VectorXd>(v_.data(), n);
    r -= pixel;
    *jtj = d_theta.transpose() * d_theta;
    *jtr = d_theta.transpose() * r;
    *cost = r.squaredNorm();
    return std::isfinite(*cost);
  }

 private:
  void add(const PixelRay& pair) {
    x_.push_back(pair.ray.x());
    y_.push_back(pair.ray.y());
    z_.push_back(pair.ray.z());
    u_.push_back(pair.pixel.x());
    v_.push_back(pair.pixel.y());
  }

  const Model& model_;
  std::vector<double> x_, y_, z_, u_, v_;
  int count_ = 0;
};

}  // namespace

std::optional<LensFitResult> fit_lens(const Model& model, std::span<const PixelRay> pairs,
                                      std::vector<double> initial) {
  const LensFit fit(model, pairs, initial);
  if (2 * fit.count() < model.size()) return std::nullopt;
  std::vector<double> theta = std::move(initial);
  MatrixXd jtj;
  VectorXd jtr;
  double cost = 0;
  if (!fit.normal(theta, &jtj, &jtr, &cost)) return std::nullopt;
  double lambda = 1e-3;
  for (int i = 0; i < 60 && lambda < 1e8; ++i) {
    MatrixXd damped = jtj;
    damped.diagonal() += lambda * jtj.diagonal() + VectorXd::Constant(jtj.rows(), 1e-12);
    const VectorXd step = damped.ldlt().solve(jtr);
    std::vector<double> trial = theta;
    for (std::size_t k = 0; k < trial.size(); ++k) trial[k] += step[static_cast<Eigen::Index>(k)];
    MatrixXd trial_jtj;
    VectorXd trial_jtr;
    double trial_cost = 0;
    if (step.allFinite() && fit.normal(trial, &trial_jtj, &trial_jtr, &trial_cost) && trial_cost < cost) {
      const bool done = trial_cost > cost * (1 - 1e-6);
      theta = std::move(trial);
      jtj = std::move(trial_jtj);
      jtr = std::move(trial_jtr);
      cost = trial_cost;
      lambda *= 0.2;
      if (done) break;
    } else {
      lambda *= 5;
    }
  }
  return LensFitResult{std::move(theta), std::sqrt(cost / (2.0 * fit.count()))};
}

}  // namespace fiducia

#include "fiducia/evaluate/effect_screen.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "fiducia/solve/effect_problem.h"
#include "fiducia/solve/fit_effects.h"

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// How often the widths of the effects are found anew: each time the step is.
constexpr int kRounds = 3;

/// The normal equations of all frames at one place, [global | local | r], and their solution for any stiffness.
class OneStep {
 public:
  OneStep(std::vector<MatrixXd> products, std::vector<double> weights, std::vector<VectorXd> effects, Prior prior,
          const VectorXd& g)
      : products_(std::move(products)),
        weights_(std::move(weights)),
        effects_(std::move(effects)),
        prior_(std::move(prior)),
        global_(g.size()) {
    if (prior_.empty()) return;
    of_prior_ = prior_.information();
    prior_residual_ = prior_.residual(g);
  }

  /// False where there is no step.
  bool solve(const VectorXd& stiffness) {
    const Index k = stiffness.size();
    const Index local = kPoseSize + k;
    MatrixXd a = of_prior_.size() > 0 ? of_prior_ : MatrixXd::Zero(global_, global_);
    VectorXd b = VectorXd::Zero(global_);
    if (!prior_.empty()) b = prior_.rows.transpose() * prior_residual_;
    std::vector<MatrixXd> inverses;  // of the local blocks
    for (std::size_t j = 0; j < products_.size(); ++j) {
      const MatrixXd& all = products_[j];
      MatrixXd block = all.block(global_, global_, local, local);
      block.diagonal().tail(k) += stiffness.cwiseAbs2();
      const Eigen::LDLT<MatrixXd> ldlt(block);
      if (ldlt.info() != Eigen::Success || !(ldlt.vectorD().minCoeff() > 0)) return false;
      inverses.push_back(ldlt.solve(MatrixXd::Identity(local, local)));
      const MatrixXd mixed = all.block(global_, 0, local, global_);
      const VectorXd right = right_side(j, stiffness);
      a += weights_[j] * (all.topLeftCorner(global_, global_) - mixed.transpose() * inverses.back() * mixed);
      b += weights_[j] * (all.topRightCorner(global_, 1) - mixed.transpose() * inverses.back() * right);
    }
    const VectorXd scale = a.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
    const Eigen::LDLT<MatrixXd> ldlt(scale.asDiagonal() * a * scale.asDiagonal());
    if (ldlt.info() != Eigen::Success) return false;
    const VectorXd step = scale.cwiseProduct(ldlt.solve(scale.cwiseProduct(b)));
    if (!step.allFinite()) return false;
    prior_cost = prior_.empty() ? 0 : (prior_residual_ - prior_.rows * step).squaredNorm();
    squares.clear();
    moved.clear();
    held = VectorXd::Zero(k);
    narrowed = 0;
    for (std::size_t j = 0; j < products_.size(); ++j) {
      const MatrixXd& all = products_[j];
      VectorXd whole(global_ + local);
      whole.head(global_) = step;
      whole.tail(local) = inverses[j] * (right_side(j, stiffness) - all.block(global_, 0, local, global_) * step);
      const auto jj = all.topLeftCorner(global_ + local, global_ + local);
      const auto jr = all.topRightCorner(global_ + local, 1);
      const double rr = all(global_ + local, global_ + local);
      squares.push_back(weights_[j] * (rr - 2 * whole.dot(jr.col(0)) + whole.dot(jj * whole)));
      moved.push_back(effects_[j] + whole.tail(k));
      const MatrixXd left = stiffness.asDiagonal() * inverses[j].bottomRightCorner(k, k) * stiffness.asDiagonal();
      held += weights_[j] * left.diagonal();
      narrowed -= weights_[j] * left.ldlt().vectorD().array().max(1e-300).log().sum();
    }
    return true;
  }

  [[nodiscard]] double frames() const {
    double sum = 0;
    for (const double weight : weights_) sum += weight;
    return sum;
  }

  double prior_cost = 0;        // after the step
  std::vector<double> squares;  // likewise
  std::vector<VectorXd> moved;  // the effects after it
  VectorXd held;                // the part of each unknown that its width decides, summed over the frames
  double narrowed = 0;          // see EffectScreen

 private:
  [[nodiscard]] VectorXd right_side(std::size_t j, const VectorXd& stiffness) const {
    const Index local = kPoseSize + stiffness.size();
    VectorXd right = products_[j].block(global_, global_ + local, local, 1);
    right.tail(stiffness.size()) -= stiffness.cwiseAbs2().cwiseProduct(effects_[j]);
    return right;
  }

  std::vector<MatrixXd> products_;
  std::vector<double> weights_;
  std::vector<VectorXd> effects_;
  Prior prior_;
  MatrixXd of_prior_;
  VectorXd prior_residual_;
  Index global_;
};

}  // namespace

std::optional<EffectScreen> screen_effects(const Calibration& calibration, std::vector<Effect> effects) {
  const EffectLayout layout(std::move(effects));
  const EffectFit& known = calibration.effects;
  const Index k = layout.frame_size();
  std::vector<const Frame*> frames;
  for (const FrameFit& frame : calibration.frames) {
    frames.push_back(&calibration.observations->frames[frame.index]);
  }
  const std::vector<double> weights = frame_weights(calibration);
  const ShapeBasis basis(TargetShape::kPlanar, target_points(calibration), frames);
  const VectorXd lens = Eigen::Map<const VectorXd>(calibration.camera->parameters().data(), calibration.model->size());
  const EffectSetup setup{
      *calibration.model, calibration.observations->image_size, basis, layout, frames, weights, calibration.loss, lens};
  const EffectProblem problem(setup);  // without stiffness: that is the step's
  VectorXd g = VectorXd::Zero(problem.global_size());
  g.head(lens.size()) = lens;
  const VectorXd most = widest_spread(setup);
  VectorXd width = most;
  std::vector<VectorXd> amounts(frames.size(), VectorXd::Zero(k));
  carry_over(known, layout, calibration.model->size(), &g, &width, &amounts);

  std::vector<MatrixXd> products;
  FrameLinearization frame;
  for (std::size_t j = 0; j < frames.size(); ++j) {
    const FrameState state{calibration.frames[j].camera_from_target, amounts[j]};
    if (!problem.linearize(g, static_cast<int>(j), state, &frame)) return std::nullopt;
    products.push_back(frame.product);
  }
  OneStep step(std::move(products), weights, std::move(amounts), problem.prior(), g);
  double noise = std::sqrt(calibration.fit.variance);
  VectorXd stiffness;
  double freedom = 0;
  for (int round = 0; round < kRounds; ++round) {
    stiffness = noise * width.cwiseInverse();
    if (!step.solve(stiffness)) return std::nullopt;
    const VectorXd determined = (VectorXd::Constant(k, step.frames()) - step.held).cwiseMax(0);
    freedom = determined.sum();
    VectorXd sums = VectorXd::Zero(k);
    for (std::size_t j = 0; j < frames.size(); ++j) sums += weights[j] * step.moved[j].cwiseAbs2();
    width = next_spread(sums, determined, most);
    double squares = 0;
    for (const double one : step.squares) squares += one;
    const double left = problem.residual_count() - problem.degrees_of_freedom() -
                        kPoseSize * static_cast<double>(frames.size()) - freedom;
    noise = std::sqrt(std::max(squares, 1e-300) / std::max(1.0, left));
  }
  EffectScreen screen;
  screen.squares = step.squares;
  screen.cost = step.prior_cost;
  for (std::size_t j = 0; j < frames.size(); ++j) {
    screen.cost += step.squares[j] + weights[j] * stiffness.cwiseProduct(step.moved[j]).squaredNorm();
  }
  screen.narrowed = step.narrowed;
  screen.start.layout = layout;
  screen.start.common = g.segment(calibration.model->size(), layout.common_size());
  screen.start.width = width;
  screen.start.stiffness = noise * width.cwiseInverse();
  screen.start.frames = step.moved;
  screen.parameters = problem.degrees_of_freedom() + kPoseSize * static_cast<int>(frames.size()) +
                      static_cast<int>(std::lround(freedom));
  return screen;
}

}  // namespace fiducia

#include "fiducia/solve/refit.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <memory>

#include "fiducia/solve/camera_problem.h"
#include "fiducia/solve/effect_problem.h"
#include "fiducia/solve/frame_solver.h"
#include "fiducia/solve/inverse_information.h"
#include "fiducia/solve/refine_pose.h"
#include "fiducia/solve/shape_problem.h"
#include "fiducia/solve/spline_problem.h"

namespace fiducia {
namespace {

/// What drawn frames say about a direction, as a part of what all frames say, is rounding under this.
constexpr double kLeastInformation = 1e-10;
/// Up to so many all eigenvalues are computed.
constexpr Eigen::Index kFewParameters = 60;

}  // namespace

Refit::Refit(const Calibration& calibration)
    : model_(calibration.model),
      loss_(calibration.loss),
      basis_(calibration.target.basis),
      effects_(calibration.effects),
      g_(calibration.global_parameters()) {
  image_size_ = calibration.observations->image_size;
  if (as_spline(*model_) != nullptr && basis_.size() == 0) {  // whose points are asked for
    basis_ = ShapeBasis(TargetShape::kPlanar, target_points(calibration), {});
  }
  whole_ = calibration.information;
  for (const FrameFit& frame : calibration.frames) {
    const Frame& seen = calibration.observations->frames[frame.index];
    states_.push_back({frame.camera_from_target});
    if (!effects_.empty()) states_.back().effects = effects_.frames[states_.size() - 1];
    frames_.emplace_back(corners_of(calibration, frame), target_points(calibration));
    weights_.push_back(frame.weight);
    if (basis_.size() > 0 || !effects_.empty() || as_spline(*model_) != nullptr) seen_.push_back(seen);
  }
}

std::optional<Refit::Result> Refit::operator()(std::span<const std::uint32_t> multiplicities,
                                               const Progress& progress) const {
  std::vector<CornerArrays> frames;
  std::vector<const Frame*> seen;
  std::vector<double> weights;
  std::vector<FrameState> states;
  for (std::size_t j = 0; j < frames_.size(); ++j) {
    if (multiplicities[j] == 0) continue;
    if (!seen_.empty()) {
      seen.push_back(&seen_[j]);
    } else {
      frames.push_back(frames_[j]);
    }
    weights.push_back(multiplicities[j] * weights_[j]);
    states.push_back(states_[j]);
  }
  if (states.empty()) return std::nullopt;
  const auto problem = [&]() -> std::unique_ptr<FrameProblem> {
    if (!effects_.empty()) {
      auto with_effects = std::make_unique<EffectProblem>(
          EffectSetup{*model_, image_size_, basis_, effects_.layout, seen, weights, loss_, g_.head(model_->size())});
      with_effects->set_stiffness(effects_.stiffness);
      return with_effects;
    }
    if (const SplineModel* spline = as_spline(*model_)) {
      return std::make_unique<SplineProblem>(*spline, basis_, seen, weights, loss_, g_);
    }
    if (basis_.size() > 0) return std::make_unique<ShapeProblem>(*model_, basis_, seen, weights, loss_);
    return std::make_unique<CameraProblem>(*model_, frames, weights, loss_);
  }();
  FrameSolution solution = solve_frames(*problem, g_, std::move(states), {.polish = false, .progress = progress});
  if (solution.status == SolverStatus::kNotComputable || solution.status == SolverStatus::kSingular)
    return std::nullopt;
  const bool is_determined = determined(solution.information, weights);
  const bool minimum = solution.status == SolverStatus::kConverged && is_determined;
  return Result{std::move(solution.g), minimum, is_determined};
}

/// Rounding can make a minimum of a valley without one, and often does where a single frame is left.
bool Refit::determined(const Information& information, const std::vector<double>& weights) const {
  if (whole_.frames.size() != frames_.size()) return true;
  if (information.size() > kFewParameters) return determined_at_large(information, weights);
  const Eigen::LLT<Eigen::MatrixXd> llt(whole_.matrix(weights_));
  if (llt.info() != Eigen::Success) return true;
  const Eigen::MatrixXd half = llt.matrixL().solve(information.matrix(weights));
  const Eigen::MatrixXd part = llt.matrixL().solve(half.transpose());
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(part, Eigen::EigenvaluesOnly);
  return eigen.eigenvalues()[0] > kLeastInformation;
}

/// The least eigenvalue of A_drawn in units of A is the inverse of the largest of A_drawn^-1 A, which a few steps of
/// the power method find where it is anywhere near the limit.
bool Refit::determined_at_large(const Information& information, const std::vector<double>& weights) const {
  const std::optional<InverseInformation> inverse = InverseInformation::of(information, weights);
  if (!inverse) return false;
  constexpr int kSteps = 8;
  Eigen::VectorXd v = Eigen::VectorXd::LinSpaced(information.size(), 1, 2).array().sin().matrix();
  double largest = 0;
  for (int i = 0; i < kSteps; ++i) {
    Eigen::VectorXd image = whole_.prior.rows.transpose() * (whole_.prior.rows * v);
    for (std::size_t j = 0; j < whole_.frames.size(); ++j) {
      image += weights_[j] * whole_.frames[j].transposed_times(whole_.frames[j].times(v));
    }
    image = inverse->times(image);
    largest = image.norm() / v.norm();
    v = image / image.norm();
  }
  return largest < 1 / kLeastInformation;
}

std::optional<double> Refit::squares_of(std::size_t frame, const Eigen::VectorXd& parameters) const {
  // With effects: as they were found with all frames.
  const CornerArrays& corners = basis_.size() > 0 && effects_.empty()
                                    ? CornerArrays(seen_[frame].corners, basis_.points(parameters.tail(basis_.size())))
                                    : frames_[frame];
  const PoseFit fit =
      refine_pose(*model_, parameters.data(), corners, states_[frame].camera_from_target, {.loss = loss_});
  if (!fit.computable) return std::nullopt;
  return fit.rmse * fit.rmse * 2 * frames_[frame].corner_count();
}

}  // namespace fiducia

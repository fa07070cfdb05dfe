#include "fiducia/solve/refit.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <memory>

#include "fiducia/solve/camera_problem.h"
#include "fiducia/solve/frame_solver.h"
#include "fiducia/solve/refine_pose.h"
#include "fiducia/solve/shape_problem.h"

namespace fiducia {
namespace {

/// What drawn frames say about a direction, as a part of what all frames say, is rounding under this.
constexpr double kLeastInformation = 1e-10;

}  // namespace

Refit::Refit(const Calibration& calibration)
    : model_(calibration.model),
      loss_(calibration.loss),
      basis_(calibration.target.basis),
      g_(calibration.global_parameters()) {
  for (const FrameFit& frame : calibration.frames) {
    const Frame& seen = calibration.observations->frames[frame.index];
    poses_.push_back(frame.camera_from_target);
    frames_.emplace_back(seen.corners, target_points(calibration));
    weights_.push_back(frame.weight);
    if (basis_.size() > 0) seen_.push_back(seen);
  }
  if (calibration.information.size() != frames_.size() || frames_.empty()) return;
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(g_.size(), g_.size());
  for (std::size_t j = 0; j < frames_.size(); ++j) a += weights_[j] * calibration.information[j].S;
  if (const Eigen::LLT<Eigen::MatrixXd> llt(a); llt.info() == Eigen::Success) whole_ = llt.matrixL();
}

std::optional<Refit::Result> Refit::operator()(std::span<const std::uint32_t> multiplicities) const {
  std::vector<CornerArrays> frames;
  std::vector<const Frame*> seen;
  std::vector<double> weights;
  std::vector<Pose> poses;
  for (std::size_t j = 0; j < frames_.size(); ++j) {
    if (multiplicities[j] == 0) continue;
    if (basis_.size() > 0) {
      seen.push_back(&seen_[j]);
    } else {
      frames.push_back(frames_[j]);
    }
    weights.push_back(multiplicities[j] * weights_[j]);
    poses.push_back(poses_[j]);
  }
  if (poses.empty()) return std::nullopt;
  const auto problem = [&]() -> std::unique_ptr<FrameProblem> {
    if (basis_.size() > 0) return std::make_unique<ShapeProblem>(*model_, basis_, seen, weights, loss_);
    return std::make_unique<CameraProblem>(*model_, frames, weights, loss_);
  }();
  FrameSolution solution = solve_frames(*problem, g_, std::move(poses), {.polish = false});
  if (solution.status == SolverStatus::kNotComputable || solution.status == SolverStatus::kSingular)
    return std::nullopt;
  const bool minimum = solution.status == SolverStatus::kConverged && determined(solution.information, weights);
  return Result{std::move(solution.g), minimum};
}

/// Rounding can make a minimum of a valley without one, and often does where a single frame is left.
bool Refit::determined(const std::vector<FrameInformation>& information, const std::vector<double>& weights) const {
  if (whole_.size() == 0) return true;
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(whole_.rows(), whole_.cols());
  for (std::size_t j = 0; j < information.size(); ++j) a += weights[j] * information[j].S;
  const auto lower = whole_.triangularView<Eigen::Lower>();
  const Eigen::MatrixXd half = lower.solve(a);
  const Eigen::MatrixXd part = lower.solve(half.transpose());
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(part, Eigen::EigenvaluesOnly);
  return eigen.eigenvalues()[0] > kLeastInformation;
}

std::optional<double> Refit::squares_of(std::size_t frame, const Eigen::VectorXd& parameters) const {
  const CornerArrays& corners = basis_.size() > 0
                                    ? CornerArrays(seen_[frame].corners, basis_.points(parameters.tail(basis_.size())))
                                    : frames_[frame];
  const PoseFit fit = refine_pose(*model_, parameters.data(), corners, poses_[frame], {.loss = loss_});
  if (!fit.computable) return std::nullopt;
  return fit.rmse * fit.rmse * 2 * frames_[frame].corner_count();
}

}  // namespace fiducia

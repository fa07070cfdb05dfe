#include "fiducia/solve/refit.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "fiducia/solve/camera_problem.h"
#include "fiducia/solve/frame_solver.h"
#include "fiducia/solve/refine_pose.h"

namespace fiducia {
namespace {

/// What drawn frames say about a direction, as a part of what all frames say, is rounding under this.
constexpr double kSingular = 1e-10;

}  // namespace

Refit::Refit(const Calibration& calibration, const Observations& observations)
    : model_(calibration.camera.model()),
      loss_(calibration.loss),
      g_(Eigen::Map<const Eigen::VectorXd>(calibration.camera.parameters().data(), model_.size())) {
  for (const FrameFit& frame : calibration.frames) {
    poses_.push_back(frame.camera_from_target);
    frames_.emplace_back(observations.frames[frame.index].corners, observations.target.points);
    weights_.push_back(frame.weight);
  }
  if (calibration.information.size() != frames_.size() || frames_.empty()) return;
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(g_.size(), g_.size());
  for (std::size_t j = 0; j < frames_.size(); ++j) a += weights_[j] * calibration.information[j].S;
  if (const Eigen::LLT<Eigen::MatrixXd> llt(a); llt.info() == Eigen::Success) whole_ = llt.matrixL();
}

std::optional<Refit::Result> Refit::operator()(std::span<const std::uint32_t> multiplicities) const {
  std::vector<CornerArrays> frames;
  std::vector<double> weights;
  std::vector<Pose> poses;
  for (std::size_t j = 0; j < frames_.size(); ++j) {
    if (multiplicities[j] == 0) continue;
    frames.push_back(frames_[j]);
    weights.push_back(multiplicities[j] * weights_[j]);
    poses.push_back(poses_[j]);
  }
  if (frames.empty()) return std::nullopt;
  const CameraProblem problem(model_, frames, weights, loss_);
  FrameSolution solution = solve_frames(problem, g_, std::move(poses), {.polish = false});
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
  return eigen.eigenvalues()[0] > kSingular;
}

std::optional<double> Refit::squares_of(std::size_t frame, const Eigen::VectorXd& parameters) const {
  const PoseFit fit = refine_pose(model_, parameters.data(), frames_[frame], poses_[frame], {.loss = loss_});
  if (!fit.computable) return std::nullopt;
  return fit.rmse * fit.rmse * 2 * frames_[frame].corner_count();
}

}  // namespace fiducia

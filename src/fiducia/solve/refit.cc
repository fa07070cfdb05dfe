#include "fiducia/solve/refit.h"

#include "fiducia/solve/camera_problem.h"
#include "fiducia/solve/frame_solver.h"
#include "fiducia/solve/refine_pose.h"

namespace fiducia {

Refit::Refit(const Calibration& calibration, const Observations& observations)
    : model_(calibration.camera.model()),
      loss_(calibration.loss),
      g_(Eigen::Map<const Eigen::VectorXd>(calibration.camera.parameters().data(), model_.size())) {
  for (const FrameFit& frame : calibration.frames) {
    poses_.push_back(frame.camera_from_target);
    frames_.emplace_back(observations.frames[frame.index].corners, observations.target.points);
    weights_.push_back(frame.weight);
  }
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
  return Result{std::move(solution.g), solution.status == SolverStatus::kConverged};
}

std::optional<double> Refit::squares_of(std::size_t frame, const Eigen::VectorXd& parameters) const {
  const PoseFit fit = refine_pose(model_, parameters.data(), frames_[frame], poses_[frame], {.loss = loss_});
  if (!fit.computable) return std::nullopt;
  return fit.rmse * fit.rmse * 2 * frames_[frame].corner_count();
}

}  // namespace fiducia

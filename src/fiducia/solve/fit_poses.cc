#include "fiducia/solve/fit_poses.h"

#include <algorithm>

#include "fiducia/core/parallel.h"
#include "fiducia/solve/camera_problem.h"
#include "fiducia/solve/reduced_system.h"
#include "fiducia/solve/refine_pose.h"

namespace fiducia {

FrameSolution fit_poses(const Model& model, const std::vector<double>& theta, const std::vector<CornerArrays>& frames,
                        const std::vector<double>& weights, const Loss& loss, std::vector<Pose> start, int threads) {
  FrameSolution solution;
  solution.g = Eigen::Map<const Eigen::VectorXd>(theta.data(), model.size());
  solution.poses = std::move(start);
  const CameraProblem problem(model, frames, weights, loss);
  const auto block = static_cast<std::size_t>((model.size() + 7) * (model.size() + 7));
  std::vector<double> normals(block * frames.size());
  std::vector<double> costs(frames.size());
  std::vector<int> iterations(frames.size());
  std::vector<char> computable(frames.size());
  parallel_for(frames.size(), threads, [&](std::size_t j) {
    const PoseFit fit = refine_pose(model, theta.data(), frames[j], solution.poses[j], {.loss = loss});
    solution.poses[j] = fit.pose;
    iterations[j] = fit.iterations;
    computable[j] = fit.computable && problem.linearize(solution.g, static_cast<int>(j), fit.pose,
                                                        normals.data() + j * block, &costs[j])
                        ? 1
                        : 0;
  });
  if (std::find(computable.begin(), computable.end(), 0) != computable.end()) return solution;  // kNotComputable
  solution.status = SolverStatus::kConverged;
  for (std::size_t j = 0; j < frames.size(); ++j) solution.cost += problem.weight(static_cast<int>(j)) * costs[j];
  solution.iterations = *std::max_element(iterations.begin(), iterations.end());
  solution.information = ReducedSystem(model.size(), weights).information(normals);
  return solution;
}

}  // namespace fiducia

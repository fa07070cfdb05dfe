#include "fiducia/solve/fit_poses.h"

#include <algorithm>

#include "fiducia/core/parallel.h"
#include "fiducia/solve/reduced_system.h"
#include "fiducia/solve/refine_pose.h"

namespace fiducia {

FrameSolution fit_poses(const FrameProblem& problem, const Model& model, const Eigen::VectorXd& g,
                        const std::vector<CornerArrays>& frames, const Loss& loss, std::vector<Pose> start,
                        int threads) {
  FrameSolution solution;
  solution.g = g;
  solution.poses = std::move(start);
  const auto block = static_cast<std::size_t>((g.size() + 7) * (g.size() + 7));
  std::vector<double> normals(block * frames.size());
  std::vector<double> costs(frames.size());
  std::vector<double> weights(frames.size());
  std::vector<int> iterations(frames.size());
  std::vector<char> computable(frames.size());
  parallel_for(frames.size(), threads, [&](std::size_t j) {
    const PoseFit fit = refine_pose(model, g.data(), frames[j], solution.poses[j], {.loss = loss});
    solution.poses[j] = fit.pose;
    iterations[j] = fit.iterations;
    weights[j] = problem.weight(static_cast<int>(j));
    computable[j] = fit.computable && problem.linearize(solution.g, static_cast<int>(j), fit.pose,
                                                        normals.data() + j * block, &costs[j])
                        ? 1
                        : 0;
  });
  if (std::find(computable.begin(), computable.end(), 0) != computable.end()) return solution;  // kNotComputable
  solution.status = SolverStatus::kConverged;
  for (std::size_t j = 0; j < frames.size(); ++j) solution.cost += weights[j] * costs[j];
  solution.iterations = *std::max_element(iterations.begin(), iterations.end());
  solution.information = ReducedSystem(static_cast<int>(g.size()), weights).information(normals);
  return solution;
}

}  // namespace fiducia

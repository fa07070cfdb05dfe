#include "fiducia/solve/fit_poses.h"

#include <algorithm>

#include "fiducia/core/parallel.h"
#include "fiducia/solve/refine_pose.h"

namespace fiducia {

FrameSolution fit_poses(const FrameProblem& problem, const Model& model, const Eigen::VectorXd& g,
                        const std::vector<CornerArrays>& frames, const Loss& loss, std::vector<FrameState> initial,
                        int threads, const Progress& progress) {
  FrameSolution solution;
  solution.g = g;
  solution.states = std::move(initial);
  std::vector<FrameLinearization> linearized(frames.size());
  std::vector<int> iterations(frames.size());
  std::vector<char> computable(frames.size());
  SharedProgress shared(progress);
  parallel_for(frames.size(), threads, [&](std::size_t j) {
    shared.require_go_on();
    Pose& pose = solution.states[j].camera_from_target;
    const PoseFit fit = refine_pose(model, g.data(), frames[j], pose, {.loss = loss});
    pose = fit.pose;
    iterations[j] = fit.iterations;
    computable[j] =
        fit.computable && problem.linearize(solution.g, static_cast<int>(j), solution.states[j], &linearized[j]) ? 1
                                                                                                                 : 0;
  });
  if (std::find(computable.begin(), computable.end(), 0) != computable.end()) return solution;  // kNotComputable
  solution.status = SolverStatus::kConverged;
  const LocalBlocks blocks(problem);
  for (std::size_t j = 0; j < frames.size(); ++j) solution.cost += blocks.weight[j] * linearized[j].cost;
  solution.iterations = *std::max_element(iterations.begin(), iterations.end());
  solution.information = information_of(linearized, blocks, problem.prior(), g.size());
  return solution;
}

}  // namespace fiducia

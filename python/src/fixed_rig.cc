#include "python/src/fixed_rig.h"

#include <cmath>

#include "fiducia/core/error.h"
#include "fiducia/solve/calibrate.h"
#include "fiducia/solve/frame_normal.h"
#include "fiducia/solve/frame_solver.h"
#include "fiducia/solve/rig_problem.h"

namespace fiducia::python {
namespace {

/// One camera of which nothing but the target's poses is unknown.
class PosesProblem final : public FrameProblem {
 public:
  PosesProblem(const Camera& camera, const Observations& seen) : camera_(camera), normal_(camera.model(), {}) {
    for (const Frame& frame : seen.frames) frames_.emplace_back(frame.corners, seen.target.points);
  }

  [[nodiscard]] int dense_size() const override { return 0; }
  [[nodiscard]] int frame_count() const override { return static_cast<int>(frames_.size()); }
  [[nodiscard]] double weight(int /*frame*/) const override { return 1; }
  [[nodiscard]] double residual_count() const override {
    double count = 0;
    for (const CornerArrays& frame : frames_) count += 2.0 * frame.corner_count();
    return count;
  }
  bool linearize(const Eigen::VectorXd& /*g*/, int frame, const FrameState& state,
                 FrameLinearization* out) const override {
    out->product.resize(normal_.size(), normal_.size());
    return normal_.build(camera_.parameters().data(), state.camera_from_target,
                         frames_[static_cast<std::size_t>(frame)], Loss::none(), out->product.data(), &out->cost);
  }

 private:
  const Camera& camera_;
  FrameNormal normal_;
  std::vector<CornerArrays> frames_;
};

/// The target's poses for one camera by itself.
std::vector<FrameFit> lone_poses(const Camera& camera, const Observations& seen, const Progress& progress) {
  CalibrateOptions options;
  options.model = camera.shared_model();
  options.initial.parameters = camera.parameters();
  options.fix_intrinsics = true;
  options.threads = 0;
  options.progress = progress;
  const Calibration calibration = calibrate(seen, options);
  if (!calibration.converged()) throw Error(ErrorCode::kDegenerate, calibration.message);
  for (const LeftOutFrame& frame : calibration.left_out) {
    throw Error(ErrorCode::kBadData, frame.name + " cannot be used: " + frame.reason + "; leave it out of all lists");
  }
  return calibration.frames;
}

}  // namespace

FixedPair fit_fixed_pair(const std::vector<Camera>& cameras, const std::vector<Observations>& seen,
                         const Progress& progress) {
  const std::vector<FrameFit> first = lone_poses(cameras[0], seen[0], progress);
  const std::vector<FrameFit> second = lone_poses(cameras[1], seen[1], progress);
  // The instant that both cameras explain best tells how they stand to each other, to begin with.
  std::size_t best = 0;
  std::vector<FrameState> states;
  std::vector<int> frames;
  for (std::size_t j = 0; j < first.size(); ++j) {
    if (first[j].rmse + second[j].rmse < first[best].rmse + second[best].rmse) best = j;
    states.push_back({first[j].camera_from_target});
    frames.push_back(static_cast<int>(j));
  }
  const PosesProblem of_first(cameras[0], seen[0]);
  const PosesProblem of_second(cameras[1], seen[1]);
  const RigLayout layout({0, 0}, 0);
  const RigProblem problem(layout, {{of_first, frames}, {of_second, frames}}, {}, 0);
  Eigen::VectorXd g = Eigen::VectorXd::Zero(layout.global_size());
  layout.set_pose(1, second[best].camera_from_target * first[best].camera_from_target.inverse(), &g);
  FrameSolverOptions options;
  options.information = false;
  options.progress = progress;
  const FrameSolution solution = solve_frames(problem, g, states, options);
  if (solution.status != SolverStatus::kConverged) {
    throw Error(ErrorCode::kNotConverged,
                "no pose between the two cameras explains the views; do the lists belong to the same instants?");
  }
  FixedPair pair{layout.camera_from_rig(solution.g, 1), {}, std::sqrt(2 * solution.cost / problem.residual_count())};
  for (const FrameState& state : solution.states) pair.first_from_target.push_back(state.camera_from_target);
  return pair;
}

}  // namespace fiducia::python

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fiducia/solve/calibrate_rig.h"
#include "fiducia/solve/corner_arrays.h"
#include "fiducia/solve/effect_problem.h"
#include "fiducia/solve/frame_solver.h"
#include "fiducia/solve/rig_lone_camera.h"
#include "fiducia/solve/rig_problem.h"
#include "fiducia/solve/shared_effects.h"

namespace fiducia {

/// The views that a joint fit uses: per camera its frames, and which of them belongs to which of the instants used.
struct RigViews {
  std::vector<std::size_t> instants = {};               ///< of the observations, those used
  std::vector<std::vector<const Frame*>> frames = {};   ///< per camera
  std::vector<std::vector<int>> frame_of_instant = {};  ///< per camera, by used instant; -1: none
  [[nodiscard]] std::vector<const Frame*> all_frames() const;
};

/// The joint problem of a rig with all that it refers to.
class RigFit {
 public:
  /// Everything is kept by reference. `lone` gives the effects' widths.
  RigFit(const RigObservations& observations, const std::vector<const Model*>& models,
         const RigCalibrateOptions& options, const std::vector<LoneCamera>& lone, const RigViews& views);

  [[nodiscard]] const RigProblem& problem() const { return *problem_; }
  /// The minimum; where cameras share effects, with the widths that the instants show.
  [[nodiscard]] FrameSolution solve(Eigen::VectorXd g, std::vector<FrameState> states,
                                    const FrameSolverOptions& options);
  /// What the cameras share at an instant: empty but for a target that bends. After solve().
  [[nodiscard]] const SharedEffects& shared() const { return shared_; }
  [[nodiscard]] const ShapeBasis& basis() const { return basis_; }
  /// Initial values of g; camera_from_rig: one per camera.
  [[nodiscard]] Eigen::VectorXd initial(const std::vector<LoneCamera>& lone,
                                        const std::vector<Pose>& camera_from_rig) const;
  /// Of an instant that is used.
  [[nodiscard]] FrameState initial_state(std::size_t used_instant, const Pose& rig_from_target,
                                         const std::vector<LoneCamera>& lone) const;
  /// The corners of a view as they would have been seen without effects.
  [[nodiscard]] std::vector<Corner> corners(const FrameSolution& solution, std::size_t camera,
                                            std::size_t used_instant) const;

 private:
  const RigViews& views_;
  EffectLayout layout_;
  ShapeBasis basis_;
  std::vector<double> no_weights_;
  std::vector<std::vector<CornerArrays>> arrays_;  // of cameras without unknown shape and effects
  std::vector<std::unique_ptr<FrameProblem>> parts_;
  std::unique_ptr<RigProblem> problem_;
  SharedEffects shared_;
  Eigen::VectorXd widest_shared_;
  double shared_noise_px_ = 0;
};

}  // namespace fiducia

#pragma once

#include "fiducia/solve/frame_solver.h"
#include "fiducia/solve/rig_problem.h"

namespace fiducia {

/// The effects that the cameras of a rig share at an instant, as a fit has them; see EffectFit.
struct SharedEffects {
  Eigen::VectorXd width = {};       ///< how widely an instant's numbers are spread
  Eigen::VectorXd stiffness = {};   ///< px per unit: sigma over that
  Eigen::VectorXd determined = {};  ///< the part of each number that the corners decide, mean over the instants
  double freedom = 0;               ///< numbers that they are worth together

  [[nodiscard]] Eigen::Index size() const { return width.size(); }
};

/// Solves a rig's problem with effects that its cameras share. How widely they are spread is found from the instants
/// themselves, in rounds, as fit_effects() does it for one camera: what two cameras see of one board tells its bend far
/// better than either. `shared` has the widths to begin with, at most `widest`, and the result; noise_px: to begin
/// with.
[[nodiscard]] FrameSolution solve_with_shared(RigProblem* problem, Eigen::VectorXd g, std::vector<FrameState> states,
                                              double noise_px, const Eigen::VectorXd& widest,
                                              const FrameSolverOptions& options, SharedEffects* shared);

}  // namespace fiducia

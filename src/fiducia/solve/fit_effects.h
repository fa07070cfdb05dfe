#pragma once

#include "fiducia/solve/effect_fit.h"
#include "fiducia/solve/effect_problem.h"
#include "fiducia/solve/frame_solver.h"

namespace fiducia {

/// Wider than any camera or board shakes, one number per unknown of a frame's effects.
[[nodiscard]] Eigen::VectorXd widest_spread(const EffectSetup& setup);

/// The widths after a round, from the sums of the unknowns' squares over the frames and how much of them the frames
/// determine.
[[nodiscard]] Eigen::VectorXd next_spread(const Eigen::VectorXd& squares, const Eigen::VectorXd& determined,
                                          const Eigen::VectorXd& widest);

/// What is known of effects from a calibration with some of them, put where a layout has them: in g after the
/// intrinsics, the widths, and the frames' unknowns (as many frames, or nothing is carried over).
void carry_over(const EffectFit& known, const EffectLayout& layout, int intrinsics, Eigen::VectorXd* g,
                Eigen::VectorXd* width, std::vector<Eigen::VectorXd>* frames);

/// Goes on from a solution without effects (its g without their common unknowns), or from one with these effects
/// (`known`: its widths and values serve), to the camera and the effects together. How widely a frame's numbers are
/// spread is found from the frames themselves, in rounds: each number's width^2 is its mean square over the frames,
/// divided by how much of it the frames determine (the "evidence" of a Bayesian regression, MacKay 1992).
[[nodiscard]] FrameSolution fit_effects(const EffectSetup& setup, FrameSolution start, const EffectFit& known,
                                        const FrameSolverOptions& options, EffectFit* fit);

}  // namespace fiducia

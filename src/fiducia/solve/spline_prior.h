#pragma once

#include <Eigen/Core>

#include "fiducia/camera/spline.h"
#include "fiducia/data/observations.h"
#include "fiducia/solve/prior.h"

namespace fiducia {

/// What holds a splined lens where the corners do not, three things:
///
/// - fx, fy, cx and cy stay at `theta`: the knots can do all that they can;
/// - smoothness: the third differences of the knots along both axes, weakly. It carries the surfaces over cells that no
///   corner came near, and next to nothing where corners are;
/// - the lens is not turned against the one at `theta`, in the mean over the corners: poses make up for any rotation,
///   so that frames say next to nothing about it.
///
/// corners_at: how many corners each knot has, by its weights for them; global_size: the intrinsics come first in g.
[[nodiscard]] Prior spline_prior(const SplineModel& model, const Eigen::VectorXd& theta,
                                 const Eigen::VectorXd& corners_at, int global_size);

/// The same for corners that were seen, together with another prior on the same parameters (a gauge), which may be
/// empty. weights: as many as frames, or none for ones.
[[nodiscard]] Prior spline_prior(const SplineModel& model, const Eigen::VectorXd& theta,
                                 const std::vector<const Frame*>& frames, const std::vector<double>& weights,
                                 const Prior& other, int global_size);

/// The weights of the knots at the rays that pixels have at `theta`, added to `corners_at`, `times` as often.
void add_corners(const SplineModel& model, const Eigen::VectorXd& theta, const Vector2& pixel, double times,
                 Eigen::VectorXd* corners_at);

/// The smoothness alone, one row per third difference of one coordinate of the knots, unweighted.
[[nodiscard]] Eigen::MatrixXd third_differences(const SplineGrid& grid);

}  // namespace fiducia

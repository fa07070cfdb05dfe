#pragma once

#include <vector>

#include "fiducia/camera/spline.h"
#include "fiducia/solve/inverse_information.h"

namespace fiducia {

/// Which cells of a splined lens the frames determine, rather than the prior. The variance of a projection is
/// b' A^-1 b with b its derivative by the knots; of this b' A^-1 P'P A^-1 b is the prior's part (rows P). A cell is
/// determined where at its corners and in its middle, in both coordinates, the frames have more than half.
/// inverse: A^-1; first: where the intrinsics begin among the global parameters.
[[nodiscard]] std::vector<bool> determined_cells(const SplineModel& model, const Prior& prior,
                                                 const Eigen::MatrixXd& inverse, Eigen::Index first = 0);

/// How many of the global parameters the prior determines: the trace of A^-1 P'P.
[[nodiscard]] double held_by_prior(const Prior& prior, const InverseInformation& inverse);

}  // namespace fiducia

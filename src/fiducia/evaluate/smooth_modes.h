#pragma once

#include <Eigen/Core>
#include <vector>

#include "fiducia/core/pose.h"

namespace fiducia {

/// Polynomials in x and y of these degrees over the points, orthonormal to each other and to all of lower degree: one
/// row per point, one column each. Points that are not finite have zeros.
[[nodiscard]] Eigen::MatrixXd smooth_modes(const std::vector<Vector3>& points, int least_degree, int most_degree);

}  // namespace fiducia

#pragma once

#include <Eigen/Core>
#include <vector>

namespace fiducia {

/// One frame's residuals and derivatives at a point of the search, rows multiplied by their corners' weights and
/// sqrt(rho'). Not multiplied by the frame's weight.
///
/// The global parameters are of two kinds. The *dense* ones (intrinsics, a smooth warp of the target) come first in g
/// and are touched by every corner: of them, of the local block and of the residual r = u - p only the products are
/// kept. Of the *scattered* ones (the coordinates of free target points, the knots of a spline) each corner touches a
/// few, the same number for all; where a problem has any, the rows themselves are kept, two per corner, so that a frame
/// takes memory by its corners and not by the square of the parameters.
struct FrameLinearization {
  double cost = 0;          ///< sum of rho, px^2
  Eigen::MatrixXd product;  ///< J'J of the columns [dense | local | r], symmetric

  Eigen::MatrixXd rows;              ///< the columns [dense | local | r]; empty without scattered parameters
  Eigen::MatrixXd scattered;         ///< as many rows, one column per scattered parameter of a corner
  std::vector<Eigen::Index> places;  ///< in g: those of the first corner, then of the second, ...
};

}  // namespace fiducia

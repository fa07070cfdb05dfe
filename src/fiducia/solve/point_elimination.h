#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "fiducia/core/pose.h"

namespace fiducia {

/// Solves normal equations with many unknown points, each of which is coupled to the other unknowns but not to another
/// point, except through a prior of few rows:
///
///     [ B    W'        ] [ x ]   [ b ]
///     [ W    V + G'G   ] [ y ] = [ c ],      V block diagonal, 3 x 3 per point.
///
/// The points are eliminated first: C = B - W' (V + G'G)^-1 W is as large as the rest alone. With the Cholesky factors
/// V_i = L_i L_i', W~ = L^-1 W, G~ = G L^-T and Woodbury's identity,
/// (V + G'G)^-1 = L^-T (I - G~' (I + G~ G~')^-1 G~) L^-1.
class PointElimination {
 public:
  /// rest: numbers in x.
  PointElimination(Eigen::Index rest, Eigen::Index points);

  // The equations: zero at first, to be filled. Only the lower triangle of B is read.
  Eigen::MatrixXd B;
  std::vector<Matrix3> V;
  Eigen::MatrixXd W;  ///< three rows per point
  Eigen::VectorXd b;
  Eigen::VectorXd c;
  Eigen::MatrixXd G;  ///< one row per number of the prior, three columns per point; may have no rows

  /// Everything back to zero; G stays.
  void clear();

  /// Factors the matrix; false where it is not positive definite. B, V, W and c are overwritten, b is kept.
  [[nodiscard]] bool factor();

  struct Solution {
    Eigen::VectorXd x;
    Eigen::VectorXd y;
  };
  /// For the right-hand side that was there when factor() was called.
  [[nodiscard]] Solution solve() const;

  /// The inverse matrix, restricted to the first `dense` numbers of x and to y, as D + X'X - U'U with D block diagonal
  /// (nothing for x, a 3 x 3 block per point).
  struct Inverse {
    std::vector<Matrix3> D;
    Eigen::MatrixXd X;
    Eigen::MatrixXd U;
  };
  [[nodiscard]] Inverse inverse(Eigen::Index dense) const;

 private:
  /// (I - G~' K^-1 G~) m.
  [[nodiscard]] Eigen::MatrixXd without_prior(Eigen::MatrixXd m) const;
  /// L^-T m, point by point.
  [[nodiscard]] Eigen::MatrixXd back_substituted(Eigen::MatrixXd m) const;

  Eigen::VectorXd scale_;       // in which C has a unit diagonal
  Eigen::MatrixXd root_;        // L_C of the scaled C, lower
  Eigen::MatrixXd g_;           // G~
  Eigen::MatrixXd prior_root_;  // of K = I + G~ G~'
};

}  // namespace fiducia

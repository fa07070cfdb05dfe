#pragma once

#include <Eigen/Core>
#include <vector>

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// The per-frame pairs (S_j, s_j) that all the estimators of a covariance are functions of, in coordinates where their
/// sum A = L L' is the identity: M_j = L^-1 S_j L^-T and z_j = L^-1 s_j. Nothing depends on the parameters' units here
/// (but for what a rank tolerance drops), sum M_j = I, and sum z_j = 0: a calibration that is not at the minimum of
/// these data is taken there by its last Gauss-Newton step, s_j <- s_j - S_j A^-1 sum s_i.
///
/// A frame's weight multiplies its pair: a picture that counts twice is still one picture.
struct FramePairs {
  Eigen::MatrixXd L;
  std::vector<Eigen::MatrixXd> M;
  std::vector<Eigen::VectorXd> z;
  Eigen::VectorXd step;  ///< A^-1 sum s_j: what was missing to the minimum; rounding, after a calibration

  [[nodiscard]] std::size_t size() const { return M.size(); }
  /// A matrix of products of steps, brought back to the parameters: L^-T C L^-1.
  [[nodiscard]] Eigen::MatrixXd in_parameters(const Eigen::MatrixXd& c) const;
};

/// Throws an Error where A is singular. Eigenvalues of an S_j under `rank_tolerance` times its largest count as zero,
/// and the part of s_j in their directions with them: what METHOD's pseudo-inverse does.
[[nodiscard]] FramePairs frame_pairs(const Calibration& calibration, double rank_tolerance = 0, int threads = 1);

}  // namespace fiducia

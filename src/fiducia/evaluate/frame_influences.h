#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "fiducia/core/progress.h"
#include "fiducia/solve/calibrate.h"
#include "fiducia/solve/inverse_information.h"

namespace fiducia {

/// How each frame pulls at the global parameters: what every covariance that compares frames is a function of.
///
/// With A = sum_j w_j S_j (+ prior), S_j = R_j'R_j, s_j = R_j'q_j (docs/method.md 2 and 4), the frame's block
/// of the hat matrix and its influence are
///
///     H_j = w_j R_j A^-1 R_j',      psi_j(c) = w_j A^-1 R_j' (I - H_j)^-c q_j,
///
/// with c = 0 as it is (cr0), c = 1/2 with the frame's leverage taken out of its own residuals (cr2), c = 1 as a step
/// that leaves the frame out (jackknife). Nothing here depends on the parameters' units. A calibration that is not at
/// the minimum of these data is taken there by its last Gauss-Newton step, s_j <- s_j - S_j A^-1 sum s_i. A frame's
/// weight multiplies its pair: a frame that counts twice is still one frame.
///
/// Assumes that frames are independent of each other. Misleads with few frames (c = 0 far more than c = 1/2), and where
/// one frame alone determines a direction: those frames are listed.
struct FrameInfluences {
  InverseInformation inverse;  ///< A^-1
  Eigen::VectorXd step;        ///< A^-1 sum s_j: what was missing to the minimum; rounding, after a calibration
  // One column per frame, one row per global parameter.
  Eigen::MatrixXd uncorrected;        ///< psi(0)
  Eigen::MatrixXd corrected;          ///< psi(1/2)
  Eigen::MatrixXd left_out;           ///< psi(1)
  std::vector<double> leverages;      ///< trace H_j
  std::vector<std::size_t> decisive;  ///< frames with an eigenvalue of I - H_j under 1e-9, which is raised to that
};

/// Throws an Error where the calibration did not succeed or A is singular.
[[nodiscard]] FrameInfluences frame_influences(const Calibration& calibration, int threads = 1,
                                               const Progress& progress = {});

/// The same of any problem with this structure: `information` at a minimum, weights: one per frame. For a rig the
/// "frames" are its instants.
[[nodiscard]] FrameInfluences frame_influences(const Information& information, std::span<const double> weights,
                                               int threads = 1, const Progress& progress = {});

}  // namespace fiducia

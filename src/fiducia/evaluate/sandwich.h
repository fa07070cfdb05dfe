#pragma once

#include <Eigen/Core>
#include <vector>

#include "fiducia/evaluate/frame_pairs.h"

namespace fiducia {

/// How much of a frame's own pull on the result is taken out of its residuals: (I - M_j)^-power z_j.
struct LeverageCorrection {
  double power = 0;
};
inline constexpr LeverageCorrection kCr0{0.0};
inline constexpr LeverageCorrection kCr2{0.5};
inline constexpr LeverageCorrection kCr3{1.0};

struct Sandwich {
  Eigen::MatrixXd covariance;
  /// Frames that determine a direction of the parameters alone: an eigenvalue of I - M_j was under 1e-9.
  std::vector<std::size_t> alone;
};

/// The cluster-robust covariance with frames as clusters, A^-1 (sum s_j s_j') A^-1, each s_j corrected for its
/// leverage.
[[nodiscard]] Sandwich sandwich(const FramePairs& pairs, LeverageCorrection correction, int threads = 1);

/// Leave one frame out, to first order: (n - 1)/n times the scatter about their mean of the steps that kCr3 sums.
[[nodiscard]] Sandwich jackknife(const FramePairs& pairs, int threads = 1);

}  // namespace fiducia

#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "fiducia/evaluate/frame_pairs.h"

namespace fiducia {

struct ResamplingOptions {
  int samples = 1000;
  std::uint64_t seed = 0;
  int threads = 1;
};

struct ApproximateBootstrap {
  Eigen::MatrixXd covariance;
  int samples = 0;
  int redrawn = 0;  ///< samples whose frames left a direction open, drawn again
};

/// The paper's approximate bootstrap: frames drawn with replacement, for each draw one Gauss-Newton step from the
/// solution, (sum m_j S_j) d = sum m_j s_j with the multiplicities m_j. Throws an Error where hardly a draw has a
/// solution.
[[nodiscard]] ApproximateBootstrap approximate_bootstrap(const FramePairs& pairs,
                                                         const ResamplingOptions& options = {});

}  // namespace fiducia

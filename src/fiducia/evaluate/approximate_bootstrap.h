#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "fiducia/core/progress.h"
#include "fiducia/evaluate/frame_influences.h"

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
/// solution, (sum m_j S_j) d = sum m_j s_j with the multiplicities m_j (docs/method.md 4). Too large below about 15
/// frames. Throws an Error where hardly a draw has a solution. influences: those of the calibration; count: of how many
/// parameters, from the first on, the covariance is wanted. `progress` is only asked whether to go on.
[[nodiscard]] ApproximateBootstrap approximate_bootstrap(const Calibration& calibration,
                                                         const FrameInfluences& influences, Eigen::Index count,
                                                         const ResamplingOptions& options = {},
                                                         const Progress& progress = {});

}  // namespace fiducia

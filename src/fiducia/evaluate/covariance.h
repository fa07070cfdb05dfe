#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fiducia/core/progress.h"
#include "fiducia/data/observations.h"
#include "fiducia/evaluate/frame_pairs.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// The ways to estimate the covariance of the intrinsics (METHOD 4).
enum class Covariance {
  kStd,        ///< s^2 A^-1: right when nothing systematic is wrong
  kAbs,        ///< approximate bootstrap over frames: one Gauss-Newton step a sample
  kCr0,        ///< cluster-robust sandwich, the limit of abs; too small for few frames
  kCr2,        ///< the sandwich with each frame's leverage removed: the one to take
  kJackknife,  ///< leave one frame out, to first order
  kBs,         ///< bootstrap over frames with exact refits
};

/// Those that cost next to nothing, in the order in which they are shown.
inline constexpr std::array kQuickCovariances = {Covariance::kStd, Covariance::kAbs, Covariance::kCr0, Covariance::kCr2,
                                                 Covariance::kJackknife};

/// "std", "abs", ...: as in files and on the command line.
[[nodiscard]] std::string_view to_string(Covariance method);

struct CovarianceOptions {
  Covariance method = Covariance::kCr2;
  int samples = 1000;  ///< of abs and bs
  std::uint64_t seed = 0;
  int threads = 1;
  Progress progress = {};  ///< of bs
};

struct CovarianceEstimate {
  Covariance method = Covariance::kStd;
  Eigen::MatrixXd matrix;                      ///< of the intrinsics
  int samples = 0;                             ///< abs and bs: resamples; else frames
  int redrawn = 0;                             ///< abs and bs: samples that were singular and drawn again
  Eigen::MatrixXd shape{};                     ///< of the target's shape where that was estimated; not by bs
  std::vector<std::string> decisive_frames{};  ///< each alone determines a direction: the estimate does not see it

  [[nodiscard]] Eigen::VectorXd sigma() const { return matrix.diagonal().cwiseSqrt(); }
  [[nodiscard]] Eigen::MatrixXd correlation() const;
};

/// Fewest frames from which a spread between frames can be estimated.
inline constexpr std::size_t kFewestFrames = 3;

/// Throws an Error where the calibration cannot carry it: not converged, or fewer than kFewestFrames frames for a
/// method that compares frames.
[[nodiscard]] CovarianceEstimate covariance(const Calibration& calibration, const CovarianceOptions& options = {});

/// Those of kQuickCovariances, in that order, the frames' pairs computed once for all.
[[nodiscard]] std::vector<CovarianceEstimate> quick_covariances(const Calibration& calibration,
                                                                const CovarianceOptions& options = {});

}  // namespace fiducia

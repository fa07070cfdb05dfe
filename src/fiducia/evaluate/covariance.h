#pragma once

#include <Eigen/Core>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fiducia/core/pose.h"
#include "fiducia/core/progress.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// A way to estimate the covariance of the intrinsics, in the parameters' units (docs/method.md 4), by its name in the
/// list of estimators (evaluate/estimators.cc). All but bs are functions of the frames' information S_j and reduced
/// gradient s_j, A = sum S_j: frame_influences.h has the formulas. All assume that frames are independent of each
/// other; std, that residuals are too. None sees an error that all frames share.
class Covariance {
 public:
  constexpr explicit Covariance(std::string_view name) : name_(name) {}
  [[nodiscard]] constexpr std::string_view name() const { return name_; }
  friend constexpr auto operator<=>(Covariance, Covariance) = default;

  static const Covariance kStd;        ///< s^2 A^-1: right when nothing systematic is wrong
  static const Covariance kAbs;        ///< approximate bootstrap over frames: one Gauss-Newton step per sample
  static const Covariance kCr0;        ///< cluster-robust sandwich, the limit of abs; too small for few frames
  static const Covariance kCr2;        ///< the sandwich with each frame's leverage removed: the one to take
  static const Covariance kJackknife;  ///< leave one frame out, to first order
  static const Covariance kBs;         ///< bootstrap over frames with exact refits

 private:
  std::string_view name_;
};

inline constexpr Covariance Covariance::kStd{"std"};
inline constexpr Covariance Covariance::kAbs{"abs"};
inline constexpr Covariance Covariance::kCr0{"cr0"};
inline constexpr Covariance Covariance::kCr2{"cr2"};
inline constexpr Covariance Covariance::kJackknife{"jackknife"};
inline constexpr Covariance Covariance::kBs{"bs"};

/// "std", "abs", ...: as in files and on the command line.
[[nodiscard]] inline std::string_view to_string(Covariance method) { return method.name(); }

/// Those that cost next to nothing, in the order in which they are shown.
[[nodiscard]] const std::vector<Covariance>& quick_estimators();

struct CovarianceOptions {
  Covariance method = Covariance::kCr2;
  int samples = 1000;  ///< of abs and bs
  std::uint64_t seed = 0;
  int threads = 1;
  Progress progress = {};  ///< counts the refits of bs
};

struct CovarianceEstimate {
  Covariance method = Covariance::kStd;
  Eigen::MatrixXd matrix;  ///< of the intrinsics
  int samples = 0;         ///< abs and bs: resamples; else frames
  int redrawn = 0;         ///< abs and bs: samples that were singular and drawn again
  /// Of where each corner is, m^2, by id, where the target's shape was estimated; not by abs and bs.
  std::vector<Matrix3> corners{};
  std::vector<std::string> decisive_frames{};  ///< each alone determines a direction: the estimate does not see it

  [[nodiscard]] Eigen::VectorXd sigma() const { return matrix.diagonal().cwiseSqrt(); }
  [[nodiscard]] Eigen::MatrixXd correlation() const;
};

/// Fewest frames from which a spread between frames can be estimated.
inline constexpr std::size_t kFewestFrames = 3;

/// Throws an Error where the calibration cannot carry it: not converged, or fewer than kFewestFrames frames for a
/// method that compares frames.
[[nodiscard]] CovarianceEstimate covariance(const Calibration& calibration, const CovarianceOptions& options = {});

}  // namespace fiducia

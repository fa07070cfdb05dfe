#include "fiducia/evaluate/covariance.h"

#include "fiducia/core/error.h"
#include "fiducia/evaluate/approximate_bootstrap.h"
#include "fiducia/evaluate/bootstrap.h"
#include "fiducia/evaluate/sandwich.h"

namespace fiducia {
namespace {

/// Of cr2's pseudo-inverse of S_j. A flat target leaves directions open in a single picture.
constexpr double kRankTolerance = 1e-13;

void require_frames(const Calibration& calibration, Covariance method) {
  if (calibration.frames.size() >= kFewestFrames) return;
  throw Error(ErrorCode::kDegenerate, "the covariance " + std::string(to_string(method)) + " compares frames, and " +
                                          std::to_string(calibration.frames.size()) +
                                          " cannot be compared; take at least " + std::to_string(kFewestFrames) +
                                          " images (better 20)");
}

CovarianceEstimate from_sandwich(const Calibration& calibration, Covariance method, const Sandwich& sandwich) {
  CovarianceEstimate estimate{method, sandwich.covariance, static_cast<int>(calibration.frames.size())};
  for (const std::size_t frame : sandwich.alone) estimate.decisive_frames.push_back(calibration.frames[frame].name);
  return estimate;
}

CovarianceEstimate all_unknowns(const Calibration& calibration, const Observations& observations,
                                const CovarianceOptions& options) {
  const ResamplingOptions resampling{options.samples, options.seed, options.threads};
  switch (options.method) {
    case Covariance::kStd:
      return {options.method, calibration.covariance_std, static_cast<int>(calibration.frames.size())};
    case Covariance::kAbs: {
      const ApproximateBootstrap result = approximate_bootstrap(frame_pairs(calibration), resampling);
      return {options.method, result.covariance, result.samples, result.redrawn};
    }
    case Covariance::kBs: {
      const Bootstrap result = bootstrap(calibration, observations, resampling, options.progress);
      return {options.method, result.covariance, result.samples, result.redrawn};
    }
    case Covariance::kCr0: return from_sandwich(calibration, options.method, sandwich(frame_pairs(calibration), kCr0));
    case Covariance::kCr2:
      return from_sandwich(calibration, options.method, sandwich(frame_pairs(calibration, kRankTolerance), kCr2));
    case Covariance::kJackknife: return from_sandwich(calibration, options.method, jackknife(frame_pairs(calibration)));
  }
  throw Error(ErrorCode::kBadOption, "there is no such covariance");
}

}  // namespace

std::string_view to_string(Covariance method) {
  switch (method) {
    case Covariance::kStd: return "std";
    case Covariance::kAbs: return "abs";
    case Covariance::kCr0: return "cr0";
    case Covariance::kCr2: return "cr2";
    case Covariance::kJackknife: return "jackknife";
    case Covariance::kBs: return "bs";
  }
  return "unknown";
}

Eigen::MatrixXd CovarianceEstimate::correlation() const {
  const Eigen::VectorXd inverse = sigma().cwiseInverse();
  return inverse.asDiagonal() * matrix * inverse.asDiagonal();
}

CovarianceEstimate covariance(const Calibration& calibration, const Observations& observations,
                              const CovarianceOptions& options) {
  if (calibration.covariance_std.size() == 0) {
    throw Error(ErrorCode::kBadOption,
                "a covariance needs a calibration that succeeded; this one: " + calibration.message);
  }
  if (options.method != Covariance::kStd) require_frames(calibration, options.method);
  CovarianceEstimate estimate = all_unknowns(calibration, observations, options);
  // The global block may hold more than the intrinsics, which come first.
  const Eigen::Index intrinsics = calibration.camera.model().size();
  estimate.matrix = estimate.matrix.topLeftCorner(intrinsics, intrinsics).eval();
  return estimate;
}

}  // namespace fiducia

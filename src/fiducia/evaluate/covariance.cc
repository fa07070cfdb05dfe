#include "fiducia/evaluate/covariance.h"

#include <optional>

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

/// The pairs as each estimator wants them, computed when the first one asks.
class Pairs {
 public:
  Pairs(const Calibration& calibration, int threads) : calibration_(calibration), threads_(threads) {}

  const FramePairs& all() {
    if (!all_) all_ = frame_pairs(calibration_, 0, threads_);
    return *all_;
  }
  /// A free shape leaves so many directions open in a single picture that there is no last one to drop, and its exact
  /// form is as good.
  const FramePairs& of_full_rank() {
    if (calibration_.target.basis.size() > 0) return all();
    if (!of_full_rank_) of_full_rank_ = frame_pairs(calibration_, kRankTolerance, threads_);
    return *of_full_rank_;
  }

 private:
  const Calibration& calibration_;
  int threads_;
  std::optional<FramePairs> all_;
  std::optional<FramePairs> of_full_rank_;
};

CovarianceEstimate from_pairs(const Calibration& calibration, const CovarianceOptions& options, Pairs* pairs) {
  switch (options.method) {
    case Covariance::kStd: {
      CovarianceEstimate estimate{options.method, calibration.covariance_std,
                                  static_cast<int>(calibration.frames.size())};
      if (calibration.target.basis.size() > 0) {
        const FramePairs& all = pairs->all();
        estimate.matrix =
            calibration.fit.variance * all.in_parameters(Eigen::MatrixXd::Identity(all.L.rows(), all.L.rows()));
      }
      return estimate;
    }
    case Covariance::kAbs: {
      const ApproximateBootstrap result =
          approximate_bootstrap(pairs->all(), {options.samples, options.seed, options.threads});
      return {options.method, result.covariance, result.samples, result.redrawn};
    }
    case Covariance::kCr0: return from_sandwich(calibration, options.method, sandwich(pairs->all(), kCr0));
    case Covariance::kCr2:
      return from_sandwich(calibration, options.method, sandwich(pairs->of_full_rank(), kCr2, options.threads));
    case Covariance::kJackknife:
      return from_sandwich(calibration, options.method, jackknife(pairs->all(), options.threads));
    default: throw Error(ErrorCode::kBadOption, "there is no such covariance");
  }
}

void require_success(const Calibration& calibration) {
  require_converged(calibration, "a covariance");
  if (calibration.covariance_std.size() > 0) return;
  throw Error(ErrorCode::kDegenerate,
              "these data leave a direction of the intrinsics, which were fixed, open: no covariance exists");
}

/// The global block may hold more than the intrinsics, which come first.
void separate_shape(const Calibration& calibration, CovarianceEstimate* estimate) {
  const Eigen::Index intrinsics = calibration.model->size();
  const Eigen::Index shape = calibration.target.basis.size();
  if (estimate->matrix.rows() == intrinsics + shape) estimate->shape = estimate->matrix.bottomRightCorner(shape, shape);
  estimate->matrix = estimate->matrix.topLeftCorner(intrinsics, intrinsics).eval();
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

CovarianceEstimate covariance(const Calibration& calibration, const CovarianceOptions& options) {
  require_success(calibration);
  if (options.method != Covariance::kStd) require_frames(calibration, options.method);
  CovarianceEstimate estimate;
  if (options.method == Covariance::kBs) {
    const Bootstrap result = bootstrap(calibration, {options.samples, options.seed, options.threads}, options.progress);
    estimate = {options.method, result.covariance, result.samples, result.redrawn};
  } else {
    Pairs pairs(calibration, options.threads);
    estimate = from_pairs(calibration, options, &pairs);
  }
  separate_shape(calibration, &estimate);
  return estimate;
}

std::vector<CovarianceEstimate> quick_covariances(const Calibration& calibration, const CovarianceOptions& options) {
  require_success(calibration);
  Pairs pairs(calibration, options.threads);
  std::vector<CovarianceEstimate> estimates;
  CovarianceOptions each = options;
  for (const Covariance method : kQuickCovariances) {
    if (method != Covariance::kStd) require_frames(calibration, method);
    each.method = method;
    estimates.push_back(from_pairs(calibration, each, &pairs));
    separate_shape(calibration, &estimates.back());
  }
  return estimates;
}

}  // namespace fiducia

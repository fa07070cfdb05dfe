#include "fiducia/evaluate/estimators.h"

#include <algorithm>
#include <limits>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

constexpr int kAny = std::numeric_limits<int>::max();
/// A thousand systems to solve are no small thing for the knots of a splined lens.
constexpr int kFewIntrinsics = 60;

constexpr Estimator kEstimators[] = {
    // method, quick up to, compares frames, function
    {Covariance::kStd, kAny, false, std_covariance},
    {Covariance::kAbs, kFewIntrinsics, true, abs_covariance},
    {Covariance::kCr0, kAny, true, cr0_covariance},
    {Covariance::kCr2, kAny, true, cr2_covariance},
    {Covariance::kJackknife, kAny, true, jackknife_covariance},
    {Covariance::kBs, 0, true, bs_covariance},
};

CovarianceEstimate run(const Estimator& estimator, EstimatorInput& input) {
  const std::size_t frames = input.calibration.frames.size();
  if (estimator.compares_frames && frames < kFewestFrames) {
    throw Error(ErrorCode::kDegenerate, "how uncertain a camera is shows in how its frames disagree (the covariance " +
                                            std::string(estimator.method.name()) + "), and " + std::to_string(frames) +
                                            " cannot be compared; take at least " + std::to_string(kFewestFrames) +
                                            " images (better 20)");
  }
  CovarianceEstimate estimate = estimator.estimate(input);
  estimate.method = estimator.method;
  return estimate;
}

void require_covariance(const Calibration& calibration) {
  require_converged(calibration, "a covariance");
  if (calibration.covariance_std.size() > 0) return;
  throw Error(ErrorCode::kDegenerate,
              "these observations leave intrinsics open, which were fixed: no covariance exists");
}

}  // namespace

std::span<const Estimator> estimators() { return kEstimators; }

const std::vector<Covariance>& quick_estimators() {
  static const std::vector<Covariance> quick = [] {
    std::vector<Covariance> methods;
    for (const Estimator& estimator : kEstimators) {
      if (estimator.quick_up_to > 0) methods.push_back(estimator.method);
    }
    return methods;
  }();
  return quick;
}

Eigen::MatrixXd CovarianceEstimate::correlation() const {
  const Eigen::VectorXd inverse = sigma().cwiseInverse();
  return inverse.asDiagonal() * matrix * inverse.asDiagonal();
}

CovarianceEstimate covariance(EstimatorInput& input) {
  require_covariance(input.calibration);
  const Covariance method = input.options.method;
  const auto found = std::find_if(std::begin(kEstimators), std::end(kEstimators),
                                  [&](const Estimator& estimator) { return estimator.method == method; });
  if (found == std::end(kEstimators)) {
    throw Error(ErrorCode::kBadOption, "there is no covariance '" + std::string(method.name()) + "'");
  }
  return run(*found, input);
}

CovarianceEstimate covariance(const Calibration& calibration, const CovarianceOptions& options) {
  EstimatorInput input(calibration, options);
  return covariance(input);
}

std::vector<CovarianceEstimate> quick_covariances(EstimatorInput& input) {
  require_covariance(input.calibration);
  std::vector<CovarianceEstimate> estimates;
  for (const Estimator& estimator : kEstimators) {
    if (input.calibration.model->size() <= estimator.quick_up_to) estimates.push_back(run(estimator, input));
  }
  return estimates;
}

}  // namespace fiducia

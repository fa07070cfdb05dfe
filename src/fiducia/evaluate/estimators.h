#pragma once

#include <optional>
#include <span>
#include <utility>

#include "fiducia/evaluate/covariance.h"
#include "fiducia/evaluate/frame_influences.h"

namespace fiducia {

/// What an estimator works from.
class EstimatorInput {
 public:
  EstimatorInput(const Calibration& calibration, CovarianceOptions options)
      : calibration(calibration), options(std::move(options)) {}

  const Calibration& calibration;
  const CovarianceOptions options;

  /// Computed when the first estimator asks.
  [[nodiscard]] const FrameInfluences& influences() {
    if (!influences_) influences_ = frame_influences(calibration, options.threads, uncounted(options.progress));
    return *influences_;
  }

 private:
  std::optional<FrameInfluences> influences_;
};

/// One way to estimate the covariance of the intrinsics.
struct Estimator {
  Covariance method;
  int quick_up_to;       ///< so many intrinsics it costs next to nothing, and is always computed; 0: never
  bool compares_frames;  ///< needs kFewestFrames of them
  CovarianceEstimate (*estimate)(EstimatorInput& input);
};

/// THE list: an estimator is a file with such a function, and a line there.
[[nodiscard]] std::span<const Estimator> estimators();

// Each in a file of its own, std_covariance.cc and so on.
[[nodiscard]] CovarianceEstimate std_covariance(EstimatorInput& input);
[[nodiscard]] CovarianceEstimate abs_covariance(EstimatorInput& input);
[[nodiscard]] CovarianceEstimate cr0_covariance(EstimatorInput& input);
[[nodiscard]] CovarianceEstimate cr2_covariance(EstimatorInput& input);
[[nodiscard]] CovarianceEstimate jackknife_covariance(EstimatorInput& input);
[[nodiscard]] CovarianceEstimate bs_covariance(EstimatorInput& input);

/// That of the input's options, as covariance(calibration, options) gives it.
[[nodiscard]] CovarianceEstimate covariance(EstimatorInput& input);

/// The quick ones, in the order of the list.
[[nodiscard]] std::vector<CovarianceEstimate> quick_covariances(EstimatorInput& input);

}  // namespace fiducia

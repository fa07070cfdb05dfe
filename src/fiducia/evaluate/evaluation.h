#pragma once

#include <cstdint>
#include <vector>

#include "fiducia/core/progress.h"
#include "fiducia/evaluate/baselines.h"
#include "fiducia/evaluate/bias_ratio.h"
#include "fiducia/evaluate/bias_source.h"
#include "fiducia/evaluate/covariance.h"
#include "fiducia/evaluate/frame_influence.h"
#include "fiducia/evaluate/mapping_error.h"
#include "fiducia/evaluate/uncertainty_map.h"

namespace fiducia {

struct EvaluateOptions {
  MappingErrorOptions mapping = {};
  int bias_resamples = 1000;
  bool plain_bias = false;  ///< judge the bias by mean squares instead of medians
  int abs_samples = 1000;
  int bootstrap_samples = 0;  ///< of exact refits; 0: none
  int map_columns = 40;
  int map_rows = 30;
  double outlier_ratio = 3;  ///< of a frame's RMSE to the median frame's, see FrameInfluence::outlying
  std::uint64_t seed = 0;
  int threads = 1;
  Progress progress = {};  ///< of the exact refits
};

/// One estimate of the covariance with the mapping error that follows from it.
struct Uncertainty {
  CovarianceEstimate covariance;
  ExpectedError error;
  double k_median = 0;  ///< px^2
  double k_95 = 0;      ///< px^2: with 95% confidence the mapping's mean squared error is less
};

/// The metrics of others.
struct BaselineMetrics {
  double kld = 0;
  double max_ere_px = 0;              ///< sampled, with std
  double max_ere_closed_form_px = 0;  ///< the same in closed form
  double observability = 0;
  double trace = 0;  ///< of std
};

/// Everything that is computed about a calibration.
struct Evaluation {
  BiasRatio bias;
  BiasSource source;
  std::vector<Uncertainty> uncertainty;  ///< the quick ones, then bs where it was asked for
  MappingSensitivity sensitivity;
  BaselineMetrics metrics;
  ResidualHistogram histogram;
  std::vector<FrameInfluence> frames;  ///< one a used frame
  UncertaintyMap map;                  ///< with cr2
  int corners_outside_domain = 0;      ///< corners that the model explains only where it is not one-to-one

  [[nodiscard]] const Uncertainty& of(Covariance method) const;
};

/// Throws an Error where the calibration did not converge or the data cannot carry the evaluation: fewer than three
/// frames, no tiles, no part of the grid in the model's domain.
[[nodiscard]] Evaluation evaluate(const Calibration& calibration, const Observations& observations,
                                  const EvaluateOptions& options = {});

}  // namespace fiducia

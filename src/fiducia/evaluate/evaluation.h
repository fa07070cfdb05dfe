#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "fiducia/core/progress.h"
#include "fiducia/evaluate/baselines.h"
#include "fiducia/evaluate/bias_ratio.h"
#include "fiducia/evaluate/bias_source.h"
#include "fiducia/evaluate/covariance.h"
#include "fiducia/evaluate/frame_influence.h"
#include "fiducia/evaluate/frame_suspicions.h"
#include "fiducia/evaluate/mapping_error.h"
#include "fiducia/evaluate/small_sample.h"
#include "fiducia/evaluate/target_deformation.h"
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
  Progress progress = {};  ///< counts the exact refits
};

/// One estimate of the covariance with the mapping error that follows from it.
struct Uncertainty {
  CovarianceEstimate covariance;
  ExpectedError error;
  double k_median = 0;  ///< px^2
  double k_95 = 0;      ///< px^2, as if the covariance were exact
  SmallSample sample;   ///< how far it is not
  double bound95 = 0;   ///< px^2: with 95% confidence the mapping's mean squared error is less

  /// Half of the 95% interval of every parameter, by Student's t.
  [[nodiscard]] Eigen::VectorXd interval95() const;
};

/// The metrics of others.
struct BaselineMetrics {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  double kld = kNone;
  double max_ere_px = kNone;              ///< sampled, with std
  double max_ere_closed_form_px = kNone;  ///< the same in closed form
  double observability = kNone;
  double trace = kNone;  ///< of std
};

/// Everything that is computed about a calibration.
struct Evaluation {
  BiasRatio bias;
  BiasSource source;
  TargetDeformation target;              ///< with cr2; empty where the target's shape was not estimated
  std::vector<Uncertainty> uncertainty;  ///< empty, or the quick ones, then bs where it was asked for
  MappingSensitivity sensitivity;
  BaselineMetrics metrics;
  ResidualHistogram histogram;
  std::vector<FrameSuspicion> suspicions;  ///< one per used frame
  std::vector<FrameInfluence> frames;      ///< one per used frame; empty without an uncertainty
  UncertaintyMap map;                      ///< with cr2
  int corners_outside_domain = 0;          ///< corners that the model explains only where it is not one-to-one

  /// Null where it is not known: not asked for, or intrinsics that were fixed and that these data leave open.
  [[nodiscard]] const Uncertainty* find(Covariance method) const;
  /// Throws an Error where it is not known.
  [[nodiscard]] const Uncertainty& of(Covariance method) const;
};

/// Throws an Error where the calibration did not converge or the data cannot carry the evaluation: fewer than three
/// frames, no tiles, no part of the grid in the model's domain.
[[nodiscard]] Evaluation evaluate(const Calibration& calibration, const EvaluateOptions& options = {});

}  // namespace fiducia

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fiducia/core/progress.h"
#include "fiducia/evaluate/bias_ratio.h"
#include "fiducia/evaluate/mapping_error.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

struct SelectOptions {
  /// Models to compare; empty: those of the registry that are worth trying for the field that was seen.
  std::vector<std::shared_ptr<const Model>> models = {};
  Loss loss = Loss::none();
  TargetShape target_shape = TargetShape::kPlanar;  ///< found anew with every model, where it is not planar
  MappingErrorOptions mapping = {};
  bool plain_bias = false;
  int bias_resamples = 1000;
  bool cross_validation = true;
  /// A calibration of the same frames: every model starts from its poses and from the lens that imitates its camera,
  /// and searches for initial values only where that fails. Null: every model searches.
  const Calibration* known = nullptr;
  std::uint64_t seed = 0;
  int threads = 1;
  Progress progress = {};  ///< counts models
};

/// One model's line in the table.
struct SelectEntry {
  Calibration calibration;
  std::string problem;  ///< why the model is out of the question; empty: it takes part, and the rest is known
  BiasRatio bias = {};
  double eme_std = 0;  ///< px^2
  double eme_cr2 = 0;
  double k_95 = 0;         ///< px^2, with cr2
  double held_out_px = 0;  ///< RMSE of frames that the intrinsics were not fitted to; NaN: not asked for
  double aic = 0;          ///< differences to the least in the table
  double bic = 0;
  double score = 0;  ///< what decides, see select(); 0 for the recommended one
  double seconds = 0;
};

struct Selection {
  std::vector<SelectEntry> entries;        ///< in the order of the models
  std::optional<std::size_t> recommended;  ///< in entries; none where no model fits
  std::string reason;                      ///< one sentence
  double field_deg = 0;                    ///< how far from the axis corners were seen; 0: not determined
  double disagreement = 1;                 ///< by how much frames disagree more than noise explains, see select()
};

/// Calibrates with every model and recommends one: the least of
///
///     N log(RSS/N) / c + n log N,   n intrinsics, N coordinates,
///
/// which is the Bayesian information criterion but for c >= 1. A richer model must earn each parameter by a fit that is
/// better by more than noise would make it; c says how much that is when residuals of one frame hang together, as they
/// do when anything systematic is wrong: it is the ratio of the expected mapping errors that cr2 (which compares
/// frames) and std (which believes in independent noise) give, the median over the models that fit within 10% of the
/// best. With independent noise c is 1; with a bent board it is large, and keeps parameters from bending the lens to
/// the board.
///
/// A model that the data leave open, that does not converge, or that folds over where corners were seen, is out.
[[nodiscard]] Selection select_model(const Observations& observations, const SelectOptions& options = {});
/// The same without a copy: the calibrations share the observations.
[[nodiscard]] Selection select_model(const std::shared_ptr<const Observations>& observations,
                                     const SelectOptions& options = {});

}  // namespace fiducia

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fiducia/core/progress.h"
#include "fiducia/evaluate/bias_ratio.h"
#include "fiducia/evaluate/mapping_error.h"
#include "fiducia/evaluate/model_doubt.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// What decides between models.
enum class SelectBy {
  kTotalError,  ///< the expected total error of the camera, see expected_totals()
  kBic,         ///< the Bayesian information criterion: how well a model fits for its parameters
};

struct SelectOptions {
  /// Models to compare; empty: those of the registry that are worth trying for the field that was seen.
  std::vector<std::shared_ptr<const Model>> models = {};
  Loss loss = Loss::none();
  TargetShape target_shape = TargetShape::kPlanar;  ///< found anew with every model, where it is not planar
  std::vector<Effect> effects = {};                 ///< fitted with every model
  std::vector<std::string> leave_out = {};          ///< as CalibrateOptions has it
  SelectBy by = SelectBy::kTotalError;
  MappingErrorOptions mapping = {};
  bool plain_bias = false;
  int bias_resamples = 1000;
  bool splines = false;  ///< with no models given: whether a splined lens is one of them, which takes long
  bool cross_validation = true;
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
  double bound95 = 0;      ///< px^2, with cr2: see Uncertainty
  double held_out_px = 0;  ///< RMSE of frames that the intrinsics were not fitted to; NaN: not asked for
  double aic = 0;          ///< differences to the least in the table
  double bic = 0;
  double score = 0;        ///< the BIC, with the disagreement of the frames counted, see select_model()
  double total = 0;        ///< px^2 per coordinate: see expected_totals(); infinite: not to be told
  double without_ray = 0;  ///< share of the image
  double seconds = 0;
};

struct Selection {
  std::vector<SelectEntry> entries;        ///< in the order of the models
  std::optional<std::size_t> recommended;  ///< in entries; none where no model fits
  std::string reason;                      ///< one sentence
  double field_deg = 0;                    ///< how far from the axis corners were seen; 0: not determined
  double disagreement = 1;                 ///< by how much frames disagree more than noise explains, see select()
  ModelDoubt doubt = {};                   ///< about the recommended one
};

/// Calibrates with every model and recommends the one whose camera is expected to be least wrong, whichever of them is
/// right (expected_total.h): a model that fits a little better and leaves the image open does not win, and neither does
/// a simple one that is off by more than the others are unsure.
///
/// The table also has the criteria of fit,
///
///     N log(RSS/N) / c + n log N,   n intrinsics, N coordinates,
///
/// with c = 1 for `bic`; for `score` c is by how much frames disagree more than noise explains: the ratio of the
/// expected mapping errors that cr2 (which compares frames) and std (which believes in independent noise) give, the
/// median over the models that fit within 10% of the best.
///
/// A model that the data leave open, that does not converge, or that folds over where corners were seen, is out.
[[nodiscard]] Selection select_model(const Observations& observations, const SelectOptions& options = {});
/// The same without a copy: the calibrations share the observations.
[[nodiscard]] Selection select_model(const std::shared_ptr<const Observations>& observations,
                                     const SelectOptions& options = {});

}  // namespace fiducia

#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "fiducia/evaluate/candidate_models.h"
#include "fiducia/evaluate/explanation.h"

namespace fiducia {

/// Splined lenses whose cells hold all corners of a calibration, with ever more knots, as far as its corners can
/// determine them. Empty: not even the fewest.
[[nodiscard]] std::vector<std::shared_ptr<const Model>> spline_ladder(const Calibration& seen, int order = 3);

/// One step up.
struct KnotTrial {
  std::shared_ptr<const Model> model;
  double rmse = 0;     ///< px; 0: it could not be calibrated
  double p_value = 0;  ///< of the tile test: more is systematic than chance explains
  double random = 0;   ///< EME by cr2, px^2
};

struct ChosenKnots {
  Explanation explanation;
  std::vector<KnotTrial> trials;  ///< from the fewest knots on
};

/// The splined lens for the frames of a calibration whose knots are chosen from the data: from coarse to fine, as long
/// as each is better than the one before (choose_explanation()), until what is left is no more than chance. Two steps
/// in a row that gain nothing end it: a ripple that is narrower than the cells shows only where they are small enough.
/// `how` has the target's shape, and `order` is the spline's. Nothing where no splined lens can be calibrated.
[[nodiscard]] std::optional<ChosenKnots> choose_knots(const Calibration& known, int order, const WarmStart& how,
                                                      const ExplanationOptions& options);

/// A model whose knots are open with those that choose_knots() takes, from a lens with a formula for the same frames;
/// any other as it is, and an open one where nothing can be calibrated, which then says why.
[[nodiscard]] std::shared_ptr<const Model> with_chosen_knots(const std::shared_ptr<const Model>& model,
                                                             const std::shared_ptr<const Observations>& observations,
                                                             const CalibrateOptions& how,
                                                             const ExplanationOptions& options);

}  // namespace fiducia

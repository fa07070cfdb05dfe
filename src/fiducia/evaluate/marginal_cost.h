#pragma once

#include <optional>

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// The cost that a calibration with effects is compared by, px^2. Unknowns of single frames follow whatever another
/// lens or effect leaves them, so that the cost itself falls for any of them; their marginal likelihood counts how far
/// the corners had to narrow them down from their widths:
///
///     N log(marginal cost) = N log(cost) + sum_j log det(prior_j) / det(posterior_j).
///
/// Without unknowns of single frames it is the cost.
[[nodiscard]] double marginal_cost(const Calibration& calibration);
/// The same of a cost with what its effects were narrowed (EffectScreen).
[[nodiscard]] double marginal_cost(double cost, double narrowed, int n_observations);

/// The same, to first order, of a calibration with another lens that was fitted to what its effects leave of the
/// corners, the effects found anew: held as they are, they would speak for the lens that they were found with. Nothing
/// where the step there does not exist.
[[nodiscard]] std::optional<double> marginal_cost_with_lens(const Calibration& calibration, const Calibration& lens);

/// Whether effects differ from frame to frame.
[[nodiscard]] bool has_effects_of_frames(const Calibration& calibration);

/// FitSummary::n_parameters without the effects of single frames, which the marginal cost counts.
[[nodiscard]] int common_parameters(const Calibration& calibration);

}  // namespace fiducia

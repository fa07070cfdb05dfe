#pragma once

#include <vector>

#include "fiducia/evaluate/explanation.h"
#include "fiducia/evaluate/lens_fits.h"
#include "fiducia/evaluate/model_doubt.h"

namespace fiducia {

struct ExpectedTotals {
  std::vector<double> totals;   ///< px^2 per coordinate
  std::vector<double> weights;  ///< how probable each is, together 1
  std::vector<double> doubt;    ///< doubt_weights(), for doubt_about()
};

/// What each of several explanations of the same frames is expected to cost when it is not known which one is right:
///
///     T_i = EME_i + sum_j w_j bias_ij^2 + (share of the image without a ray) (10 px)^2,
///     w_j proportional to exp(-1/2 (N log RSS_j / (c min(c, 2)) + n_j max(2, log(N / c)))),
///
/// with EME by cr2 (or std, where that is more), bias_ij how far i is off seen from j
/// (systematic_error()), n_j intrinsics and N coordinates. c is by how much frames disagree more than noise explains:
/// what is wrong besides the lens, and the same in many frames, lets a richer lens fit better without being the right
/// one. Rays that no explanation has do not count. Explanations that are empty cost infinitely much.
[[nodiscard]] ExpectedTotals expected_totals(const std::vector<std::optional<Explanation>>& explanations, double c,
                                             const MappingErrorOptions& mapping = {});

/// The leanest of those that cost about the least: one half of the images should not choose otherwise than the other.
/// One that the fit refutes is taken only where it costs far less than all others. Nothing where all cost infinitely
/// much.
[[nodiscard]] std::optional<std::size_t> least_wrong(const std::vector<std::optional<Explanation>>& explanations,
                                                     const ExpectedTotals& totals);

/// About one of the explanations; zero where no richer one has a weight of 5% or more.
[[nodiscard]] ModelDoubt doubt_about(const std::vector<std::optional<Explanation>>& explanations,
                                     const std::vector<double>& weights, std::size_t one,
                                     const MappingErrorOptions& mapping = {});

/// The same about a camera whose lens model somebody named, against all richer ones for such a lens, with the target's
/// shape and the effects that the explanation has: naming a model makes no camera surer. judged: the explanation's own
/// camera, or one that was given. Of that, `total` is 0. known: fits that were made before.
[[nodiscard]] ModelDoubt doubt_about_lens(const ExplanationPtr& lean, const InfluencedCamera& judged,
                                          const ExplanationOptions& options,
                                          const std::shared_ptr<LensFits>& known = nullptr);

}  // namespace fiducia

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace fiducia {

/// How well a model explains what was seen, and with how many parameters.
struct ModelFit {
  double n_observations = 0;  ///< coordinates
  double cost = 0;            ///< px^2
  int parameters = 0;
};

/// Minus twice the logarithm of how well it fits, with what the parameters cost, N log(RSS/N) + n log N.
[[nodiscard]] double deviance_of(const ModelFit& fit);

/// By how much frames (of a rig: instants) disagree more than noise explains, of what each of several models that fit
/// about as well says: the median, and at least 1.
[[nodiscard]] double disagreement_of_models(std::vector<double> ratios);

/// How probable each of several models is that explain the same views, together 1:
///
///     w_j proportional to exp(-1/2 (N log RSS_j / (c min(c, 2)) + n_j max(2, log(N / c)))),
///
/// c being disagreement_of_models(): what is wrong besides the lens, and the same in many frames, lets a richer lens
/// fit better without being the right one. N / c coordinates that are independent would tell as much: by their number
/// parameters are charged, or the simplest lens wins wherever frames disagree enough. Models that are out have none.
[[nodiscard]] std::vector<double> model_weights(const std::vector<std::optional<ModelFit>>& fits, double c);

/// The same with n_j log N, for whether a lens richer than a given one is still possible: to follow what is no lens
/// costs it nothing, so it must explain more than one that is to be chosen.
[[nodiscard]] std::vector<double> doubt_weights(const std::vector<std::optional<ModelFit>>& fits, double c);

/// Of models with these expected squared errors (infinite: out of the question), the leanest of those that come about
/// as low as the least, of several as lean the likeliest: one half of the images should not choose otherwise than the
/// other. One that the fit refutes is taken only where it costs far less than all others. Nothing where all cost
/// infinitely much.
[[nodiscard]] std::optional<std::size_t> leanest_of_best(const std::vector<std::optional<ModelFit>>& fits,
                                                         const std::vector<double>& totals,
                                                         const std::vector<double>& weights);

/// px^2: of a place in the image that has no ray, which is no error of zero.
inline constexpr double kPriceOfLostRay = 100;

}  // namespace fiducia

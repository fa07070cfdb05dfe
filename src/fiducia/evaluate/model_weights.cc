#include "fiducia/evaluate/model_weights.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fiducia/core/statistics.h"
#include "fiducia/evaluate/tile_fits.h"

namespace fiducia {
namespace {

/// Where frames disagree, their evidence counts less again. This, kAboutTheLeast and kRefuted were set so that halves
/// of ten real sets choose alike (docs/real_cameras.md) and simulated lenses are still found.
constexpr double kMostDiscount = 2;
/// At the least, as in Akaike's criterion.
constexpr double kLeastPerParameter = 2;
/// In squares.
constexpr double kAboutTheLeast = 1.2;
/// A weight under which an explanation is refuted, whatever its camera seems to cost: it is taken only where all others
/// cost so many times as much.
constexpr double kRefuted = 1e-9;
constexpr double kCostOfBeingRefuted = 4;
constexpr double kOutOfTheQuestion = std::numeric_limits<double>::infinity();

double discount_by(double c) { return c * std::min(c, kMostDiscount); }

double deviance_of(const ModelFit& fit, double discount, double charged) {
  const double mean = std::max(fit.cost / fit.n_observations, kRounding_px * kRounding_px);
  return fit.n_observations / discount * std::log(mean) +
         fit.parameters * std::max(kLeastPerParameter, std::log(fit.n_observations / charged));
}

std::vector<double> weights_of(const std::vector<std::optional<ModelFit>>& fits, double discount, double charged) {
  double least = kOutOfTheQuestion;
  for (const auto& fit : fits) {
    if (fit) least = std::min(least, deviance_of(*fit, discount, charged));
  }
  std::vector<double> weights;
  double sum = 0;
  for (const auto& fit : fits) {
    weights.push_back(fit ? std::exp(-0.5 * (deviance_of(*fit, discount, charged) - least)) : 0);
    sum += weights.back();
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

}  // namespace

double disagreement_of_models(std::vector<double> ratios) {
  return ratios.empty() ? 1 : std::max(1.0, median(std::move(ratios)));
}

double deviance_of(const ModelFit& fit) { return deviance_of(fit, 1, 1); }

std::vector<double> model_weights(const std::vector<std::optional<ModelFit>>& fits, double c) {
  return weights_of(fits, discount_by(c), c);
}

std::vector<double> doubt_weights(const std::vector<std::optional<ModelFit>>& fits, double c) {
  return weights_of(fits, discount_by(c), 1);
}

std::optional<std::size_t> leanest_of_best(const std::vector<std::optional<ModelFit>>& fits,
                                           const std::vector<double>& totals, const std::vector<double>& weights) {
  const auto likeliest = std::max_element(weights.begin(), weights.end()) - weights.begin();
  const auto size_of = [&](std::size_t i) { return fits[i] ? fits[i]->parameters : 0; };
  const int likeliest_size = size_of(static_cast<std::size_t>(likeliest));
  const auto handicapped = [&](std::size_t i) {  // a richer one is not refuted by its parameters
    const bool refuted = weights[i] < kRefuted && size_of(i) <= likeliest_size;
    return (refuted ? kCostOfBeingRefuted : 1) * totals[i];
  };
  double least = kOutOfTheQuestion;
  for (std::size_t i = 0; i < totals.size(); ++i) least = std::min(least, handicapped(i));
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < totals.size(); ++i) {
    if (!std::isfinite(totals[i]) || handicapped(i) > kAboutTheLeast * least) continue;
    const bool as_lean = best && size_of(i) == size_of(*best);
    if (!best || size_of(i) < size_of(*best) || (as_lean && weights[i] > weights[*best])) best = i;
  }
  return best;
}

}  // namespace fiducia

#include "fiducia/evaluate/expected_total.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fiducia/camera/spline.h"
#include "fiducia/core/error.h"

namespace fiducia {
namespace {

/// Where frames disagree, their evidence counts less again. This, kAboutTheLeast and kRefuted were set so that halves
/// of ten real sets choose alike (docs/real_cameras.md) and simulated lenses are still found.
constexpr double kMostDiscount = 2;
/// A place without a ray is no error of zero.
constexpr double kWithoutRay_px = 10;
/// px^2: two cameras without a ray in common.
constexpr double kNothingInCommon = 1e3;
/// In squares.
constexpr double kAboutTheLeast = 1.2;
/// A weight under which an explanation is refuted, whatever its camera seems to cost: it is taken only where all others
/// cost so many times as much.
constexpr double kRefuted = 1e-9;
constexpr double kCostOfBeingRefuted = 4;
constexpr double kInfinitely = std::numeric_limits<double>::infinity();

/// Minus twice the logarithm of the weight.
double deviance(const Calibration& calibration, double c) {
  const double mean = std::max(calibration.fit.cost / calibration.fit.n_observations, kRounding_px * kRounding_px);
  return calibration.fit.n_observations * std::log(mean) / (c * std::min(c, kMostDiscount)) +
         lens_parameters(calibration) * std::log(calibration.fit.n_observations);
}

std::vector<double> weights_of(const std::vector<std::optional<Explanation>>& explanations, double c) {
  double least = kInfinitely;
  for (const auto& one : explanations) {
    if (one) least = std::min(least, deviance(one->calibration, c));
  }
  std::vector<double> weights;
  double sum = 0;
  for (const auto& one : explanations) {
    weights.push_back(one ? std::exp(-0.5 * (deviance(one->calibration, c) - least)) : 0);
    sum += weights.back();
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

bool is_splined(const Explanation& one) { return as_spline(*one.calibration.model) != nullptr; }

/// px^2, of a place without a ray. A splined lens has none where no corner came near; what a formula has there is a
/// guess, which serves in its place: it is so many times as wrong there as where there are corners.
double price_of_lost_ray(const Explanation& one, double least_of_formulas) {
  constexpr double kGuess = 3;
  const double price = kWithoutRay_px * kWithoutRay_px;
  return is_splined(one) ? std::min(price, kGuess * kGuess * least_of_formulas) : price;
}

double bias_seen_from(const Explanation& other, const Explanation& one, const MappingErrorOptions& mapping) {
  try {
    return systematic_error(one.spread, other.spread, other.random.sample.degrees_of_freedom, mapping, WithBound::kNo)
        .bias;
  } catch (const Error&) {
    return kNothingInCommon;
  }
}

}  // namespace

ExpectedTotals expected_totals(const std::vector<std::optional<Explanation>>& explanations, double c,
                               const MappingErrorOptions& mapping) {
  constexpr double kNoWeight = 1e-6;
  std::vector<double> weights = weights_of(explanations, c);
  double without_ray = 1;
  for (const auto& one : explanations) {
    if (one) without_ray = std::min(without_ray, one->without_ray);
  }
  std::vector<double> totals(explanations.size(), kInfinitely);
  double least_of_formulas = kInfinitely;
  const auto add_total = [&](std::size_t i) {
    const Explanation& one = *explanations[i];
    totals[i] = std::max(one.random.error.mean, one.random_std);
    for (std::size_t j = 0; j < explanations.size(); ++j) {
      if (j != i && weights[j] > kNoWeight) totals[i] += weights[j] * bias_seen_from(*explanations[j], one, mapping);
    }
    const double lost = one.without_ray - without_ray;
    if (lost > 0) totals[i] += lost * price_of_lost_ray(one, least_of_formulas);
  };
  for (const bool splined : {false, true}) {
    for (std::size_t i = 0; i < explanations.size(); ++i) {
      if (!explanations[i] || is_splined(*explanations[i]) != splined) continue;
      add_total(i);
      if (!splined) least_of_formulas = std::min(least_of_formulas, totals[i]);
    }
  }
  return {std::move(totals), std::move(weights)};
}

std::optional<std::size_t> least_wrong(const std::vector<std::optional<Explanation>>& explanations,
                                       const ExpectedTotals& totals) {
  const auto likeliest = std::max_element(totals.weights.begin(), totals.weights.end()) - totals.weights.begin();
  const auto size_of = [&](std::size_t i) {
    return explanations[i] ? lens_parameters(explanations[i]->calibration) : 0;
  };
  const int likeliest_size = size_of(static_cast<std::size_t>(likeliest));
  const auto handicapped = [&](std::size_t i) {  // a richer one is not refuted by its parameters
    const bool refuted = totals.weights[i] < kRefuted && size_of(i) <= likeliest_size;
    return (refuted ? kCostOfBeingRefuted : 1) * totals.totals[i];
  };
  double least = kInfinitely;
  for (std::size_t i = 0; i < explanations.size(); ++i) least = std::min(least, handicapped(i));
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < explanations.size(); ++i) {
    if (!std::isfinite(totals.totals[i]) || handicapped(i) > kAboutTheLeast * least) continue;
    if (!best || size_of(i) < size_of(*best)) best = i;
  }
  return best;
}

ModelDoubt doubt_about(const std::vector<std::optional<Explanation>>& explanations, const std::vector<double>& weights,
                       std::size_t one, const MappingErrorOptions& mapping) {
  constexpr double kNotExcluded = 0.05;
  const Explanation& lean = *explanations[one];
  ModelDoubt doubt;
  double others = 0;
  for (std::size_t j = 0; j < explanations.size(); ++j) {
    if (!explanations[j] || weights[j] < kNotExcluded) continue;
    const Explanation& rich = *explanations[j];
    if (lens_parameters(rich.calibration) <= lens_parameters(lean.calibration)) continue;
    try {
      const SystematicError error =
          systematic_error(lean.spread, rich.spread, rich.random.sample.degrees_of_freedom, mapping);
      doubt.total += weights[j] * (lean.random.error.mean + error.bias);
      doubt.bound95 = std::max(doubt.bound95, error.bound95);
      others += weights[j];
    } catch (const Error&) {  // no ray in common: nothing to tell
    }
  }
  if (others > 0) doubt.total += (1 - others) * lean.random.error.mean;
  return doubt;
}

}  // namespace fiducia

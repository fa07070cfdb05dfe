#include "fiducia/evaluate/expected_total.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fiducia/camera/spline.h"
#include "fiducia/core/error.h"
#include "fiducia/evaluate/model_weights.h"

namespace fiducia {
namespace {

/// px^2: two cameras without a ray in common.
constexpr double kNothingInCommon = 1e3;
constexpr double kInfinitely = std::numeric_limits<double>::infinity();

std::vector<std::optional<ModelFit>> fits_of(const std::vector<std::optional<Explanation>>& explanations) {
  std::vector<std::optional<ModelFit>> fits;
  for (const auto& one : explanations) {
    fits.emplace_back();
    if (!one) continue;
    const Calibration& calibration = one->calibration;
    fits.back() = {static_cast<double>(calibration.fit.n_observations), calibration.fit.cost,
                   lens_parameters(calibration)};
  }
  return fits;
}

bool is_splined(const Explanation& one) { return as_spline(*one.calibration.model) != nullptr; }

/// px^2, of a place without a ray. A splined lens has none where no corner came near; what a formula has there is a
/// guess, which serves in its place: it is so many times as wrong there as where there are corners.
double price_of_lost_ray(const Explanation& one, double least_of_formulas) {
  constexpr double kGuess = 3;
  return is_splined(one) ? std::min(kPriceOfLostRay, kGuess * kGuess * least_of_formulas) : kPriceOfLostRay;
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
  std::vector<double> weights = model_weights(fits_of(explanations), c);
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
  return leanest_of_best(fits_of(explanations), totals.totals, totals.weights);
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

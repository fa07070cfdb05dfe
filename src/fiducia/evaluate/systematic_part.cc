#include "fiducia/evaluate/systematic_part.h"

#include <algorithm>
#include <cmath>

#include "fiducia/core/error.h"
#include "fiducia/evaluate/bias_ratio.h"

namespace fiducia {
namespace {

/// Of what was systematic at first: less does not matter.
constexpr double kTrace = 0.005;

}  // namespace

void SystematicPart::look_at(const ExplanationPtr& full) {
  full_ = full;
  noise_variance_ = noise_variance_of(full);
  excess_ = std::max(0.0, fit().cost - (fit().n_observations - fit().n_parameters) * noise_variance_);
  if (!excess_at_first_) excess_at_first_ = excess_;
}

double SystematicPart::noise_variance_of(const ExplanationPtr& one) {
  if (noise_for_ != one) {
    try {
      noise_of_ = std::pow(bias_ratio(one->calibration, {.resamples = 0, .threads = threads_}).plain.sigma_d_px, 2);
    } catch (const Error&) {  // a target without tiles: all that is left may be systematic
      noise_of_ = 0;
    }
    noise_for_ = one;
  }
  return noise_of_;
}

bool SystematicPart::only_a_trace_is_left() const {
  constexpr double kSure = 4;  // standard deviations
  // Of the cost by itself, and of the noise, which small parts of the target tell by a quarter of their numbers.
  constexpr double kOfCost = 2;
  constexpr double kOfNoise = 8;
  const double by_chance = std::sqrt((kOfCost + kOfNoise) * fit().n_observations) * noise_variance_;
  return excess_ + kSure * by_chance < kTrace * excess_at_first();
}

double SystematicPart::least_that_matters() const { return std::max(kFair * excess_, kTrace * excess_at_first()); }

bool SystematicPart::matters(double cost, int more_parameters) const {
  return fit().cost - cost - more_parameters * noise_variance_ > least_that_matters();
}

double SystematicPart::promising_gain(int more_parameters, double enough) const {
  constexpr double kHalf = 0.5;
  const double by_chance = more_parameters * fit().variance;
  const double evident = fit().cost - cost_with_evidence(fit(), more_parameters, 1);
  const double that_matters = more_parameters * noise_variance_ + enough;
  return by_chance + kHalf * std::max(0.0, std::max(evident, that_matters) - by_chance);
}

}  // namespace fiducia

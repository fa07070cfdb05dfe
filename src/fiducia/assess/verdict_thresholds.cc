#include "fiducia/assess/verdict_thresholds.h"

namespace fiducia {

bool is_biased(const BiasRatio& bias, const VerdictThresholds& thresholds) {
  const BiasEstimate& estimate = bias.headline();
  return bias.p_value < thresholds.bias_p_value && estimate.eps_px > thresholds.bias_px_negligible &&
         estimate.ratio > thresholds.bias_ratio_good;
}

}  // namespace fiducia

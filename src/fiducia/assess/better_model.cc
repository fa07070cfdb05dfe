#include "fiducia/assess/better_model.h"

#include <algorithm>

namespace fiducia {

std::optional<BetterModel> better_model(const Trust& trust) {
  if (trust.is_calibration_itself || trust.model == nullptr) return std::nullopt;
  return BetterModel{std::string(trust.model->info().name),
                     trust.target_shape,
                     trust.effects,
                     trust.without_frames,
                     trust.bias_ratio,
                     trust.eps_px,
                     trust.explanation_px};
}

bool has_worse_bound(double bound95_px, const Trust& now, double tolerance_px) {
  return bound95_px > std::max(now.bound95_px, tolerance_px);
}

}  // namespace fiducia

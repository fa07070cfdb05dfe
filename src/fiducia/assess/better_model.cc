#include "fiducia/assess/better_model.h"

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

}  // namespace fiducia

#include "fiducia/solve/effect_layout.h"

#include <algorithm>

namespace fiducia {

EffectLayout::EffectLayout(std::vector<Effect> effects) : effects_(std::move(effects)) {
  std::sort(effects_.begin(), effects_.end());
  effects_.erase(std::unique(effects_.begin(), effects_.end()), effects_.end());
  for (const Effect effect : effects_) {
    int& size = common_unknowns(effect) > 0 ? common_size_ : frame_size_;
    first_[static_cast<std::size_t>(effect)] = size;
    size += frame_unknowns(effect) + common_unknowns(effect);
  }
}

}  // namespace fiducia

#include "fiducia/camera/effect.h"

#include <array>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

struct EffectInfo {
  Effect effect;
  std::string_view name;
  int frame_unknowns;
  int common_unknowns;
};

constexpr std::array kEffects = {
    EffectInfo{Effect::kTargetBend, "target_bend", 3, 0},         EffectInfo{Effect::kShutter, "shutter", 3, 0},
    EffectInfo{Effect::kShutterColumns, "shutter_columns", 3, 0}, EffectInfo{Effect::kFocus, "focus", 1, 0},
    EffectInfo{Effect::kStabilisation, "stabilisation", 2, 0},    EffectInfo{Effect::kPupil, "pupil", 0, 2},
};

const EffectInfo& info_of(Effect effect) { return kEffects[static_cast<std::size_t>(effect)]; }

}  // namespace

std::span<const Effect> all_effects() {
  static const std::array all = [] {
    std::array<Effect, kEffects.size()> effects{};
    for (std::size_t i = 0; i < effects.size(); ++i) effects[i] = kEffects[i].effect;
    return effects;
  }();
  return all;
}

std::string_view to_string(Effect effect) { return info_of(effect).name; }

Effect effect_named(std::string_view name) {
  for (const EffectInfo& info : kEffects) {
    if (info.name == name) return info.effect;
  }
  throw Error(ErrorCode::kBadOption,
              "there is no effect '" + std::string(name) + "'; there are " + names_of(all_effects()));
}

std::string names_of(std::span<const Effect> effects) {
  std::string names;
  for (const Effect effect : effects) names += (names.empty() ? "" : ",") + std::string(to_string(effect));
  return names;
}

int frame_unknowns(Effect effect) { return info_of(effect).frame_unknowns; }
int common_unknowns(Effect effect) { return info_of(effect).common_unknowns; }

}  // namespace fiducia

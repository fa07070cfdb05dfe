#include "fiducia/evaluate/cause_code.h"

#include <array>

namespace fiducia {
namespace {

constexpr std::array<std::string_view, 14> kNames = {
    "lens",  "target", "target_bend",  "shutter",     "shutter_columns", "focus",       "stabilisation",
    "pupil", "frames", "other_camera", "upside_down", "mirrored",        "target_size", "given_camera"};

}  // namespace

std::string_view to_string(CauseCode code) { return kNames[static_cast<std::size_t>(code)]; }

Effect effect_of(CauseCode code) {
  return static_cast<Effect>(static_cast<int>(code) - static_cast<int>(CauseCode::kTargetBend));
}

CauseCode cause_of(Effect effect) {
  return static_cast<CauseCode>(static_cast<int>(CauseCode::kTargetBend) + static_cast<int>(effect));
}

bool acts_in_frames(CauseCode code) {
  return code >= CauseCode::kTargetBend && code <= CauseCode::kPupil && frame_unknowns(effect_of(code)) > 0;
}

}  // namespace fiducia

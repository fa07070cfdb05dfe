#include "fiducia/assess/cause_part.h"

namespace fiducia {

std::string_view part_of_error(CauseCode code) {
  switch (code) {
    case CauseCode::kFrames:
    case CauseCode::kOtherCamera:
    case CauseCode::kUpsideDown:
    case CauseCode::kMirrored: return {};  // of both
    default: return acts_in_frames(code) ? "random" : "systematic";
  }
}

std::optional<CauseCode> cause_named(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(CauseCode::kGivenCamera); ++i) {
    const auto code = static_cast<CauseCode>(i);
    if (to_string(code) == name) return code;
  }
  return std::nullopt;
}

}  // namespace fiducia

#pragma once

#include <optional>
#include <string_view>

#include "fiducia/evaluate/cause_code.h"

namespace fiducia {

/// Which part of the camera's error a cause makes larger: "random" (it differs from frame to frame, which is chance for
/// the camera), "systematic", or "" (single frames have to do with both).
[[nodiscard]] std::string_view part_of_error(CauseCode code);

/// The cause that to_string() gives this name; nothing for any other.
[[nodiscard]] std::optional<CauseCode> cause_named(std::string_view name);

}  // namespace fiducia

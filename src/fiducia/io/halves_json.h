#pragma once

#include "fiducia/evaluate/halves.h"
#include "fiducia/io/json.h"

namespace fiducia {

/// {"frames": [first, second], "apart_px", "expected_px", "bound95_px", "columns", "rows", "apart": [...], "sigma":
/// [...]} with null where there is no ray; {"frames", "problem"} where there is nothing to compare.
[[nodiscard]] Json halves_object(const Halves& halves);

}  // namespace fiducia

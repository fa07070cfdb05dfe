#pragma once

#include "fiducia/assess/select_rig.h"
#include "fiducia/io/json.h"

namespace fiducia {

/// The table of `fiducia select --camera ...` as JSON (docs/rigs.md): `rigs`, one per row, `recommended` (an index),
/// `reason`.
[[nodiscard]] Json rig_selection_object(const RigSelection& selection);

}  // namespace fiducia

#pragma once

#include <string>

#include "fiducia/data/observations.h"

namespace fiducia {

/// A coded board that is said to have more rows than it has is found all the same, because its markers are numbered row
/// by row. What to ask where no frame shows its last rows; empty: they are seen, or there are too few frames to wonder.
[[nodiscard]] std::string unseen_rows(const Observations& observations);

}  // namespace fiducia

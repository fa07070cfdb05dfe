#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fiducia/data/target.h"

namespace fiducia {

/// Holds the points that came with observations (NaN: not seen) against the target that the user named. They may
/// differ by a similarity: where a board has its origin is a matter of taste. Returns a warning when the scale
/// differs, for then the user's metres count and the file's do not. Throws an Error that starts with `where` when
/// the shape differs, or when a point has an id that the target does not have.
[[nodiscard]] std::optional<std::string> match_target(const std::vector<Vector3>& points, const Target& target,
                                                      const std::string& where);

}  // namespace fiducia

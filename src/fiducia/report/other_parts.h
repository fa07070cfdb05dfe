#pragma once

#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/io/json.h"

namespace fiducia {

/// The table over models, from selection_object(). Throws an Error where it is something else.
[[nodiscard]] Json selection_part(const Json& selection);

/// How two cameras differ. The names are those of their files.
[[nodiscard]] Json comparison_part(const MappingDifference& difference, ImageSize image_size,
                                   const std::string& reference, const std::string& other);

}  // namespace fiducia

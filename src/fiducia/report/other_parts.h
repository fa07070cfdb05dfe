#pragma once

#include <optional>
#include <string>

#include "fiducia/data/observations.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/io/json.h"

namespace fiducia {

/// The table over models, from selection_object(). Throws an Error where it is something else.
[[nodiscard]] Json selection_part(const Json& selection);

/// How two cameras differ. reference, other: their files, of which the page shows the names. expected95_px: what the
/// two calibrations' own 95% bounds allow, a length; nothing where one of them does not say.
[[nodiscard]] Json comparison_part(const MappingDifference& difference, ImageSize image_size,
                                   const std::string& reference, const std::string& other,
                                   std::optional<double> expected95_px = {});

/// From guidance_object(), with the corners that there are so far.
[[nodiscard]] Json next_views_part(Json guidance, const Observations& observations);

}  // namespace fiducia

#pragma once

#include <string>

#include "fiducia/use/lookup_map.h"

namespace fiducia {

/// The map as an STMap, the bytes of an OpenEXR file of 32-bit floats, uncompressed: red is s = (x + 1/2) / width from
/// the left, green is t = 1 - (y + 1/2) / height from the bottom, where (x, y) is the place in the other image, whose
/// size is `other`, and (0, 0) the centre of its top-left pixel. So 0 and 1 are the outer borders of the image, not
/// the centres of its outer pixels. Blue is 1; where there is no place, blue is 0 and red and green are -1.
[[nodiscard]] std::string stmap_exr(const LookupMap& map, ImageSize other);

}  // namespace fiducia

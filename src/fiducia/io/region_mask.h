#pragma once

#include <filesystem>

#include "fiducia/evaluate/image_region.h"

namespace fiducia {

/// A grey image (PGM, PNG or anything that OpenCV reads) as weights: black 0, white 1. Throws an Error where it
/// cannot be read, has another size than `expected`, or is black all over.
[[nodiscard]] WeightImage read_region_mask(const std::filesystem::path& path, ImageSize expected);

}  // namespace fiducia

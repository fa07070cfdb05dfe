#pragma once

#include <filesystem>
#include <string>

namespace fiducia {

/// A small grey copy of an image, its longer side so many pixels at most, as the content of a JPEG file. Not turned as
/// its EXIF data may say: pixels stay where the corners were found. Empty where the file is no image or is gone.
[[nodiscard]] std::string thumbnail(const std::filesystem::path& picture, int longer_side);

}  // namespace fiducia

#pragma once

#include <string>

#include "fiducia/simulate/gray_image.h"

namespace fiducia {

/// The image as the bytes of a PNG file with 8 or 16 bits per pixel.
[[nodiscard]] std::string png_bytes(const GrayImage& image);

}  // namespace fiducia

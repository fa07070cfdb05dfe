#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fiducia/camera/camera.h"

namespace fiducia {

/// The size that an image file claims to have, from its first bytes: PNG, JPEG, BMP, PNM, WebP, TIFF. Nothing for
/// what is none of these, or broken.
[[nodiscard]] std::optional<ImageSize> picture_size(std::string_view bytes);

/// Why the file cannot be whole: a JPEG without its end, a PNG whose pieces are cut short or do not match their check
/// sums. Decoders fill what is missing with grey and complain on standard error; this looks before they do. Empty:
/// whole, as far as can be seen.
[[nodiscard]] std::string damage(std::string_view bytes);

}  // namespace fiducia

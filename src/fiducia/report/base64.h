#pragma once

#include <string>
#include <string_view>

namespace fiducia {

/// As in RFC 4648, with padding.
[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace fiducia

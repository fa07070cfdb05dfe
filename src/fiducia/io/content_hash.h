#pragma once

#include <string>
#include <string_view>

namespace fiducia {

/// The XXH128 of the bytes in 32 hexadecimal digits, as `xxh128sum` prints it: tells whether a file is the one that was
/// used, not who made it. Another `key` gives other digits.
[[nodiscard]] std::string content_hash(std::string_view bytes, std::string_view key = {});

}  // namespace fiducia

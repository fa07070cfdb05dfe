#pragma once

#include <string>
#include <string_view>

namespace fiducia {

/// The shortest decimal text that reads back to the same double.
[[nodiscard]] std::string shortest(double value);

/// Text of a user's file as a message may show it: in single quotes, cut when long, and without the bytes that
/// would upset a terminal.
[[nodiscard]] std::string excerpt(std::string_view text);

/// Whether the bytes are well-formed UTF-8 (no overlong forms, no surrogates), as JSON demands of its strings.
[[nodiscard]] bool is_utf8(std::string_view text);

/// The text without the byte order mark that some Windows programs put in front.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view text);

}  // namespace fiducia

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fiducia {

/// The shortest decimal text that reads back to the same double.
[[nodiscard]] std::string shortest(double value);

/// The same with a decimal point in any case, as some readers need it to see a number (PyYAML takes "1e-05" for a
/// word).
[[nodiscard]] std::string with_point(double value);

/// Text of a user's file as a message may show it: in single quotes, cut when long, and without the bytes that
/// would upset a terminal.
[[nodiscard]] std::string excerpt(std::string_view text);

/// The same without the quotes.
[[nodiscard]] std::string printable(std::string_view text);

/// Text without blanks and line ends around it.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// The number that the whole text is, whatever the locale; nothing where it is none. Infinities and NaN are numbers.
[[nodiscard]] std::optional<double> number_in(std::string_view text);

/// Takes the next line off the front of a text, without the blanks around it; false at the end.
[[nodiscard]] bool next_line(std::string_view* text, std::string_view* line);

/// The words of a line, which blanks part.
[[nodiscard]] std::vector<std::string_view> words_of(std::string_view line);

/// Whether the bytes are well-formed UTF-8 (no overlong forms, no surrogates), as JSON demands of its strings.
[[nodiscard]] bool is_utf8(std::string_view text);

/// The text without the byte order mark that some Windows programs put in front.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view text);

}  // namespace fiducia

#pragma once

#include <string>
#include <string_view>

namespace fiducia {

/// A UTF-8 text in ASCII, for a font that has nothing else: letters without their accents ("cafe", but "Kaefer"), signs
/// by what they are written with ("um", "+-"), and anything beyond by its number ("U+4E2D"), which tells more than a
/// question mark. Bytes that are no UTF-8 are left out.
[[nodiscard]] std::string plain_letters(std::string_view text);

}  // namespace fiducia

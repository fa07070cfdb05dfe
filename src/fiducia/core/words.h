#pragma once

#include <string>
#include <vector>

namespace fiducia {

/// A number for a sentence, with so many significant digits.
[[nodiscard]] std::string in_digits(double value, int digits = 2);

/// "a", "a and b", "a, b, c and 3 more".
[[nodiscard]] std::string some_of(const std::vector<std::string>& names, std::size_t most = 3);

}  // namespace fiducia

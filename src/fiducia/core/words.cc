#include "fiducia/core/words.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace fiducia {

std::string in_digits(double value, int digits) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
  constexpr double kReadable = 1e7;
  if (std::strstr(buffer, "e+") == nullptr || std::abs(value) >= kReadable) return buffer;
  std::snprintf(buffer, sizeof buffer, "%.0f", std::strtod(buffer, nullptr));
  return buffer;
}

std::string some_of(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  const std::size_t named = std::min(names.size(), most);
  for (std::size_t i = 0; i < named; ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  if (names.size() > named) text += " and " + std::to_string(names.size() - named) + " more";
  return text;
}

}  // namespace fiducia

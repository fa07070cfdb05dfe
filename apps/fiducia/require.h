#pragma once

#include <string>
#include <vector>

#include "fiducia/io/json.h"

namespace fiducia {

/// A condition on a number of a result, such as bias.eps_px<0.05.
struct Requirement {
  std::string text;
  std::string path;
  std::string comparison;
  double limit = 0;
};

/// PATH<NUMBER, or with <=, >, >=, == or !=. Throws an Error for anything else.
[[nodiscard]] Requirement parse_requirement(const std::string& text);

/// What is not met, each with the value found. Throws an Error where a path leads to no number, saying what is there.
[[nodiscard]] std::vector<std::string> unmet(const std::vector<Requirement>& requirements, const Json& result);

}  // namespace fiducia

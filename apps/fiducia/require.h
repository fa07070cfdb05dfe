#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/fiducia/common.h"
#include "fiducia/assess/judgement.h"
#include "fiducia/io/json.h"

namespace fiducia {

/// A condition on a result: on a number of it, such as bias.eps_px<0.05, or verdict=good.
struct Requirement {
  std::string text;
  std::string path;
  std::string comparison;
  double limit = 0;
  std::optional<Judgement> judgement = {};  ///< the verdict must be so good or better; the rest is then empty
};

/// PATH<NUMBER, or with <=, >, >=, == or !=; verdict=good or verdict=usable. Throws an Error for anything else.
[[nodiscard]] Requirement parse_requirement(const std::string& text);
[[nodiscard]] std::vector<Requirement> parse_requirements(const std::vector<std::string>& texts);

/// What is not met, each with the value found. Throws an Error where a path leads to no number, saying what is there.
/// A number without a value (null), and what lies in a part of the result that has none, meets nothing.
[[nodiscard]] std::vector<std::string> unmet(const std::vector<Requirement>& requirements, const Json& result);

/// Says what is not met, and gives the exit status.
[[nodiscard]] int report_unmet(const std::vector<std::string>& failures, const std::string& command,
                               const Streams& streams);

}  // namespace fiducia

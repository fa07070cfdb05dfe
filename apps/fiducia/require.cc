#include "apps/fiducia/require.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "apps/fiducia/parse.h"
#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

constexpr std::string_view kOption = "--require";

[[noreturn]] void refuse_condition(const std::string& message) { throw Error(ErrorCode::kBadOption, message); }

/// The member or element that the path begins with, and the rest of the path. Keys may hold dots themselves ("0.95").
std::optional<std::pair<const Json*, std::string_view>> step(const Json& value, std::string_view path) {
  const auto rest_after = [&](std::string_view key) -> std::optional<std::string_view> {
    if (!path.starts_with(key)) return std::nullopt;
    if (path.size() == key.size()) return std::string_view();
    if (path[key.size()] != '.' || path.size() == key.size() + 1) return std::nullopt;
    return path.substr(key.size() + 1);
  };
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) {
      if (const auto rest = rest_after(key)) return std::pair(&member, *rest);
    }
  } else if (value.is_array()) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), index);
    if (error == std::errc() && index < value.size()) {
      if (const auto rest = rest_after(path.substr(0, static_cast<std::size_t>(end - path.data())))) {
        return std::pair(&value[index], *rest);
      }
    }
  }
  return std::nullopt;
}

std::string what_is_there(const Json& value) {
  if (value.is_array()) return fmt::format("elements 0 to {}", value.empty() ? 0 : value.size() - 1);
  std::vector<std::string> keys;
  for (const auto& [key, member] : value.items()) keys.push_back(key);
  return some_of(keys, 20);
}

const Json& value_at(const Requirement& requirement, const Json& result) {
  const Json* value = &result;
  std::string_view rest = requirement.path;
  while (!rest.empty()) {
    const auto next = step(*value, rest);
    if (!next) {
      const std::string_view done = std::string_view(requirement.path).substr(0, requirement.path.size() - rest.size());
      refuse_condition(fmt::format("{} {}: the result has no {}; {}{}{}", kOption, excerpt(requirement.text),
                                   excerpt(requirement.path), done.empty() ? "there is " : "in ",
                                   done.empty() ? "" : std::string(done.substr(0, done.size() - 1)) + " there is ",
                                   value->is_structured() ? what_is_there(*value) : "a plain value"));
    }
    value = next->first;
    rest = next->second;
  }
  if (!value->is_number() && !value->is_null()) {
    refuse_condition(fmt::format("{} {}: {} is not a number{}", kOption, excerpt(requirement.text),
                                 excerpt(requirement.path),
                                 value->is_structured() ? "; it holds " + what_is_there(*value) : ""));
  }
  return *value;
}

bool holds(double value, const std::string& comparison, double limit) {
  if (comparison == "<") return value < limit;
  if (comparison == "<=") return value <= limit;
  if (comparison == ">") return value > limit;
  if (comparison == ">=") return value >= limit;
  if (comparison == "==") return value == limit;
  return value != limit;
}

}  // namespace

Requirement parse_requirement(const std::string& text) {
  const std::size_t at = text.find_first_of("<>=!");
  const auto wrong = [&] {
    refuse_condition(fmt::format("{}: {} is not a condition such as 'bias.eps_px<0.05' (comparisons: < <= > >= == !=)",
                                 kOption, excerpt(text)));
  };
  if (at == std::string::npos || at == 0) wrong();
  std::size_t end = at + 1;
  if (end < text.size() && text[end] == '=') ++end;
  Requirement requirement{text, std::string(trimmed(std::string_view(text).substr(0, at))), text.substr(at, end - at)};
  constexpr std::array<std::string_view, 6> kComparisons = {"<", "<=", ">", ">=", "==", "!="};
  if (std::find(kComparisons.begin(), kComparisons.end(), requirement.comparison) == kComparisons.end() ||
      requirement.path.empty()) {
    wrong();
  }
  requirement.limit = parse_number(kOption, trimmed(std::string_view(text).substr(end)));
  return requirement;
}

std::vector<std::string> unmet(const std::vector<Requirement>& requirements, const Json& result) {
  std::vector<std::string> failures;
  for (const Requirement& requirement : requirements) {
    const Json& found = value_at(requirement, result);
    const double value = found.is_number() ? found.get<double>() : std::nan("");
    // A number that has no value meets nothing, not even "!=".
    if (std::isfinite(value) && holds(value, requirement.comparison, requirement.limit)) continue;
    failures.push_back(
        fmt::format("{} (found {})", requirement.text, found.is_number() ? shortest(value) : "no value"));
  }
  return failures;
}

}  // namespace fiducia

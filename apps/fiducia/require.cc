#include "apps/fiducia/require.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <ostream>
#include <string_view>

#include "apps/fiducia/exit_status.h"
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
    if (value->is_null()) return *value;  // nothing could be said about all of this
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

/// "verdict=good", "verdict=usable"; nothing where it is about something else.
std::optional<Requirement> verdict_requirement(const std::string& text) {
  const std::size_t at = text.find_first_of("=<>!");
  if (at == std::string::npos || trimmed(std::string_view(text).substr(0, at)) != "verdict") return std::nullopt;
  const std::size_t value = text.find_first_not_of('=', at);
  const std::string_view asked = value == std::string::npos ? "" : trimmed(std::string_view(text).substr(value));
  for (const Judgement judgement : {Judgement::kGood, Judgement::kUsable}) {
    if (asked == to_string(judgement)) return Requirement{.text = text, .judgement = judgement};
  }
  refuse_condition(
      fmt::format("{}: {} is neither verdict=good nor verdict=usable (that or better)", kOption, excerpt(text)));
}

/// Nothing where the verdict is as good as that.
std::optional<std::string> worse_than(Judgement asked, const Json& result) {
  const auto verdict = result.find("verdict");
  const std::string found = verdict != result.end() && verdict->contains("judgement")
                                ? (*verdict)["judgement"].get<std::string>()
                                : "no verdict";
  if (found == to_string(Judgement::kGood) || found == to_string(asked)) return std::nullopt;
  return found;
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
  if (std::optional<Requirement> about_verdict = verdict_requirement(text)) return *about_verdict;
  const std::size_t at = text.find_first_of("<>=!");
  const auto wrong = [&] {
    refuse_condition(
        fmt::format("{}: {} is not a condition such as 'trust.bound95_px<0.5' (comparisons: < <= > >= == !=), and "
                    "neither verdict=good nor verdict=usable",
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
    if (requirement.judgement) {
      if (const std::optional<std::string> found = worse_than(*requirement.judgement, result)) {
        failures.push_back(fmt::format("{} (found {})", requirement.text, *found));
      }
      continue;
    }
    const Json& found = value_at(requirement, result);
    const double value = found.is_number() ? found.get<double>() : std::nan("");
    // A number that has no value meets nothing, not even "!=".
    if (std::isfinite(value) && holds(value, requirement.comparison, requirement.limit)) continue;
    failures.push_back(
        fmt::format("{} (found {})", requirement.text, found.is_number() ? shortest(value) : "no value"));
  }
  return failures;
}

std::vector<Requirement> parse_requirements(const std::vector<std::string>& texts) {
  std::vector<Requirement> requirements;
  for (const std::string& text : texts) requirements.push_back(parse_requirement(text));
  return requirements;
}

int report_unmet(const std::vector<std::string>& failures, const std::string& command, const Streams& streams) {
  for (const std::string& failure : failures) streams.err << "fiducia " << command << ": not met: " << failure << '\n';
  return failures.empty() ? kExitDone : kExitNotMet;
}

}  // namespace fiducia

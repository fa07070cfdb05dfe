#include "apps/fiducia/parse.h"

#include <fmt/core.h>

#include <charconv>
#include <cmath>
#include <optional>

#include "fiducia/core/error.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

constexpr int kLargestSide_px = 1'000'000;

[[noreturn]] void refuse(std::string_view option, std::string_view text, const std::string& expected) {
  throw Error(ErrorCode::kBadOption, std::string(option) + ": " + excerpt(text) + " is not " + expected);
}

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> finite_in(std::string_view text) {
  const std::optional<double> value = number_in<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

/// The parts before and after the first `separator`; without one, the second is empty.
std::pair<std::string_view, std::string_view> cut(std::string_view text, char separator) {
  const std::size_t at = text.find(separator);
  if (at == std::string_view::npos) return {text, {}};
  return {text.substr(0, at), text.substr(at + 1)};
}

}  // namespace

double parse_number(std::string_view option, std::string_view text) {
  const std::optional<double> value = finite_in(text);
  if (!value) refuse(option, text, "a finite number");
  return *value;
}

ImageSize parse_image_size(std::string_view option, std::string_view text) {
  const auto [width_text, height_text] = cut(text, 'x');
  const std::optional<int> width = number_in<int>(width_text);
  const std::optional<int> height = number_in<int>(height_text);
  const auto usable = [](const std::optional<int>& side) { return side && *side >= 1 && *side <= kLargestSide_px; };
  if (!usable(width) || !usable(height)) refuse(option, text, "a size WxH in pixels, such as 1936x1216");
  return {*width, *height};
}

Loss parse_loss(std::string_view option, std::string_view text) {
  if (text == "none") return Loss::none();
  const auto [kind, scale_text] = cut(text, ':');
  const std::optional<double> scale = finite_in(scale_text);
  if (kind != "cauchy" || !scale || *scale <= 0) {
    refuse(option, text, "a loss; it is none, or cauchy:PX with a scale above 0 in pixels, such as cauchy:0.5");
  }
  return Loss::cauchy(*scale);
}

std::vector<Effect> parse_effects(std::string_view option, std::string_view text) {
  std::vector<Effect> effects;
  if (text == "none") return effects;
  try {
    for (std::string_view rest = text; !rest.empty();) {
      const auto [name, more] = cut(rest, ',');
      effects.push_back(effect_named(name));
      rest = more;
    }
  } catch (const Error& error) {
    throw Error(ErrorCode::kBadOption, fmt::format("{}: {}", option, error.what()));
  }
  if (effects.empty()) refuse(option, text, "a list of effects; give none, or some of " + names_of(all_effects()));
  return effects;
}

std::pair<double, double> parse_range(std::string_view option, std::string_view text) {
  const auto [low_text, high_text] = cut(text, ':');
  const std::optional<double> low = finite_in(low_text);
  const std::optional<double> high = finite_in(high_text);
  if (!low || !high || *low > *high) refuse(option, text, "a range MIN:MAX, such as 0.5:2.5");
  return {*low, *high};
}

std::vector<double> parse_numbers(std::string_view option, std::string_view text) {
  std::vector<double> numbers;
  for (std::string_view rest = text;;) {
    const auto [head, tail] = cut(rest, ',');
    numbers.push_back(parse_number(option, head));
    if (head.size() == rest.size()) return numbers;
    rest = tail;
  }
}

std::map<std::string, double> parse_named_numbers(std::string_view option, std::string_view text) {
  std::map<std::string, double> values;
  for (std::string_view rest = text; !rest.empty();) {
    const auto [item, others] = cut(rest, ',');
    const auto [name, value_text] = cut(item, '=');
    const std::optional<double> value = finite_in(value_text);
    if (name.empty() || !value) refuse(option, item, "a list NAME=VALUE,NAME=VALUE,...");
    if (!values.emplace(std::string(name), *value).second) {
      throw Error(ErrorCode::kBadOption, std::string(option) + ": " + std::string(name) + " is given twice");
    }
    rest = others;
  }
  return values;
}

void require_option(bool condition, const std::string& message) {
  if (!condition) throw Error(ErrorCode::kBadOption, message);
}

}  // namespace fiducia

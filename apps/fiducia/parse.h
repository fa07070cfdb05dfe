#pragma once

#include <map>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/camera/effect.h"
#include "fiducia/solve/loss.h"

namespace fiducia {

// The values of options. Each throws an Error that names the option, quotes the value and says what is expected.

[[nodiscard]] double parse_number(std::string_view option, std::string_view text);         ///< finite
[[nodiscard]] ImageSize parse_image_size(std::string_view option, std::string_view text);  ///< 1936x1216
[[nodiscard]] Loss parse_loss(std::string_view option, std::string_view text);             ///< none, cauchy:PX
[[nodiscard]] std::pair<double, double> parse_range(std::string_view option, std::string_view text);  ///< MIN:MAX
/// none, or NAME,NAME,...
[[nodiscard]] std::vector<Effect> parse_effects(std::string_view option, std::string_view text);
/// NUMBER,NUMBER,...
[[nodiscard]] std::vector<double> parse_numbers(std::string_view option, std::string_view text);
/// NAME=VALUE,NAME=VALUE,...
[[nodiscard]] std::map<std::string, double> parse_named_numbers(std::string_view option, std::string_view text);

/// Throws the message, which names the option, where the condition does not hold.
void require_option(bool condition, const std::string& message);

inline constexpr double kDegree = std::numbers::pi / 180;

}  // namespace fiducia

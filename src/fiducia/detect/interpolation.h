#pragma once

#include <string_view>

namespace fiducia {

enum class Interpolation { kNearest, kLinear, kCubic, kLanczos };

/// nearest, linear, cubic, lanczos. Throws an Error that lists them.
[[nodiscard]] Interpolation interpolation_named(std::string_view name);

}  // namespace fiducia

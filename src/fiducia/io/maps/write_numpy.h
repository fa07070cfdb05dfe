#pragma once

#include <span>
#include <string>
#include <vector>

namespace fiducia {

/// The bytes of a .npy file, the last index fastest: 32-bit or 64-bit floats.
[[nodiscard]] std::string numpy_bytes(std::span<const float> values, const std::vector<std::size_t>& shape);
[[nodiscard]] std::string numpy_bytes(std::span<const double> values, const std::vector<std::size_t>& shape);

}  // namespace fiducia

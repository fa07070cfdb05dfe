#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fiducia {

/// A grey image: row after row from the top, each pixel from 0 to 2^bits - 1.
struct GrayImage {
  int width = 0;
  int height = 0;
  int bits = 8;
  std::vector<std::uint16_t> pixels;

  [[nodiscard]] std::uint16_t at(int column, int row) const {
    return pixels[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(column)];
  }
  [[nodiscard]] int largest() const { return (1 << bits) - 1; }
};

}  // namespace fiducia

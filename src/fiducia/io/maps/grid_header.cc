#include "fiducia/io/maps/grid_header.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace fiducia {
namespace {

/// {0} camera, {1} width, {2} height, {3} columns, {4} rows, {5} error, {6} asked for, {7} share covered, {8} nodes,
/// {9} cells.
constexpr const char* kCode = R"(// The rays of the pixels of {0}, {1}x{2} px, from {3}x{4} cells.
// From the pixel to where the camera sees the ray: {5:.2g} px at most where it was checked; asked for: {6:g} px.
// {7:.2f}% of the pixels that have a ray are covered. Written by `fiducia maps`; needs this file alone, C++11.
#pragma once

namespace unproject_grid {{

const int kWidth = {1}, kHeight = {2}, kColumns = {3}, kRows = {4};
inline const float* nodes();   // (kRows + 3) x (kColumns + 3) pairs
inline const char* covered();  // '1' for each of kRows x kColumns cells that has rays

// Weights of a cubic B-spline.
inline void weights(double t, double w[4]) {{
  const double s = 1 - t;
  w[0] = s * s * s / 6, w[3] = t * t * t / 6;
  w[1] = (3 * t * t * t - 6 * t * t + 4) / 6, w[2] = (3 * s * s * s - 6 * s * s + 4) / 6;
}}

// The unit ray (x right, y down, z forward) of a pixel; (0, 0) is the centre of the top-left one. False: it has none.
inline bool unproject(double u, double v, double ray[3]) {{
  const double a = (u + 0.5) * kColumns / kWidth, b = (v + 0.5) * kRows / kHeight;
  if (!(a >= 0 && b >= 0 && a <= kColumns && b <= kRows)) return false;
  const int column = a < kColumns ? static_cast<int>(a) : kColumns - 1;
  const int row = b < kRows ? static_cast<int>(b) : kRows - 1;
  if (covered()[row * kColumns + column] != '1') return false;
  double wu[4], wv[4], x = 0, y = 0;
  weights(a - column, wu);
  weights(b - row, wv);
  for (int j = 0; j < 4; ++j) {{
    const float* node = nodes() + 2 * ((row + j) * (kColumns + 3) + column);
    for (int i = 0; i < 4; ++i, node += 2) x += wv[j] * wu[i] * node[0], y += wv[j] * wu[i] * node[1];
  }}
  const double q = x * x + y * y;  // from the stereographic plane to the sphere
  ray[0] = 2 * x / (1 + q), ray[1] = 2 * y / (1 + q), ray[2] = (1 - q) / (1 + q);
  return true;
}}

inline const float* nodes() {{
  static const float kNodes[] = {{
{8}}};
  return kNodes;
}}

inline const char* covered() {{
  return
{9};
}}

}}  // namespace unproject_grid
)";

std::string nodes_text(const UnprojectionGrid& grid) {
  constexpr std::size_t kPerLine = 8;
  std::string text;
  std::array<char, 48> number{};
  for (std::size_t i = 0; i < grid.nodes.size(); ++i) {
    if (i % kPerLine == 0) text += "      ";
    const auto end =
        std::to_chars(number.data(), number.data() + number.size(), grid.nodes[i], std::chars_format::scientific);
    text.append(number.data(), end.ptr);
    text += i % kPerLine == kPerLine - 1 || i + 1 == grid.nodes.size() ? "f,\n" : "f, ";
  }
  return text;
}

std::string cells_text(const UnprojectionGrid& grid) {
  std::string text;
  for (int row = 0; row < grid.rows; ++row) {
    text += row == 0 ? "      \"" : "\n      \"";
    for (int column = 0; column < grid.columns; ++column) {
      text += grid.covered[static_cast<std::size_t>(row * grid.columns + column)] != 0 ? '1' : '0';
    }
    text += '"';
  }
  return text;
}

}  // namespace

std::string grid_header(const UnprojectionGrid& grid, const std::string& camera, double asked_px) {
  return fmt::format(fmt::runtime(kCode), camera, grid.image_size.width, grid.image_size.height, grid.columns,
                     grid.rows, grid.largest_error_px, asked_px, 100 * grid.covered_share, nodes_text(grid),
                     cells_text(grid));
}

}  // namespace fiducia

#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace fiducia {

struct ChartSeries {
  std::string label;
  std::vector<double> x;
  std::vector<double> y;
  std::vector<std::array<double, 2>> interval = {};  ///< of every y; empty: none
  bool line = true;
  bool points = true;
};

/// A plot with two axes.
struct Chart {
  std::string title;
  std::string x_label;
  std::string y_label;
  bool log_y = false;
  std::vector<std::string> categories = {};  ///< names of x = 0, 1, 2, ...; empty: x is a number
  std::vector<ChartSeries> series = {};
};

/// Text as SVG and HTML take it between tags.
[[nodiscard]] std::string in_markup(std::string_view text);

/// Charts side by side, so many in a row, as one SVG file. Colours that the colour-blind can tell apart; light ground.
[[nodiscard]] std::string svg_of(const std::vector<Chart>& charts, int columns = 2);

}  // namespace fiducia

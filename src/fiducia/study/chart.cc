#include "fiducia/study/chart.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace fiducia {
namespace {

constexpr double kWidth = 460;
constexpr double kHeight = 320;
constexpr double kLeft = 62;
constexpr double kRight = 14;
constexpr double kTop = 30;
constexpr double kBottom = 48;
/// Okabe and Ito's, without yellow.
constexpr std::array<std::string_view, 7> kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                      "#56b4e9", "#e69f00", "#000000"};

/// From values to places along an axis.
struct Axis {
  double low = 0;
  double high = 1;
  double from = 0;
  double to = 1;
  bool logarithmic = false;

  [[nodiscard]] double at(double value) const {
    const auto scaled = [this](double x) { return logarithmic ? std::log10(x) : x; };
    return from + (to - from) * (scaled(value) - scaled(low)) / (scaled(high) - scaled(low));
  }
  [[nodiscard]] bool shows(double value) const { return std::isfinite(value) && (!logarithmic || value > 0); }

  [[nodiscard]] std::vector<double> ticks() const {
    std::vector<double> places;
    if (logarithmic) {
      for (double decade = std::pow(10, std::floor(std::log10(low))); decade <= high * 1.0001; decade *= 10) {
        for (const double digit : {1.0, 2.0, 5.0}) {
          const double value = digit * decade;
          const bool few = high / low < 300 || digit == 1;
          if (few && value >= low * 0.9999 && value <= high * 1.0001) places.push_back(value);
        }
      }
      return places;
    }
    const double rough = (high - low) / 5;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    const double step = power * (rough / power < 1.5 ? 1 : rough / power < 3.5 ? 2 : rough / power < 7.5 ? 5 : 10);
    for (double value = std::ceil(low / step) * step; value <= high + 1e-9 * step; value += step) {
      places.push_back(std::abs(value) < 1e-9 * step ? 0 : value);
    }
    return places;
  }
};

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void take(double value, bool positive) {
    if (!std::isfinite(value) || (positive && value <= 0)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  [[nodiscard]] bool empty() const { return !(low <= high); }
};

Axis y_axis(const Chart& chart) {
  Range range;
  for (const ChartSeries& series : chart.series) {
    for (const double y : series.y) range.take(y, chart.log_y);
    for (const auto& [low, high] : series.interval) {
      range.take(low, chart.log_y);
      range.take(high, chart.log_y);
    }
  }
  if (range.empty()) range = {chart.log_y ? 0.1 : 0.0, 1};
  if (chart.log_y) {
    range.low /= 1.2;
    range.high *= 1.2;
  } else {
    if (range.low > 0 && range.low < 0.5 * range.high) range.low = 0;
    const double margin = range.high > range.low ? 0.06 * (range.high - range.low) : 0.5;
    range.high += margin;
    if (range.low != 0) range.low -= margin;
  }
  return {range.low, range.high, kHeight - kBottom, kTop, chart.log_y};
}

Axis x_axis(const Chart& chart) {
  if (!chart.categories.empty()) {
    return {-0.5, static_cast<double>(chart.categories.size()) - 0.5, kLeft, kWidth - kRight, false};
  }
  Range range;
  for (const ChartSeries& series : chart.series) {
    for (const double x : series.x) range.take(x, false);
  }
  if (range.empty()) range = {0, 1};
  const double margin = range.high > range.low ? 0.03 * (range.high - range.low) : 0.5;
  return {range.low - margin, range.high + margin, kLeft, kWidth - kRight, false};
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view text, std::string_view more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                     in_markup(text));
}

std::string axes(const Chart& chart, const Axis& x, const Axis& y) {
  std::string svg;
  for (const double tick : y.ticks()) {
    svg += fmt::format("<line class=\"grid\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>\n", kLeft,
                       kWidth - kRight, y.at(tick), y.at(tick));
    svg += text_at(kLeft - 6, y.at(tick) + 4, "end", fmt::format("{:.4g}", tick));
  }
  if (chart.categories.empty()) {
    for (const double tick : x.ticks()) {
      svg += text_at(x.at(tick), kHeight - kBottom + 16, "middle", fmt::format("{:.4g}", tick));
    }
  } else {
    for (std::size_t i = 0; i < chart.categories.size(); ++i) {
      svg += text_at(x.at(static_cast<double>(i)), kHeight - kBottom + 16, "middle", chart.categories[i]);
    }
  }
  svg += fmt::format("<path class=\"frame\" d=\"M{:.1f} {:.1f}V{:.1f}H{:.1f}\"/>\n", kLeft, kTop, kHeight - kBottom,
                     kWidth - kRight);
  svg += text_at(0.5 * (kLeft + kWidth - kRight), kHeight - 12, "middle", chart.x_label);
  svg += fmt::format("<text transform=\"translate(14,{:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                     0.5 * (kTop + kHeight - kBottom), in_markup(chart.y_label));
  return svg + text_at(kLeft, 18, "start", chart.title, " class=\"title\"");
}

std::string drawn(const ChartSeries& series, std::string_view colour, const Axis& x, const Axis& y) {
  std::string svg = fmt::format("<g stroke=\"{0}\" fill=\"{0}\">\n", colour);
  std::string path;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (!y.shows(series.y[i])) continue;
    const double px = x.at(series.x[i]);
    const double py = y.at(series.y[i]);
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", px, py);
    if (series.points) svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.6\"/>\n", px, py);
    if (i < series.interval.size() && y.shows(series.interval[i][0]) && y.shows(series.interval[i][1])) {
      svg += fmt::format("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\"/>\n", px,
                         y.at(series.interval[i][0]), y.at(series.interval[i][1]));
    }
  }
  if (series.line && !path.empty()) svg += fmt::format("<path d=\"{}\" fill=\"none\" stroke-width=\"1.5\"/>\n", path);
  return svg + "</g>\n";
}

std::string legend(const Chart& chart) {
  std::string svg;
  double y = kTop + 8;
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    if (chart.series[i].label.empty()) continue;
    svg += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"10\" height=\"3\" fill=\"{}\"/>\n",
                       kWidth - kRight - 12, y - 4, kColours[i % kColours.size()]);
    svg += text_at(kWidth - kRight - 16, y, "end", chart.series[i].label, " class=\"legend\"");
    y += 14;
  }
  return svg;
}

std::string one_chart(const Chart& chart) {
  const Axis x = x_axis(chart);
  const Axis y = y_axis(chart);
  std::string svg = axes(chart, x, y);
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    svg += drawn(chart.series[i], kColours[i % kColours.size()], x, y);
  }
  return svg + legend(chart);
}

}  // namespace

std::string in_markup(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '<') {
      safe += "&lt;";
    } else if (c == '&') {
      safe += "&amp;";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string svg_of(const std::vector<Chart>& charts, int columns) {
  const int across = std::max(1, std::min(columns, static_cast<int>(charts.size())));
  const int rows = (static_cast<int>(charts.size()) + across - 1) / across;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "role=\"img\">\n<style>text{{font:12px sans-serif;fill:#222;stroke:none}}.title{{font-weight:bold}}"
      ".legend{{font-size:11px;paint-order:stroke;stroke:#fff;stroke-width:3px}}.grid{{stroke:#ddd}}"
      ".frame{{stroke:#444;fill:none}}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
      across * kWidth, rows * kHeight);
  for (std::size_t i = 0; i < charts.size(); ++i) {
    const int column = static_cast<int>(i) % across;
    const int row = static_cast<int>(i) / across;
    svg += fmt::format("<g transform=\"translate({:.0f},{:.0f})\">\n{}</g>\n", column * kWidth, row * kHeight,
                       one_chart(charts[i]));
  }
  return svg + "</svg>\n";
}

}  // namespace fiducia

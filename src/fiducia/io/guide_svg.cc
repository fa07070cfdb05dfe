#include "fiducia/io/guide_svg.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "fiducia/io/text.h"

namespace fiducia {
namespace {

/// Text that may stand between tags.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      default: result += c;
    }
  }
  return result;
}

/// Lines of at most so many characters, broken at blanks.
std::vector<std::string> broken(const std::string& text, std::size_t most) {
  std::vector<std::string> lines(1);
  for (const std::string_view word : words_of(text)) {
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > most) lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += word;
  }
  return lines;
}

/// From the board's centre to the side that is away from the camera.
std::string arrow(const Suggestion& suggestion, double length, double unit) {
  constexpr double kSquareOn_rad = 0.15;
  const Vector2& tilt = suggestion.placement.tilt_rad;
  if (tilt.norm() < kSquareOn_rad) return {};
  const Vector2 away = Vector2(-tilt.y(), tilt.x()).normalized();
  const Vector2 from = suggestion.placement.pixel;
  const Vector2 to = from + length * away;
  const Vector2 across(-away.y(), away.x());
  const Vector2 left = to - 2 * unit * away + unit * across;
  const Vector2 right = to - 2 * unit * away - unit * across;
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#c0392b\" stroke-width=\"{:.1f}\"/>\n"
      "<path d=\"M{:.1f} {:.1f} L{:.1f} {:.1f} L{:.1f} {:.1f} Z\" fill=\"#c0392b\"/>\n"
      "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" fill=\"#c0392b\" text-anchor=\"middle\">away</text>\n",
      from.x(), from.y(), to.x(), to.y(), 0.3 * unit, to.x(), to.y(), left.x(), left.y(), right.x(), right.y(),
      to.x() + 2.5 * unit * away.x(), to.y() + 2.5 * unit * away.y(), 2.2 * unit);
}

}  // namespace

std::string suggestion_svg(const Suggestion& suggestion, ImageSize image_size, const std::string& title) {
  const double width = image_size.width;
  const double height = image_size.height;
  const double unit = 0.01 * std::max(width, height);  // sizes of what is drawn follow the image's
  const std::vector<std::string> lines = broken(title + ": " + suggestion.words, 75);
  const double line_height = 3 * unit;
  const double foot = line_height * (static_cast<double>(lines.size()) + 1);
  // Pixels have their centres at whole numbers: the image begins at -0.5.
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-0.5 -0.5 {:.0f} {:.1f}\" font-family=\"sans-serif\">\n"
      "<rect x=\"-0.5\" y=\"-0.5\" width=\"{:.0f}\" height=\"{:.1f}\" fill=\"#fff\"/>\n"
      "<rect x=\"-0.5\" y=\"-0.5\" width=\"{:.0f}\" height=\"{:.0f}\" fill=\"#f2f2ee\" stroke=\"#333\" "
      "stroke-width=\"{:.1f}\"/>\n",
      width, height + foot, width, height + foot, width, height, 0.3 * unit);
  svg += fmt::format(
      "<path d=\"M{:.1f} 0 V{:.0f} M0 {:.1f} H{:.0f}\" stroke=\"#ccc\" stroke-width=\"{:.1f}\" fill=\"none\"/>\n",
      0.5 * width - 0.5, height, 0.5 * height - 0.5, width, 0.1 * unit);
  svg += "<polygon points=\"";
  for (const Vector2& u : suggestion.outline) svg += fmt::format("{:.1f},{:.1f} ", u.x(), u.y());
  svg += fmt::format("\" fill=\"#2e86c1\" fill-opacity=\"0.18\" stroke=\"#2e86c1\" stroke-width=\"{:.1f}\"/>\n",
                     0.4 * unit);
  for (const Corner& corner : suggestion.corners) {
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"#1b4f72\"/>\n", corner.pixel.x(),
                       corner.pixel.y(), 0.35 * unit);
  }
  svg += arrow(suggestion, 12 * unit, unit);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" fill=\"#222\">{}</text>\n", unit,
                       height + line_height * (static_cast<double>(i) + 1), 2.2 * unit, escaped(lines[i]));
  }
  return svg + "</svg>\n";
}

}  // namespace fiducia

#include <fmt/format.h>

#include <cmath>

#include "fiducia/io/drawing.h"

namespace fiducia {
namespace {

std::string in_hex(const Colour& colour) {
  std::string text = "#";
  for (const double part : colour.rgb) text += fmt::format("{:02x}", static_cast<int>(std::lround(255 * part)));
  return text;
}

std::string as_markup(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '&': safe += "&amp;"; break;
      default: safe += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  }
  return safe;
}

std::string element(const DrawnRect& rect) {
  return fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\"/>\n", rect.x,
                     rect.y, rect.width, rect.height, in_hex(rect.fill));
}

std::string element(const DrawnText& text) {
  return fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:g}\"{} fill=\"{}\">{}</text>\n", text.x, text.y,
                     text.size, text.bold ? " font-weight=\"700\"" : "", in_hex(text.fill), as_markup(text.text));
}

}  // namespace

std::string drawing_svg(const Drawing& drawing) {
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:g} {1:g}\" width=\"{0:g}\" height=\"{1:g}\" "
      "font-family=\"system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif\">\n",
      drawing.width, drawing.height);
  for (const auto& mark : drawing.marks) svg += std::visit([](const auto& one) { return element(one); }, mark);
  return svg + "</svg>\n";
}

}  // namespace fiducia

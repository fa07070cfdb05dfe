#pragma once

#include <array>
#include <string>
#include <variant>
#include <vector>

namespace fiducia {

struct Colour {
  std::array<double, 3> rgb{};  ///< 0 to 1

  /// From this one (0) to the other (1).
  [[nodiscard]] Colour towards(const Colour& other, double part) const;
};

struct DrawnRect {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
  Colour fill;
};

/// A line of text; y is its baseline.
struct DrawnText {
  double x = 0;
  double y = 0;
  double size = 0;
  Colour fill;
  bool bold = false;
  std::string text;
};

/// Rectangles and text, for a picture that needs nothing else; what comes later lies over what came before.
struct Drawing {
  double width = 0;
  double height = 0;
  std::vector<std::variant<DrawnRect, DrawnText>> marks = {};
};

[[nodiscard]] std::string drawing_svg(const Drawing& drawing);

/// The bytes of a PNG file, `scale` pixels per unit of the drawing. Letters beyond ASCII are written as
/// plain_letters() has them.
[[nodiscard]] std::string drawing_png(const Drawing& drawing, double scale);

/// How wide a text is about, in units of the drawing: to break lines, not to align.
[[nodiscard]] double text_width(const std::string& text, double size);

/// In lines of at most so many units, broken at spaces.
[[nodiscard]] std::vector<std::string> wrapped(const std::string& text, double size, double width);

}  // namespace fiducia

#pragma once

#include <Eigen/Geometry>
#include <string>
#include <string_view>
#include <vector>

#include "fiducia/data/marker.h"
#include "fiducia/data/target.h"

namespace fiducia {

/// A page to print: lengths in millimetres from its upper left corner, y down.
struct BoardPrint {
  double width_mm = 0;
  double height_mm = 0;
  std::string paper = {};  ///< "A4", ...; empty: of its own size
  std::vector<Eigen::AlignedBox2d> black = {};
  std::vector<Eigen::Vector2d> dots = {};       ///< centres
  double dot_mm = 0;                            ///< their diameter
  std::vector<Eigen::AlignedBox2d> ruler = {};  ///< its line and its marks
  double ruler_mm = 0;                          ///< how long it is
  Eigen::Vector2d label_at = {0, 0};            ///< where the text begins
  std::string label = {};                       ///< the SPEC, and what the ruler must measure
};

/// The target at its true size on the smallest sheet from A4 to A0 that holds it (on one of its own size where none
/// does), with a ruler and its SPEC below. Throws an Error for a target that has no print (a list of points) or is
/// larger than 10 metres.
[[nodiscard]] BoardPrint board_print(const Target& target, const std::vector<Marker>& markers);

[[nodiscard]] std::string board_svg(const BoardPrint& print);
[[nodiscard]] std::string board_pdf(const BoardPrint& print);
/// At so many pixels per inch, which the file says. Throws an Error where that is more than 400 megapixels.
[[nodiscard]] std::string board_png(const BoardPrint& print, double dpi);

}  // namespace fiducia

#pragma once

#include <cstdint>

#include "benchmarks/detectors/accuracy.h"
#include "fiducia/data/target.h"

namespace fiducia::bench {

/// Images of a board that fills the image of a fisheye lens.
struct WideLensCase {
  Target target;
  double field_deg = 130;    ///< across the width of the image
  bool whole_board = false;  ///< all corners in view, as a chessboard needs it; else the board goes beyond the image
  int false_markers = 0;     ///< pasted over every image at places where they do not belong
  int pictures = 20;
  std::uint64_t seed = 1;
  int width_px = 1600;
  int height_px = 1200;
};

/// `corners` counts those that can be seen: inside the image, not under a pasted marker, and with at least 8 pixels
/// between the lines of the pattern there (20 for tags, 2 per cell, which must be in view as a whole).
[[nodiscard]] DetectorAccuracy wide_lens_accuracy(const WideLensCase& conditions);

}  // namespace fiducia::bench

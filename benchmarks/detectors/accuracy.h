#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fiducia/data/target.h"

namespace fiducia::bench {

/// Images of one kind: rendered, searched, and compared with the truth.
struct DetectorCase {
  Target target;
  double square_px = 30;  ///< side of a square, or of a tag, in the middle of an upright board
  double psf_px = 0.7;
  double noise = 0.01;  ///< over the range of the sensor; black to white is 0.7 of it
  double least_tilt_deg = 0;
  double most_tilt_deg = 60;
  int pictures = 20;
  std::uint64_t seed = 1;
};

struct DetectorAccuracy {
  double rms_px = 0;  ///< per coordinate
  double mean_x_px = 0;
  double mean_y_px = 0;
  double worst_px = 0;  ///< distance
  int found_pictures = 0;
  int pictures = 0;
  int found_corners = 0;  ///< of those that were to be found
  int corners = 0;        ///< that were to be found, of all images
  int all_corners = 0;    ///< found, and measured above
};

[[nodiscard]] DetectorAccuracy detector_accuracy(const DetectorCase& conditions);

}  // namespace fiducia::bench

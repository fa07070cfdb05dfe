#pragma once

#include <map>
#include <string>
#include <vector>

#include "fiducia/data/observations.h"
#include "fiducia/report/evaluated_calibration.h"

namespace fiducia {

/// A square piece of an image, in whole pixels.
struct PictureCrop {
  int corner = 0;  ///< the id of the corner in its middle
  int left = 0;
  int top = 0;
  int side = 0;
};

/// What the page shows of the images besides thumbnails.
struct PictureWishes {
  std::string whole;                                      ///< the frame to show large; empty: none
  std::map<std::string, std::vector<PictureCrop>> crops;  ///< by frame: around its worst corners, the worst first
};

/// The frame whose corners cover most of the image, and each frame's corners with the largest reprojection errors.
/// Throws an Error where the calibration is not about these observations.
[[nodiscard]] PictureWishes picture_wishes(const EvaluatedCalibration& calibration, const Observations& observations);

}  // namespace fiducia

#pragma once

#include "fiducia/use/projection.h"

namespace fiducia {

/// How much of the scene the output shows.
enum class Framing {
  kSameScale,  ///< the magnification on the axis and the place of the axis in the image stay, as cv::undistort does it
  kFieldOfView,  ///< a given horizontal angle, the axis in the middle
  kKeepAll,      ///< everything that the source shows; parts of the output have no source
  kCrop,         ///< the largest output in which every pixel has a source
};

struct OutputOptions {
  Projection projection = Projection::kPinhole;
  ImageSize size = {};  ///< 0x0: the source's
  Framing framing = Framing::kSameScale;
  double fov_rad = 0;  ///< for kFieldOfView
};

/// The camera that images of `source` are to be brought to. Its pixels are square. Throws an Error (kBadOption) where
/// the projection cannot show what is asked for, and says which can.
[[nodiscard]] OutputCamera output_camera(const Camera& source, const OutputOptions& options);

}  // namespace fiducia

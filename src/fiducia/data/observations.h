#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/core/pose.h"
#include "fiducia/data/image_circle.h"
#include "fiducia/data/target.h"

namespace fiducia {

/// A corner of the target that was seen: its id (index into Target::points) and where, in pixels.
struct Corner {
  int id = 0;
  Vector2 pixel = Vector2::Zero();
  /// How sharply it was seen: its noise has the standard deviation sigma/weight, with one sigma for all corners. Its
  /// residual counts `weight` times, in what is minimised and in every statistic of residuals.
  double weight = 1;
};

/// One image of the target; any part of its corners, in any order.
struct Frame {
  std::string name;
  std::vector<Corner> corners;
};

/// An image that gave no frame, and why.
struct LeftOutImage {
  std::string name;
  std::string reason;
};

/// Everything that was seen of one target by one camera.
struct Observations {
  ImageSize image_size;
  Target target;
  std::vector<Frame> frames;
  std::optional<ImageCircle> image_circle = {};  ///< nothing: all of the image is lit
};

/// Throws an Error, naming frame and corner, for what no calibration could mean: a frame name or a corner id that
/// occurs twice, an id that the target does not have, a coordinate that is not finite or lies outside the image,
/// a weight that is not positive and finite, no frames at all.
void validate(const Observations& observations);

}  // namespace fiducia

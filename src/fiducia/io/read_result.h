#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fiducia/data/observations.h"

namespace fiducia {

/// What a user says about an observations file that does not say it itself, or says it too.
struct ReadOptions {
  std::optional<ImageSize> image_size = {};
  std::optional<Target> target = {};
  /// Of a file that does not say it, where the user does not either.
  std::optional<ImageSize> presumed_image_size = {};
};

struct ReadObservations {
  Observations observations;
  std::vector<std::string> warnings;
  std::vector<LeftOutImage> left_out = {};  ///< where the input was images
  bool detected = false;                    ///< the corners were found in images by our own detectors
};

}  // namespace fiducia

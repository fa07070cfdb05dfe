#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "fiducia/core/progress.h"
#include "fiducia/data/observations.h"

namespace fiducia {

struct DetectOptions {
  int threads = 1;
  Progress progress = {};                   ///< counts images
  std::filesystem::path cache_folder = {};  ///< where results are kept by the files' content; empty: nowhere. The
                                            ///< usual place is default_cache_folder() (detection_cache.h)
};

struct Detection {
  Observations observations;  ///< a frame for each image in which the target was found, named after its file
  std::vector<LeftOutImage> left_out;
  int doubtful_corners = 0;  ///< seen in the frames, but not measured well enough to be among their corners
  int from_cache = 0;        ///< images that were not looked at again
  /// What seems wrong although the target was found.
  std::vector<std::string> warnings = {};
  std::string hint;  ///< what the images show where no target was found in any of them, as far as can be told
};

/// The target in each of the images. One that cannot be read, shows no target, or has another size than most is left
/// out with its reason, and the rest goes on; nothing found at all is an empty list of frames. Throws an Error for a
/// target that cannot be looked for.
[[nodiscard]] Detection detect(const std::vector<std::filesystem::path>& images, const Target& target,
                               const DetectOptions& options = {});

}  // namespace fiducia

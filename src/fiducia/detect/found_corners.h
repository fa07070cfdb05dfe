#pragma once

#include <string>
#include <vector>

#include "fiducia/data/observations.h"

namespace fiducia {

/// Which of the two layouts of a ChArUco board (charuco_layout.h) an image shows. kOpen: with an odd number of columns
/// they are the same print shifted by one square, which an image without the ends of the rows cannot tell; its corners
/// are numbered as in the present layout, and one column less each would be the legacy one's.
enum class LayoutSeen { kPresent, kLegacy, kOpen };

/// What was found of a target in one image.
struct FoundCorners {
  std::vector<Corner> corners;  ///< by rising id; empty where nothing was found, and `reason` says why
  int doubtful = 0;             ///< corners that were there but could not be measured well enough, and are left out
  std::string reason;
  int markers_read = 0;                      ///< of coded targets
  int markers_placed = 0;                    ///< of these, the ones that lie where the target has them
  LayoutSeen layout = LayoutSeen::kPresent;  ///< of ChArUco boards
};

}  // namespace fiducia

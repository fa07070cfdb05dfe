#pragma once

#include <string>
#include <vector>

#include "fiducia/data/observations.h"

namespace fiducia {

/// What was found of a target in one image.
struct FoundCorners {
  std::vector<Corner> corners;  ///< by rising id; empty where nothing was found, and `reason` says why
  int doubtful = 0;             ///< corners that were there but could not be measured well enough, and are left out
  std::string reason;
  int markers_read = 0;    ///< of coded targets
  int markers_placed = 0;  ///< of these, the ones that lie where the target has them
};

}  // namespace fiducia

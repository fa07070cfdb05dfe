#pragma once

#include <limits>

#include "fiducia/core/pose.h"

namespace fiducia {

/// An entrance pupil that moves (camera/pupil.h), as a file keeps it with its camera.
struct FilePupil {
  Vector2 values = Vector2::Zero();  ///< m per rad^2, m per rad^4
  /// How near the nearest corner was that it was found with, m; nan where that is not known.
  double nearest_m = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace fiducia

#pragma once

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// Whose fault a bias is. The residuals are explained twice, each time by what else they could be a function of: by a
/// displacement in 3D of every corner of the target (the target is not what it is said to be), and by a mean for every
/// cell of the image (the lens is not what the model says), corners by their weights. Shares are of the residuals'
/// variance, less what as many numbers explain of pure noise; 0 where that is nothing.
struct BiasSource {
  double target_share = 0;
  double image_share = 0;
  /// RMS, metres, of how far the corners seem to stand out of the target's plane. Rough: intrinsics and poses have
  /// taken up part of it.
  double out_of_plane_m = 0;
};

[[nodiscard]] BiasSource bias_source(const Calibration& calibration);

}  // namespace fiducia

#pragma once

#include <vector>

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// In which of the ways that look the same the board lies in each used frame.
struct AgreedTurns {
  std::vector<int> turns;
  /// How much more likely than the best ones that were looked at with that frame in another way, alone or with others,
  /// as a logarithm.
  std::vector<double> evidence;
  double explained = 0;  ///< how much the squares fall with that shape, to first order, px^2
};

/// The ways in which the frames of a calibration with the target as it is agree best about the target's shape, to first
/// order: what each frame says about the shape (S_j and s_j of docs/method.md 8, at the nominal one) is turned with it,
/// and the probability of all that was seen is made as large as possible, frame by frame, from many starts. The shape
/// is smooth (heights of degree 2 to 4, displacements in the plane of degree 2 and 3) and a random effect: hundreds of
/// free numbers would fit noise, in every way another. All frames together can be turned without changing it: most of
/// them stay as they are. noise_variance: of a coordinate, px^2.
[[nodiscard]] AgreedTurns turns_that_agree(const Calibration& calibration, double noise_variance, int threads);

}  // namespace fiducia

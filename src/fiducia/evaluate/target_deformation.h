#pragma once

#include <vector>

#include "fiducia/evaluate/covariance.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// Where a corner of the target was found against where it should be.
struct CornerDisplacement {
  int id = 0;
  Vector3 displacement_m = Vector3::Zero();
  Vector3 sigma_m = Vector3::Zero();  ///< standard deviations of its coordinates
  double p_value = 1;                 ///< of a displacement at least so improbable where there is none
  bool significant = false;           ///< after allowing for as many corners as there are (Holm, 5% for all together)
};

/// How the target differs from its nominal geometry, standing where the two agree best: position, orientation and size
/// of the whole say nothing and are not part of it.
struct TargetDeformation {
  TargetShape shape = TargetShape::kPlanar;
  std::vector<CornerDisplacement> corners;  ///< those that were seen
  double peak_to_valley_m = 0;              ///< the highest corner over the lowest, across the target's plane
  double out_of_plane_rms_m = 0;            ///< of the heights, less what their uncertainty alone would show
  double in_plane_rms_m = 0;                ///< of the displacements in the plane, per coordinate, likewise
  double sigma_m = 0;                       ///< RMS standard deviation of a height
  int significant_corners = 0;
};

/// Each corner is tested with the shape's covariance from each of the estimates (Hotelling's test where that is one
/// from the spread between frames), and the most cautious answer is taken: std alone believes too much where something
/// is biased, cr2 alone where there are few frames. The heights are along z of the target's own frame, the normal of
/// all our targets.
[[nodiscard]] TargetDeformation target_deformation(const Calibration& calibration,
                                                   const std::vector<const CovarianceEstimate*>& estimates);

}  // namespace fiducia

#pragma once

#include "fiducia/report/evaluated_calibration.h"

namespace fiducia {

/// How far from the principal point a ray is seen by its angle to the optical axis, towards the image's farthest
/// corner:
///
///     {"angle_deg": [...], "radius_px": [...], "sigma_px": [...] | null, "ideal": "pinhole" | "equidistant",
///      "ideal_px": [...], "image_deg": angle of that corner | null, "fold_deg": angle | null}
///
/// sigma_px: the standard deviation of the radius by cr2, after removing the best-fit rotation. ideal_px: a lens
/// without distortion of the same focal length. fold_deg: where the radius stops growing or the model ends, if that is
/// before the curve's end, which lies a tenth beyond the image's farthest corner. Null where the camera has no optical
/// axis.
[[nodiscard]] Json distortion_part(const EvaluatedCalibration& calibration);

}  // namespace fiducia

#pragma once

#include "fiducia/report/evaluated_calibration.h"

namespace fiducia {

/// The error to expect in each cell of map_grid(), row by row: lengths in px, not finite where there is no ray.
///
///     e(u)^2 = random_px^2 r(u)^2 / mean r^2  +  systematic_px^2 ||D(u)||^2 / mean ||D||^2
///
/// with r the standard deviation by cr2 and D the difference from the explanation's camera, both after the best
/// rotation; so its RMS over the image (over the region, where there is one) is the total error. Where no error was
/// seen (both parts are 0, as of a camera that was given and fits), the 95% bound in the shape of r: is_bound_map().
/// Empty where it is not known: no total error, or a file that does not hold what it takes.
[[nodiscard]] std::vector<double> trust_map(const EvaluatedCalibration& calibration);

[[nodiscard]] bool is_bound_map(const EvaluatedCalibration& calibration);

/// {"columns", "rows", "error_px": [...], "is_bound": bool}; null where there is no map.
[[nodiscard]] Json trust_map_part(const EvaluatedCalibration& calibration);

}  // namespace fiducia

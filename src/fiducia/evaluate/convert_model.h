#pragma once

#include <optional>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// How far a camera of another model is from the one that it stands for, over the whole image: where a ray of the first
/// falls in the second, minus where it came from.
struct ConversionError {
  double mean_px = 0;
  double quantile95_px = 0;
  double largest_px = 0;
  Vector2 largest_at = Vector2::Zero();  ///< a pixel
  int points = 0;                        ///< of a lattice over the image, its borders included, that were compared
  int without_ray = 0;                   ///< points that the first camera has no ray for
  int not_projected = 0;                 ///< points whose ray the second cannot project
};

struct ModelConversion {
  Camera camera;
  ConversionError error;
};

/// The camera of `model` that maps the rays of `camera` as nearly as it can to the same pixels (least squares over the
/// image). Rays stay where they are: nothing is made up for by a rotation, so that poses keep their meaning. Throws an
/// Error where the image has too few rays.
[[nodiscard]] ModelConversion convert_model(const Camera& camera, const std::shared_ptr<const Model>& model);

/// The parameters of `model` that map the target, where a calibration has it, as nearly as they can to the corners that
/// were seen: a start for calibrating the same frames with another model, quicker than a conversion and good only where
/// corners are. Nothing where too few corners can be projected.
[[nodiscard]] std::optional<std::vector<double>> lens_like(const Calibration& calibration, const Model& model);

/// The lens of a calibration as it is, where the model has it as a special case (the same numbers, zeros for the rest)
/// and can compute all that was seen: lens_like() is this then. To fit a model to a lens that does not need all of its
/// numbers can end anywhere: rational lenses are the same along a valley that leads to poles.
[[nodiscard]] std::optional<std::vector<double>> as_special_case(const Calibration& calibration, const Model& model);

/// The error of a camera that was made in another way.
[[nodiscard]] ConversionError conversion_error(const Camera& camera, const Camera& reference);

}  // namespace fiducia

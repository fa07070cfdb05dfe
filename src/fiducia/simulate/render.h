#pragma once

#include <cstdint>

#include "fiducia/camera/disturbed_projection.h"
#include "fiducia/core/progress.h"
#include "fiducia/simulate/gray_image.h"
#include "fiducia/simulate/pattern_grid.h"
#include "fiducia/simulate/point_spread.h"
#include "fiducia/simulate/ray_table.h"
#include "fiducia/simulate/sensor.h"
#include "fiducia/simulate/target_surface.h"

namespace fiducia {

struct RenderOptions {
  /// Standard deviation, in pixels, of the point-spread function: of everything between the target and a pixel's
  /// number, the pixel's own area included (an ideal lens on square pixels has about 0.29). The image of a straight
  /// edge at x = 0 is Phi(x / psf_px), and that is what the numbers at the pixels' centres are samples of.
  double psf_px = 0.7;
  int samples = 16;  ///< per pixel, a square number; see point_spread.h
  SensorOptions sensor = {};
  std::uint64_t seed = 0;
  int threads = 1;
  Progress progress = {};  ///< only asked whether to go on
};

/// The border that render() needs a ray table to have.
[[nodiscard]] int ray_border_px(const RenderOptions& options);

/// An image of the target: rays of the camera are cast onto its surface, where they see the pattern.
/// `camera_from_target` as in Simulation; the noise is a function of the seed and of `frame`. A ray that misses the
/// board, that comes from behind, or that the model does not have, sees the surroundings. Throws an Error for options
/// that make no sense. disturbance: what effects do to this frame, but for focal length and principal point, which are
/// the ray table's (see refocused()).
///
/// Geometry, blur and light are exact to about 0.001 px: rays to RayTable::kTolerance_px, and the mapping from pixels
/// to the target is taken as quadratic over the point-spread function.
[[nodiscard]] GrayImage render(const RayTable& rays, const PatternGrid& pattern, const TargetSurface& surface,
                               const Pose& camera_from_target, const RenderOptions& options, std::uint64_t frame = 0,
                               const Disturbance& disturbance = {});

/// The camera whose focal length and principal point are those of a frame. Throws an Error for a model that has no
/// parameters of these names.
[[nodiscard]] Camera refocused(const Camera& camera, const Disturbance& disturbance);

}  // namespace fiducia

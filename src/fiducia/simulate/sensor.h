#pragma once

#include <cstdint>
#include <span>

#include "fiducia/camera/camera.h"
#include "fiducia/core/random.h"

namespace fiducia {

/// How light becomes numbers. Fractions are of the range from 0 to the largest number.
struct SensorOptions {
  double black = 0.1;             ///< of a black surface in full light
  double white = 0.8;             ///< of white paper in full light
  double gradient = 0;            ///< the light falls by this part from one side of the image to the other, linearly
  double gradient_angle_rad = 0;  ///< 0: it falls to the right; pi / 2: downwards
  double read_noise = 0.01;       ///< standard deviation, the same everywhere
  double shot_noise = 0;  ///< of the photons: standard deviation at full range; it grows with the root of the light
  int bits = 8;           ///< 8 or 16
};

/// Throws an Error where a number makes no sense.
void validate(const SensorOptions& options);

/// One row of reflectances (0 black, 1 white) as the sensor's numbers.
void expose(std::span<const double> reflectance, int row, ImageSize size, const SensorOptions& options,
            RandomStream& random, std::span<std::uint16_t> pixels);

}  // namespace fiducia

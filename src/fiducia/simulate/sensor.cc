#include "fiducia/simulate/sensor.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

/// The light at a pixel, 1 where it is full: linear along a direction, from 1 to 1 - fall over the whole image.
class Light {
 public:
  Light(ImageSize size, double fall, double angle)
      : centre_(0.5 * (size.width - 1), 0.5 * (size.height - 1)), direction_(std::cos(angle), std::sin(angle)) {
    const double length = size.width * std::abs(direction_.x()) + size.height * std::abs(direction_.y());
    middle_ = 1 - 0.5 * fall;
    direction_ *= fall / length;
  }
  [[nodiscard]] double at(double u, double v) const { return middle_ - direction_.dot(Vector2(u, v) - centre_); }

 private:
  Vector2 centre_;
  Vector2 direction_;
  double middle_ = 1;
};

}  // namespace

void validate(const SensorOptions& options) {
  const auto require = [](bool condition, const char* message) {
    if (!condition) throw Error(ErrorCode::kBadOption, message);
  };
  require(options.black >= 0 && options.white <= 1 && options.black < options.white,
          "black and white are parts of the range from 0 to 1, black the smaller one");
  require(options.gradient >= 0 && options.gradient <= 1 && std::isfinite(options.gradient_angle_rad),
          "the light falls by a part from 0 to 1, in the direction of a finite angle");
  require(options.read_noise >= 0 && options.read_noise <= 1 && options.shot_noise >= 0 && options.shot_noise <= 1,
          "noise is a standard deviation, a part of the range from 0 to 1");
  require(options.bits == 8 || options.bits == 16, "an image has 8 or 16 bits per pixel");
}

void expose(std::span<const double> reflectance, int row, ImageSize size, const SensorOptions& options,
            RandomStream& random, std::span<std::uint16_t> pixels) {
  const Light light(size, options.gradient, options.gradient_angle_rad);
  const double largest = (1 << options.bits) - 1;
  const double read_variance = options.read_noise * options.read_noise;
  const double shot_variance = options.shot_noise * options.shot_noise;
  const bool noisy = read_variance + shot_variance > 0;
  for (std::size_t i = 0; i < reflectance.size(); ++i) {
    double value = options.black + (options.white - options.black) * reflectance[i];
    value *= light.at(static_cast<double>(i), row);
    if (noisy) value += std::sqrt(read_variance + shot_variance * value) * random.normal();
    pixels[i] = static_cast<std::uint16_t>(std::lround(std::clamp(value, 0.0, 1.0) * largest));
  }
}

}  // namespace fiducia

#pragma once

// Lenses that no formula here follows.

#include <cmath>
#include <functional>
#include <string>

#include "fiducia/camera/registry.h"
#include "fiducia/core/random.h"
#include "fiducia/data/observations.h"

namespace fiducia::testing {

inline constexpr ImageSize kSize{1280, 960};
using Displacement = std::function<Vector2(const Vector2& pixel)>;

inline Camera plain_lens() { return {make_model("radial2"), {700, 702, 640, 480, -0.2, 0.03}, kSize}; }

/// What a camera shows whose lens does, after an ordinary one, what no formula has. The board is larger than the image,
/// so that corners come near its borders.
inline Observations seen_through(const Displacement& displacement, int frames, double noise_px, std::uint64_t seed,
                                 const Target& board = Target::chessboard(20, 16, 0.05)) {
  Observations data;
  data.image_size = kSize;
  data.target = board;
  const Vector3 middle = board.points.back() / 2;
  const Camera lens = plain_lens();
  RandomStream random(seed);
  const auto between = [&](double low, double high) { return low + (high - low) * random.uniform(); };
  for (int j = 0; j < frames; ++j) {
    const Matrix3 rotation = rotation_exp({between(-0.6, 0.6), between(-0.6, 0.6), between(-0.3, 0.3)});
    const double distance = between(0.35, 0.7);
    const Vector3 at{distance * between(-0.5, 0.5), distance * between(-0.4, 0.4), distance};
    Frame frame{.name = "frame" + std::to_string(j)};
    for (std::size_t id = 0; id < data.target.points.size(); ++id) {
      const Vector3 point = rotation * (data.target.points[id] - middle) + at;
      const auto plain = point.z() > 0.1 ? lens.project(point) : std::nullopt;
      if (!plain) continue;
      const Vector2 pixel = *plain + displacement(*plain) + noise_px * Vector2{random.normal(), random.normal()};
      if (pixel.x() < 0 || pixel.y() < 0 || pixel.x() > kSize.width - 1 || pixel.y() > kSize.height - 1) continue;
      frame.corners.push_back({.id = static_cast<int>(id), .pixel = pixel});
    }
    data.frames.push_back(std::move(frame));
  }
  return data;
}

inline Vector2 windscreen(const Vector2& pixel) {  // waves of the glass in front
  const double x = (pixel.x() - 640) / 640;
  const double y = (pixel.y() - 480) / 480;
  return {1.2 * std::sin(2.6 * x + 1.4 * y) + 0.8 * x * y * y, 0.9 * std::cos(1.8 * x - 3.1 * y) + 1.0 * x * x * y};
}

}  // namespace fiducia::testing

#pragma once

#include <string>

#include "fiducia/core/random.h"
#include "fiducia/data/observations.h"
#include "fiducia/simulate/simulate.h"

namespace fiducia::testing {

/// The camera and the board that the tests of guidance use.
inline Camera guided_camera() {
  return {"radial2", {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", -0.2}, {"k2", 0.1}}, {1936, 1216}};
}

inline Camera guided_fisheye() {
  return {"fisheye",
          {{"fx", 380}, {"fy", 381}, {"cx", 640}, {"cy", 400}, {"k1", 0.01}, {"k2", 0}, {"k3", 0}, {"k4", 0}},
          {1280, 800}};
}

inline Target guided_board() { return Target::chessboard(10, 8, 0.05); }

inline Observations guided_views(int frames, std::uint64_t seed = 1, double bend_m = 0) {
  return simulate(guided_camera(), guided_board(), {.frames = frames, .noise_px = 0.05, .bend_m = bend_m, .seed = seed})
      .observations;
}

/// What the camera sees of a board there, with noise; corners outside the image are left out.
inline Frame frame_at(const Camera& camera, const Target& target, const Pose& camera_from_target,
                      const std::string& name, std::uint64_t seed, double noise_px = 0.05) {
  RandomStream random(seed);
  Frame frame{name, {}};
  for (std::size_t id = 0; id < target.points.size(); ++id) {
    const Vector2 noise{noise_px * random.normal(), noise_px * random.normal()};
    const auto pixel = camera.project(camera_from_target * target.points[id]);
    if (!pixel) continue;
    const Vector2 seen = *pixel + noise;
    const bool inside = seen.x() >= 0 && seen.y() >= 0 && seen.x() <= camera.image_size().width - 1 &&
                        seen.y() <= camera.image_size().height - 1;
    if (inside) frame.corners.push_back({static_cast<int>(id), seen});
  }
  return frame;
}

}  // namespace fiducia::testing

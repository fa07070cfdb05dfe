#pragma once

#include "fiducia/camera/camera.h"
#include "fiducia/data/target.h"
#include "fiducia/simulate/simulate.h"

namespace fiducia::testing {

/// The camera and the board that the studies simulate: 1936x1216 px, 10x8 corners, noise 0.05 px, poses as in
/// docs/method.md 9.
inline Camera paper_camera() {
  return {"radial2", {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", -0.2}, {"k2", 0.1}}, {1936, 1216}};
}

inline Observations paper_views(std::uint64_t seed, int frames, double bend_m = 0) {
  return simulate(paper_camera(), Target::chessboard(10, 8, 0.05),
                  {.frames = frames, .noise_px = 0.05, .bend_m = bend_m, .seed = seed})
      .observations;
}

}  // namespace fiducia::testing

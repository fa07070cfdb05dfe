#pragma once

#include "fiducia/camera/camera.h"
#include "fiducia/core/random.h"
#include "fiducia/simulate/simulate.h"

namespace fiducia::testing {

inline Camera ordinary_camera() {
  return {"radial2", {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", -0.2}, {"k2", 0.1}}, {1936, 1216}};
}

inline Camera fisheye_camera() {
  return {
      "fisheye",
      {{"fx", 420}, {"fy", 421}, {"cx", 640}, {"cy", 480}, {"k1", 0.03}, {"k2", -0.01}, {"k3", 0.002}, {"k4", -0.0005}},
      {1280, 960}};
}

inline Target board() { return Target::chessboard(10, 8, 0.05); }

/// Every third corner of every second frame hidden, each time others.
inline Observations with_hidden_corners(Observations observations) {
  for (std::size_t j = 0; j < observations.frames.size(); j += 2) {
    std::vector<Corner> visible;
    for (const Corner& corner : observations.frames[j].corners) {
      if ((static_cast<std::size_t>(corner.id) + j) % 3 != 0) visible.push_back(corner);
    }
    observations.frames[j].corners = visible;
  }
  return observations;
}

/// Exact corners as a detector would tell them that had to look for some in smaller images: weights 1, 1/2 and 1/4,
/// noise of sigma/weight.
inline Observations with_levels(Observations exact, double sigma_px, std::uint64_t seed) {
  RandomStream random(seed);
  for (Frame& frame : exact.frames) {
    for (Corner& corner : frame.corners) {
      corner.weight = 1.0 / (1U << random.index(3));
      const double du = random.normal();
      const double dv = random.normal();
      corner.pixel += sigma_px / corner.weight * Vector2(du, dv);
    }
  }
  return exact;
}

inline Observations with_all_weights(double weight, Observations observations) {
  for (Frame& frame : observations.frames) {
    for (Corner& corner : frame.corners) corner.weight = weight;
  }
  return observations;
}

}  // namespace fiducia::testing

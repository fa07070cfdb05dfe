#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/core/random.h"
#include "fiducia/data/observations.h"

namespace fiducia::testing {

inline constexpr const char* kSceneTarget = "chessboard:10x8:0.05";

inline Camera scene_camera() {
  return {"radial2", {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", -0.2}, {"k2", 0.1}}, {1936, 1216}};
}

/// A board that is turned by `rotation_vector` about its middle, which stands at `centre`.
inline Pose board_pose(const Vector3& rotation_vector, const Vector3& centre) {
  const Pose turned = Pose::from_vectors(rotation_vector, Vector3::Zero());
  return {turned.rotation, centre - turned.rotation * Vector3(0.225, 0.175, 0)};
}

/// Ten views that carry a calibration well.
inline std::vector<Pose> good_poses() {
  std::vector<Pose> poses;
  RandomStream random(7);
  for (int i = 0; i < 10; ++i) {
    const auto angle = [&] { return random.uniform(-0.7, 0.7); };
    const Vector3 turn{angle(), angle(), angle()};
    const Vector3 centre{random.uniform(-0.15, 0.15), random.uniform(-0.1, 0.1), random.uniform(0.8, 1.4)};
    poses.push_back(board_pose(turn, centre));
  }
  return poses;
}

/// What the camera of the scene sees of the board; frames are called view0, view1, ... A little noise, so that
/// nothing is exact by accident. Corners outside the image are left out.
inline Observations scene(const std::vector<Pose>& poses, std::uint64_t seed = 1) {
  const Camera camera = scene_camera();
  Observations observations{camera.image_size(), parse_target(kSceneTarget), {}};
  for (std::size_t j = 0; j < poses.size(); ++j) {
    RandomStream random(seed, j);
    Frame frame{"view" + std::to_string(j), {}};
    for (std::size_t id = 0; id < observations.target.points.size(); ++id) {
      const Vector2 noise{0.05 * random.normal(), 0.05 * random.normal()};
      const auto pixel = camera.project(poses[j] * observations.target.points[id]);
      if (!pixel || pixel->x() < 0 || pixel->y() < 0 || pixel->x() > 1935 || pixel->y() > 1215) continue;
      frame.corners.push_back({static_cast<int>(id), *pixel + noise});
    }
    observations.frames.push_back(frame);
  }
  return observations;
}

}  // namespace fiducia::testing

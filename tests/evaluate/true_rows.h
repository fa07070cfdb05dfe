#pragma once

#include <cmath>
#include <functional>

#include "fiducia/evaluate/rig_pair_geometry.h"
#include "tests/solve/rig_setups.h"

namespace fiducia::testing {

/// The rows that a calibration of stereo() gives to pixels that show the same points a metre away, RMS, px; in_left:
/// where the left camera has a pixel that stereo() has there, for a lens that is not its. NaN where it gives none.
inline double true_rows_px(const RigCalibration& rig, const std::function<Vector2(const Vector2&)>& in_left = {}) {
  std::vector<Camera> cameras;
  std::vector<Pose> poses;
  for (const SimulatedRigCamera& one : stereo()) {
    cameras.push_back(one.camera);
    poses.push_back(one.camera_from_rig);
  }
  const RigGeometry found = rig_geometry(rig);
  double sum = 0;
  int count = 0;
  for (const PairPoint& point : pair_points(rig_geometry(cameras, poses), 0, 1, 1, 12, 9)) {
    const auto made = pair_point(found, 0, 1, in_left ? in_left(point.pixel_a) : point.pixel_a, point.pixel_b);
    if (!made) continue;
    sum += made->row_px * made->row_px;
    ++count;
  }
  return std::sqrt(sum / count);
}

}  // namespace fiducia::testing

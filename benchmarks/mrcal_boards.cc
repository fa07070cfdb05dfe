#ifdef FIDUCIA_BENCH_HAVE_MRCAL

#include "benchmarks/mrcal_boards.h"

namespace fiducia::bench {

mrcal_pose_t to_mrcal(const Pose& pose) {
  const Vector3 w = pose.rotation_vector();
  const Vector3& t = pose.translation;
  mrcal_pose_t result;
  for (int i = 0; i < 3; ++i) {
    result.r.xyz[i] = w[i];
    result.t.xyz[i] = t[i];
  }
  return result;
}

BoardData board_data(const Observations& observations, const std::vector<Pose>& poses) {
  BoardData data;
  for (const Pose& pose : poses) {
    data.boards.push_back(
        {.icam = {.intrinsics = 0, .extrinsics = -1}, .iframe = static_cast<int>(data.frames.size())});
    data.frames.push_back(to_mrcal(pose));
  }
  for (const Frame& frame : observations.frames) {
    for (const Corner& corner : frame.corners) {
      mrcal_point3_t point;
      point.x = corner.pixel.x();
      point.y = corner.pixel.y();
      point.z = 1;
      data.corners.push_back(point);
    }
  }
  return data;
}

std::vector<Pose> poses_of(const BoardData& data) {
  std::vector<Pose> poses;
  for (const mrcal_pose_t& frame : data.frames) {
    poses.push_back(Pose::from_vectors({frame.r.x, frame.r.y, frame.r.z}, {frame.t.x, frame.t.y, frame.t.z}));
  }
  return poses;
}

}  // namespace fiducia::bench

#endif  // FIDUCIA_BENCH_HAVE_MRCAL

#ifdef FIDUCIA_BENCH_HAVE_MRCAL

#include <cmath>
#include <stdexcept>

#include "benchmarks/mrcal_boards.h"
#include "benchmarks/rig_problem.h"

namespace fiducia::bench {

RigPeer rig_by_mrcal(const RigObservations& seen, const RigStartingPoint& start, const RigCalibration& ours) {
  std::vector<double> intrinsics = start.parameters[0];
  intrinsics.insert(intrinsics.end(), start.parameters[1].begin(), start.parameters[1].end());
  mrcal_pose_t second = to_mrcal(start.second_from_first);
  std::vector<mrcal_pose_t> frames;
  std::vector<mrcal_observation_board_t> boards;
  std::vector<mrcal_point3_t> corners;
  for (std::size_t i = 0; i < seen.instants.size(); ++i) {
    frames.push_back(to_mrcal(start.first_from_target[i]));
    for (int c = 0; c < 2; ++c) {
      boards.push_back({.icam = {.intrinsics = c, .extrinsics = c - 1}, .iframe = static_cast<int>(i)});
      for (const Corner& corner : seen.instants[i].frames[static_cast<std::size_t>(c)]->corners) {
        mrcal_point3_t point;
        point.x = corner.pixel.x();
        point.y = corner.pixel.y();
        point.z = 1;
        corners.push_back(point);
      }
    }
  }
  const ImageSize size = seen.cameras[0].image_size;
  const int imagers[] = {size.width, size.height, size.width, size.height};
  mrcal_lensmodel_t lens = {};
  lens.type = MRCAL_LENSMODEL_OPENCV4;
  mrcal_problem_selections_t chosen = {};
  chosen.do_optimize_intrinsics_core = true;
  chosen.do_optimize_intrinsics_distortions = true;
  chosen.do_optimize_extrinsics = true;
  chosen.do_optimize_frames = true;
  const mrcal_problem_constants_t constants = {.point_min_range = 0.1, .point_max_range = 100};
  const int instants = static_cast<int>(frames.size());
  RigPeer peer;
  const Stopwatch stopwatch;
  const mrcal_stats_t stats = mrcal_optimize(
      nullptr, 0, nullptr, 0, intrinsics.data(), &second, frames.data(), nullptr, nullptr, /*Ncameras_intrinsics=*/2,
      /*Ncameras_extrinsics=*/1, instants, /*Npoints=*/0, /*Npoints_fixed=*/0, boards.data(), nullptr, 2 * instants,
      /*Nobservations_point=*/0, corners.data(), &lens, imagers, chosen, &constants, seen.target.spacing_m,
      seen.target.columns, seen.target.rows, /*verbose=*/false, /*check_gradient=*/false);
  peer.elapsed = stopwatch.elapsed();
  if (!(stats.rms_reproj_error__pixels >= 0)) throw std::runtime_error("mrcal_optimize gave up");
  const Pose found = Pose::from_vectors({second.r.x, second.r.y, second.r.z}, {second.t.x, second.t.y, second.t.z});
  peer.baseline_m = found.translation.norm();
  peer.rmse_px = stats.rms_reproj_error__pixels;
  peer.angle_rad = rotation_log(found.rotation * ours.cameras[1].camera_from_rig.rotation.transpose()).norm();
  return peer;
}

}  // namespace fiducia::bench

#endif  // FIDUCIA_BENCH_HAVE_MRCAL

#ifdef FIDUCIA_BENCH_HAVE_MRCAL

#include <stdexcept>

extern "C" {
#include <mrcal/mrcal.h>
}

#include "benchmarks/peers.h"
#include "benchmarks/stopwatch.h"

namespace fiducia::bench {
namespace {

/// The problem in mrcal's form: one camera at the reference, a board in each frame, every corner with weight 1.
struct BoardData {
  std::vector<mrcal_pose_t> frames;
  std::vector<mrcal_observation_board_t> boards;
  std::vector<mrcal_point3_t> corners;
};

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

/// The simulator shows the whole board in the order of the ids, which is mrcal's order too.
BoardData board_data(const Problem& problem) {
  BoardData data;
  for (const Pose& pose : problem.initial.poses) {
    data.boards.push_back(
        {.icam = {.intrinsics = 0, .extrinsics = -1}, .iframe = static_cast<int>(data.frames.size())});
    data.frames.push_back(to_mrcal(pose));
  }
  for (const Frame& frame : problem.observations->frames) {
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

mrcal_problem_selections_t selections() {
  mrcal_problem_selections_t chosen = {};
  chosen.do_optimize_intrinsics_core = true;
  chosen.do_optimize_intrinsics_distortions = true;
  chosen.do_optimize_frames = true;
  return chosen;
}

}  // namespace

Solution solve_with_mrcal(const Problem& problem) {
  BoardData data = board_data(problem);
  Solution solution;
  solution.parameters = problem.initial.parameters;
  const int count = static_cast<int>(data.frames.size());
  const ImageSize size = problem.observations->image_size;
  const int imager[] = {size.width, size.height};
  const Target& target = problem.observations->target;
  mrcal_lensmodel_t lens = {};
  lens.type = MRCAL_LENSMODEL_OPENCV4;
  const mrcal_problem_constants_t constants = {.point_min_range = 0.1, .point_max_range = 100};  // of points: none here

  const Stopwatch stopwatch;
  const mrcal_stats_t stats = mrcal_optimize(
      nullptr, 0, nullptr, 0, solution.parameters.data(), nullptr, data.frames.data(), nullptr, nullptr,
      /*Ncameras_intrinsics=*/1, /*Ncameras_extrinsics=*/0, count, /*Npoints=*/0, /*Npoints_fixed=*/0,
      data.boards.data(), nullptr, count, /*Nobservations_point=*/0, data.corners.data(), &lens, imager, selections(),
      &constants, target.spacing_m, target.columns, target.rows, /*verbose=*/false, /*check_gradient=*/false);
  solution.elapsed = stopwatch.elapsed();
  if (!(stats.rms_reproj_error__pixels >= 0)) throw std::runtime_error("mrcal_optimize gave up");
  for (const mrcal_pose_t& frame : data.frames) {
    solution.poses.push_back(Pose::from_vectors({frame.r.x, frame.r.y, frame.r.z}, {frame.t.x, frame.t.y, frame.t.z}));
  }
  return solution;
}

}  // namespace fiducia::bench

#endif  // FIDUCIA_BENCH_HAVE_MRCAL

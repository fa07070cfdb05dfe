#ifdef FIDUCIA_BENCH_HAVE_MRCAL

#include <stdexcept>

#include "benchmarks/mrcal_boards.h"
#include "benchmarks/peers.h"
#include "benchmarks/stopwatch.h"

namespace fiducia::bench {
namespace {

mrcal_problem_selections_t selections() {
  mrcal_problem_selections_t chosen = {};
  chosen.do_optimize_intrinsics_core = true;
  chosen.do_optimize_intrinsics_distortions = true;
  chosen.do_optimize_frames = true;
  return chosen;
}

}  // namespace

Solution solve_with_mrcal(const Problem& problem) {
  BoardData data = board_data(*problem.observations, problem.initial.poses);
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
  solution.poses = poses_of(data);
  return solution;
}

}  // namespace fiducia::bench

#endif  // FIDUCIA_BENCH_HAVE_MRCAL

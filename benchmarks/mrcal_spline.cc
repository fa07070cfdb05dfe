#ifdef FIDUCIA_BENCH_HAVE_MRCAL

#include <cmath>
#include <stdexcept>

#include "benchmarks/mrcal_boards.h"
#include "benchmarks/spline_problem.h"

namespace fiducia::bench {
namespace {

mrcal_problem_selections_t spline_selections() {
  mrcal_problem_selections_t chosen = {};
  chosen.do_optimize_intrinsics_distortions = true;  // the core is redundant
  chosen.do_optimize_frames = true;
  chosen.do_apply_regularization = true;
  return chosen;
}

mrcal_lensmodel_t splined_lens(const SplineGrid& grid) {
  mrcal_lensmodel_t lens = {};
  lens.type = MRCAL_LENSMODEL_SPLINED_STEREOGRAPHIC;
  lens.LENSMODEL_SPLINED_STEREOGRAPHIC__config.order = static_cast<std::uint16_t>(grid.order);
  lens.LENSMODEL_SPLINED_STEREOGRAPHIC__config.Nx = static_cast<std::uint16_t>(grid.columns);
  lens.LENSMODEL_SPLINED_STEREOGRAPHIC__config.Ny = static_cast<std::uint16_t>(grid.rows);
  lens.LENSMODEL_SPLINED_STEREOGRAPHIC__config.fov_x_deg = static_cast<std::uint16_t>(grid.field_deg);
  return lens;
}

constexpr mrcal_problem_constants_t kConstants = {.point_min_range = 0.1, .point_max_range = 100};  // of points: none

/// The terms of the regularisation for one state of the knots.
std::vector<double> regularisation(const SplineStartingPoint& start, const BoardData& data,
                                   const std::vector<double>& parameters) {
  const mrcal_lensmodel_t lens = splined_lens(start.model->grid());
  const int count = static_cast<int>(data.frames.size());
  const Target& target = start.observations->target;
  const int imager[] = {start.observations->image_size.width, start.observations->image_size.height};
  const int states = mrcal_num_states(1, 0, count, 0, 0, count, spline_selections(), &lens);
  const int all =
      mrcal_num_measurements(count, 0, target.columns, target.rows, 1, 0, count, 0, 0, spline_selections(), &lens);
  const int terms = mrcal_num_measurements_regularization(1, 0, count, 0, 0, count, spline_selections(), &lens);
  std::vector<double> packed(static_cast<std::size_t>(states));
  std::vector<double> x(static_cast<std::size_t>(all));
  const bool done = mrcal_optimizer_callback(
      packed.data(), states * static_cast<int>(sizeof(double)), x.data(), all * static_cast<int>(sizeof(double)),
      nullptr, parameters.data(), nullptr, data.frames.data(), nullptr, nullptr, 1, 0, count, 0, 0, data.boards.data(),
      nullptr, count, 0, data.corners.data(), &lens, imager, spline_selections(), &kConstants, target.spacing_m,
      target.columns, target.rows, /*verbose=*/false);
  if (!done) throw std::runtime_error("mrcal_optimizer_callback gave up");
  return {x.end() - terms, x.end()};
}

}  // namespace

Prior prior_of_mrcal(const SplineStartingPoint& start) {
  constexpr double kHold = 1e4;
  const BoardData data = board_data(*start.observations, start.poses);
  const int knots = start.model->grid().knots();
  // With every knot at (1, 0), at (0, 1), and at the place to begin, which checks that it is linear.
  const auto with = [&](double x, double y) {
    std::vector<double> parameters = start.parameters;
    for (int knot = 0; knot < knots; ++knot) {
      parameters[static_cast<std::size_t>(SplineModel::place_of(knot))] = x;
      parameters[static_cast<std::size_t>(SplineModel::place_of(knot)) + 1] = y;
    }
    return regularisation(start, data, parameters);
  };
  const std::vector<double> by_x = with(1, 0);
  const std::vector<double> by_y = with(0, 1);
  const std::vector<double> here = regularisation(start, data, start.parameters);
  if (static_cast<int>(here.size()) != 2 * knots) throw std::runtime_error("mrcal's regularisation is not known here");
  Prior prior;
  prior.rows = Eigen::MatrixXd::Zero(SplineModel::kHeld + 2 * knots, start.model->size());
  prior.target = Eigen::VectorXd::Zero(prior.rows.rows());
  for (int i = 0; i < SplineModel::kHeld; ++i) {
    prior.rows(i, i) = kHold;
    prior.target[i] = kHold * start.parameters[static_cast<std::size_t>(i)];
  }
  for (int term = 0; term < 2 * knots; ++term) {
    const int row = SplineModel::kHeld + term;
    const int place = SplineModel::place_of(term / 2);
    const auto at = static_cast<std::size_t>(term);
    prior.rows(row, place) = by_x[at];
    prior.rows(row, place + 1) = by_y[at];
    const double expected = by_x[at] * start.parameters[static_cast<std::size_t>(place)] +
                            by_y[at] * start.parameters[static_cast<std::size_t>(place) + 1];
    if (std::abs(expected - here[at]) > 1e-9 * (1 + std::abs(here[at]))) {
      throw std::runtime_error("mrcal's regularisation is not linear in the knots");
    }
  }
  return prior;
}

SplineByMrcal spline_by_mrcal(const SplineStartingPoint& start) {
  BoardData data = board_data(*start.observations, start.poses);
  SplineByMrcal result;
  result.parameters = start.parameters;
  const mrcal_lensmodel_t lens = splined_lens(start.model->grid());
  const int count = static_cast<int>(data.frames.size());
  const Target& target = start.observations->target;
  const int imager[] = {start.observations->image_size.width, start.observations->image_size.height};
  const Stopwatch stopwatch;
  const mrcal_stats_t stats = mrcal_optimize(
      nullptr, 0, nullptr, 0, result.parameters.data(), nullptr, data.frames.data(), nullptr, nullptr, 1, 0, count, 0,
      0, data.boards.data(), nullptr, count, 0, data.corners.data(), &lens, imager, spline_selections(), &kConstants,
      target.spacing_m, target.columns, target.rows, /*verbose=*/false, /*check_gradient=*/false);
  result.elapsed = stopwatch.elapsed();
  if (!(stats.rms_reproj_error__pixels >= 0)) throw std::runtime_error("mrcal_optimize gave up");
  result.poses = poses_of(data);
  return result;
}

}  // namespace fiducia::bench

#endif  // FIDUCIA_BENCH_HAVE_MRCAL

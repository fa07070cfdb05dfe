#include "benchmarks/problem.h"

#include <cstdint>
#include <map>

#include "fiducia/core/error.h"
#include "fiducia/simulate/simulate.h"
#include "fiducia/solve/corner_arrays.h"
#include "fiducia/solve/start/board_plane.h"
#include "fiducia/solve/start/initial_values.h"

namespace fiducia::bench {
namespace {

constexpr ImageSize kImageSize = {1936, 1216};
constexpr double kBoardWidth_m = 0.625;  ///< ten columns of 1/16 m, twenty of 1/32 m: spacings that a float holds
constexpr double kInitialFocalFactor = 1.1;
constexpr std::uint64_t kSeed = 20240;

Camera true_camera(const std::shared_ptr<const Model>& model) {
  const std::map<std::string, double> lens = {{"fx", 1200}, {"fy", 1204}, {"cx", 975},    {"cy", 598},
                                              {"k1", -0.2}, {"k2", 0.06}, {"p1", 0.0008}, {"p2", -0.0005}};
  std::map<std::string, double> parameters;
  for (const ParameterInfo& parameter : model->info().parameters) {
    parameters[std::string(parameter.name)] = lens.at(std::string(parameter.name));
  }
  return {model->info().name, parameters, kImageSize};
}

void round_to_float(Observations* observations) {
  for (Frame& frame : observations->frames) {
    for (Corner& corner : frame.corners) corner.pixel = corner.pixel.cast<float>().cast<double>();
  }
}

InitialValues rough_initial_values(const Camera& truth, const Observations& observations) {
  const double f = kInitialFocalFactor * truth.parameter("fx");
  InitialValues initial;
  initial.parameters = truth.model().initial_parameters(f, 0.5 * (kImageSize.width - 1), 0.5 * (kImageSize.height - 1));

  std::vector<CornerArrays> arrays;
  for (const Frame& frame : observations.frames) arrays.emplace_back(frame.corners, observations.target.points);
  InitialValueData data{kImageSize, &observations.target.points, fit_board_plane(observations.target.points), {}};
  for (std::size_t j = 0; j < arrays.size(); ++j) data.frames.push_back({&observations.frames[j], &arrays[j]});
  for (const InitialPose& frame : pose_frames(truth.model(), initial.parameters, data)) {
    if (!frame.pose) throw Error(ErrorCode::kDegenerate, "a simulated frame has no initial pose: " + frame.reason);
    initial.poses.push_back(*frame.pose);
  }
  return initial;
}

}  // namespace

Problem make_problem(const CaseSize& size) {
  const Camera truth = true_camera(make_model(size.model));
  const Target target = Target::chessboard(size.columns, size.rows, kBoardWidth_m / size.columns);
  Problem problem;
  problem.size = size;
  Observations observations = simulate(truth, target, {.frames = size.frames, .seed = kSeed}).observations;
  round_to_float(&observations);
  problem.initial = rough_initial_values(truth, observations);
  problem.observations = std::make_shared<const Observations>(std::move(observations));
  return problem;
}

}  // namespace fiducia::bench

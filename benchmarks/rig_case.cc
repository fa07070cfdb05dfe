#include "benchmarks/rig_case.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "benchmarks/rig_problem.h"
#include "fiducia/simulate/simulate_rig.h"

namespace fiducia::bench {
namespace {

/// Two cameras 12 cm apart, and so many instants that both saw.
RigObservations pair_observations(int instants) {
  const auto lens = [](double f) {
    return Camera(
        "opencv4",
        {{"fx", f}, {"fy", f + 5}, {"cx", 640}, {"cy", 470}, {"k1", -0.2}, {"k2", 0.05}, {"p1", 1e-4}, {"p2", -1e-4}},
        {1280, 960});
  };
  const std::vector<SimulatedRigCamera> cameras = {
      {"left", lens(900)}, {"right", lens(910), Pose::from_vectors({0.01, 0.05, -0.02}, {-0.12, 0.003, 0.004})}};
  RigObservations seen = simulate_rig(cameras, Target::chessboard(9, 6, 0.04),
                                      {.instants = 2 * instants,
                                       .seed = 1,
                                       .poses = {.min_distance_m = 0.6, .max_distance_m = 1.5, .max_offset_m = 0.3}})
                             .observations;
  std::erase_if(seen.instants, [](const Instant& instant) { return instant.seen_by() < 2; });
  if (static_cast<int>(seen.instants.size()) < instants) throw std::runtime_error("too few instants were seen by both");
  seen.instants.resize(static_cast<std::size_t>(instants));
  return seen;
}

RigStartingPoint start_for(const RigObservations& seen) {
  RigStartingPoint start;
  for (std::size_t c = 0; c < 2; ++c) {
    const Calibration alone = calibrate(camera_observations(seen, c), {.model = "opencv4"});
    if (!alone.converged()) throw std::runtime_error(alone.message);
    start.parameters.push_back(alone.camera->parameters());
    if (c == 0) {
      for (const FrameFit& frame : alone.frames) start.first_from_target.push_back(frame.camera_from_target);
    } else {
      start.second_from_first = alone.frames.front().camera_from_target * start.first_from_target.front().inverse();
    }
  }
  return start;
}

RigResult run_pair(int instants) {
  const RigObservations seen = pair_observations(instants);
  RigResult result;
  result.instants = instants;
  result.corners = static_cast<int>(seen.target.points.size());
  RigCalibrateOptions how;
  how.models = {"opencv4"};
  const Stopwatch stopwatch;
  const RigCalibration ours = calibrate_rig(seen, how);
  result.ours = stopwatch.elapsed();
  if (!ours.converged()) throw std::runtime_error(ours.message);
  result.baseline_m = ours.cameras[1].camera_from_rig.translation.norm();
  result.rmse_px = ours.fit.rmse;
  result.opencv = rig_by_opencv(seen, ours);
#ifdef FIDUCIA_BENCH_HAVE_MRCAL
  result.mrcal = rig_by_mrcal(seen, start_for(seen), ours);
#endif
  return result;
}

bool same_pair(const RigResult& result, const RigPeer& peer) {
  constexpr double kSameBaseline = 1e-5;
  constexpr double kSameAngle_rad = 1e-5;
  return std::abs(peer.baseline_m / result.baseline_m - 1) < kSameBaseline && peer.angle_rad < kSameAngle_rad;
}

std::string peer_line(const std::string& name, const RigResult& result, const RigPeer& peer) {
  return fmt::format(
      "    {:<7} {:>8.4f} s, {:.1f} times as long; baseline differs by {:.1e} of itself, angle by {:.1e} rad{}\n", name,
      peer.elapsed.cpu_s, peer.elapsed.cpu_s / result.ours.cpu_s, std::abs(peer.baseline_m / result.baseline_m - 1),
      peer.angle_rad, same_pair(result, peer) ? "" : ": NOT THE SAME");
}

}  // namespace

std::vector<RigResult> run_rig_cases(bool quick) {
  std::vector<RigResult> results;
  for (const int instants : quick ? std::vector{15} : std::vector{15, 50, 150}) results.push_back(run_pair(instants));
  return results;
}

bool agree(const RigResult& result) {
  return same_pair(result, result.opencv) && (!result.mrcal || same_pair(result, *result.mrcal));
}

std::string rig_lines(const std::vector<RigResult>& results) {
  std::string text = "\npairs of cameras, one thread (CPU)\n";
  for (const RigResult& result : results) {
    text += fmt::format("  2 x {} views of {} corners\n    {:<7} {:>8.4f} s, RMSE {:.5f} px, baseline {:.4f} mm\n",
                        result.instants, result.corners, "fiducia", result.ours.cpu_s, result.rmse_px,
                        1000 * result.baseline_m);
    text += peer_line("OpenCV", result, result.opencv);
    if (result.mrcal) text += peer_line("mrcal", result, *result.mrcal);
  }
  return text;
}

Json rig_results_object(const std::vector<RigResult>& results) {
  Json array = Json::array();
  for (const RigResult& result : results) {
    Json one = {{"instants", result.instants},
                {"corners", result.corners},
                {"fiducia_s", result.ours.cpu_s},
                {"opencv_s", result.opencv.elapsed.cpu_s}};
    if (result.mrcal) one["mrcal_s"] = result.mrcal->elapsed.cpu_s;
    array.push_back(std::move(one));
  }
  return array;
}

}  // namespace fiducia::bench

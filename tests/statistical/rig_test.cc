// Whether the 95% bounds of a rig cover 95%: baseline, angle, rectified rows and triangulated points of simulated
// pairs. Prints the table of docs/rigs.md.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "fiducia/core/parallel.h"
#include "fiducia/evaluate/rig_pair.h"
#include "fiducia/evaluate/rig_pair_geometry.h"
#include "tests/solve/rig_setups.h"
#include "tests/statistical/sample.h"

namespace fiducia {
namespace {

constexpr double kDistance_m = 2;

struct TrueErrors {
  double rows_px = 0;
  double triangulated_mm = 0;
};

/// What the calibrated rig makes of the pixels of the true one: RMS over the common field.
TrueErrors true_errors(const RigCalibration& rig, const std::vector<SimulatedRigCamera>& truth) {
  const Pose& found = rig.cameras[1].camera_from_rig;
  const double focal = rectified_focal_px(rig.cameras[0].camera, rig.cameras[1].camera);
  TrueErrors errors;
  std::vector<Vector3> points;
  std::vector<Vector3> triangulated;
  Matrix3 together = Matrix3::Zero();
  for (const PairPoint& one : pair_points(rig, 0, 1, kDistance_m, 10, 8)) {
    const auto a = truth[0].camera.project(one.point);
    const auto b = truth[1].camera.project(truth[1].camera_from_rig * one.point);
    if (!a || !b) continue;
    const auto ray_a = rig.cameras[0].camera.unproject(*a);
    const auto ray_b = rig.cameras[1].camera.unproject(*b);
    if (!ray_a || !ray_b) continue;
    errors.rows_px += std::pow(row_difference(*ray_a, *ray_b, found, focal), 2);
    points.push_back(one.point);
    triangulated.push_back(*triangulate(*ray_a, *ray_b, found));
    together += points.back() * triangulated.back().transpose();
  }
  const Matrix3 turn = nearest_rotation(together);
  for (std::size_t i = 0; i < points.size(); ++i) {
    errors.triangulated_mm += (turn * triangulated[i] - points[i]).squaredNorm();
  }
  const auto count = static_cast<double>(points.size());
  return {std::sqrt(errors.rows_px / count), 1000 * std::sqrt(errors.triangulated_mm / count)};
}

struct Covered {
  std::array<bool, 4> quantities{};  ///< baseline, angle, rows, triangulated points
};

Covered look_at(int instants, std::uint64_t seed) {
  const auto truth = testing::stereo();
  const RigCalibration rig = calibrate_rig(
      simulate_rig(truth, testing::rig_board(), {.instants = instants, .seed = seed, .poses = testing::near_poses()})
          .observations);
  if (!rig.converged()) return {};  // counts as not covered
  const RigPair pair =
      evaluate_pair(rig, RigUncertainty(rig), 0, 1, {.distances_m = {kDistance_m}, .columns = 10, .rows = 8});
  const Pose& true_pose = truth[1].camera_from_rig;
  const Matrix3 off = rig.cameras[1].camera_from_rig.rotation * true_pose.rotation.transpose();
  const TrueErrors errors = true_errors(rig, truth);
  const TriangulationError& predicted = pair.triangulation.front();
  const double calibration_bound =
      std::sqrt(predicted.bound95_mm * predicted.bound95_mm - predicted.noise_mm * predicted.noise_mm);
  return {{std::abs(pair.baseline_m - true_pose.translation.norm()) < pair.baseline_bound95_m,
           rotation_log(off).norm() * 180 / std::numbers::pi < pair.angle_bound95_deg,
           errors.rows_px < pair.row_error_bound95_px, errors.triangulated_mm < calibration_bound}};
}

TEST(RigStudy, BoundsCover) {
  const std::size_t count = testing::sample(40, 300).n;
  // Three standard deviations of a share of 95%, and 1.5% for what is not exact.
  const double tolerance = 0.015 + 3 * std::sqrt(0.95 * 0.05 / static_cast<double>(count));
  std::printf("| instants | baseline | angle | rectified rows | triangulated points |\n|---|---|---|---|---|\n");
  for (const int instants : {8, 15, 30}) {
    std::vector<Covered> covered(count);
    parallel_for(count, 0, [&](std::size_t i) { covered[i] = look_at(instants, 7000 + i); });
    std::printf("| %d |", instants);
    for (std::size_t k = 0; k < 4; ++k) {
      double share = 0;
      for (const Covered& one : covered) share += one.quantities[k] ? 1 / static_cast<double>(count) : 0;
      std::printf(" %.1f%% |", 100 * share);
      EXPECT_GT(share, 0.95 - tolerance) << "quantity " << k << " with " << instants << " instants";
    }
    std::printf("\n");
  }
}

}  // namespace
}  // namespace fiducia

// Whether the 95% bounds of a rig cover 95%: baseline, angle, rectified rows and triangulated points of simulated
// pairs and larger rigs, with a flat board and with one that is bent and taken for flat; and whether rigs of all kinds
// find their initial values. Prints the tables of docs/rigs.md.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "fiducia/assess/rig_assessment.h"
#include "fiducia/core/parallel.h"
#include "fiducia/core/random.h"
#include "fiducia/evaluate/rig_pair.h"
#include "fiducia/evaluate/rig_pair_geometry.h"
#include "tests/solve/rig_setups.h"
#include "tests/statistical/sample.h"

namespace fiducia {
namespace {

constexpr double kDistance_m = 2;

Pose b_from_a(const RigCalibration& rig, std::size_t a, std::size_t b) {
  return rig.cameras[b].camera_from_rig * rig.cameras[a].camera_from_rig.inverse();
}

Pose b_from_a(const std::vector<SimulatedRigCamera>& rig, std::size_t a, std::size_t b) {
  return rig[b].camera_from_rig * rig[a].camera_from_rig.inverse();
}

struct TrueErrors {
  double rows_px = 0;
  double triangulated_mm = 0;
};

/// What the calibrated rig makes of the pixels of the true one: RMS over the common field.
TrueErrors true_errors(const RigCalibration& rig, const std::vector<SimulatedRigCamera>& truth, std::size_t first,
                       std::size_t second) {
  const Pose found = b_from_a(rig, first, second);
  const double focal = rectified_focal_px(rig.cameras[first].camera, rig.cameras[second].camera);
  TrueErrors errors;
  std::vector<Vector3> points;
  std::vector<Vector3> triangulated;
  Matrix3 together = Matrix3::Zero();
  for (const PairPoint& one : pair_points(rig_geometry(rig), first, second, kDistance_m, 10, 8)) {
    const auto a = truth[first].camera.project(one.point);
    const auto b = truth[second].camera.project(b_from_a(truth, first, second) * one.point);
    if (!a || !b) continue;
    const auto ray_a = rig.cameras[first].camera.unproject(*a);
    const auto ray_b = rig.cameras[second].camera.unproject(*b);
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

/// Of one pair: how far it is off, by what was predicted, for baseline, angle, rows and triangulated points.
struct JudgedPair {
  std::array<bool, 4> covered{};
  std::array<double, 4> error2{};      ///< that occurred, squared
  std::array<double, 4> predicted2{};  ///< the total that was predicted, squared
};

JudgedPair judge_pair(const RigCalibration& rig, const RigPair& pair, const std::vector<SimulatedRigCamera>& truth) {
  const Pose is = b_from_a(truth, pair.a, pair.b);
  const Pose found = b_from_a(rig, pair.a, pair.b);
  const TrueErrors errors = true_errors(rig, truth, pair.a, pair.b);
  const std::array<double, 4> off = {
      std::abs(pair.baseline_m - is.translation.norm()),
      rotation_log(found.rotation * is.rotation.transpose()).norm() * 180 / std::numbers::pi, errors.rows_px,
      errors.triangulated_mm};
  const std::array<RigError, 4> predicted = {pair.baseline, pair.angle, pair.rows,
                                             pair.triangulation.front().calibration};
  JudgedPair judged;
  for (std::size_t k = 0; k < 4; ++k) {
    judged.covered[k] = off[k] < predicted[k].bound95;
    judged.error2[k] = off[k] * off[k];
    judged.predicted2[k] = predicted[k].total * predicted[k].total;
  }
  return judged;
}

void print_rig_row(const std::string& name, const std::vector<JudgedPair>& all) {
  std::printf("| %s |", name.c_str());
  for (std::size_t k = 0; k < 4; ++k) {
    double covered = 0;
    double error2 = 0;
    double predicted2 = 0;
    for (const JudgedPair& one : all) {
      covered += one.covered[k] ? 1 : 0;
      error2 += one.error2[k];
      predicted2 += one.predicted2[k];
    }
    std::printf(" %.1f%% (%.2f) |", 100 * covered / static_cast<double>(all.size()), predicted2 / error2);
  }
  std::printf("\n");
}

/// Three standard deviations of a share of 95%, and 1.5% for what is not exact.
void expect_rig_covered(const std::vector<JudgedPair>& all, const std::string& name, double rate = 0.95) {
  const auto count = static_cast<double>(all.size());
  const double tolerance = 0.015 + 3 * std::sqrt(rate * (1 - rate) / count);
  for (std::size_t k = 0; k < 4; ++k) {
    double share = 0;
    for (const JudgedPair& one : all) share += one.covered[k] ? 1 / count : 0;
    EXPECT_GT(share, rate - tolerance) << "quantity " << k << " of " << name;
  }
}

constexpr const char* kRigTableHead =
    "| | baseline | angle | rectified rows | triangulated points |\n|---|---|---|---|---|\n";

TEST(RigStudy, BoundsCover) {
  const std::size_t count = testing::sample(40, 300).n;
  std::printf("%s", kRigTableHead);
  for (const int instants : {8, 15, 30}) {
    std::vector<JudgedPair> all(count);
    parallel_for(count, 0, [&](std::size_t i) {
      const auto truth = testing::stereo();
      const RigCalibration rig =
          calibrate_rig(simulate_rig(truth, testing::rig_board(),
                                     {.instants = instants, .seed = 7000 + i, .poses = testing::near_poses()})
                            .observations);
      if (!rig.converged()) return;  // counts as not covered
      const RigPair pair =
          evaluate_pair(influenced_rig(rig), 0, 1,
                        {.distances_m = {kDistance_m}, .noise_px = {0.05, 0.05}, .columns = 10, .rows = 8});
      all[i] = judge_pair(rig, pair, truth);
    });
    print_rig_row(std::to_string(instants) + " instants", all);
    expect_rig_covered(all, std::to_string(instants) + " instants");
  }
}

/// A board that is bent, taken for flat: what the instants disagree by sees little of it.
TEST(RigStudy, TotalErrorsOfABentBoardCover) {
  const std::size_t count = testing::sample(6, 100).n;
  std::printf("%s", kRigTableHead);
  for (const int instants : {12, 25}) {
    std::vector<JudgedPair> all(count);
    std::vector<JudgedPair> by_chance(count);
    parallel_for(count, 0, [&](std::size_t i) {
      const auto truth = testing::stereo();
      RigAssessOptions how;
      how.models = {"radial2"};
      how.target_shape = TargetShape::kPlanar;
      how.distances_m = {kDistance_m};
      const RigAssessment found = assess_rig(
          simulate_rig(truth, testing::rig_board(),
                       {.instants = instants, .bend_m = 5e-4, .seed = 9000 + i, .poses = testing::near_poses()})
              .observations,
          how);
      if (!found.calibration.converged()) return;
      all[i] = judge_pair(found.calibration, found.pairs.front(), truth);
      const RigPair alone = evaluate_pair(influenced_rig(found.calibration), 0, 1,
                                          {.distances_m = {kDistance_m}, .noise_px = {0.05, 0.05}});
      by_chance[i] = judge_pair(found.calibration, alone, truth);
    });
    const std::string name = std::to_string(instants) + " instants, board bent by 0.5 mm";
    print_rig_row(name, all);
    print_rig_row(name + ", by chance alone", by_chance);
    expect_rig_covered(all, name);
  }
}

/// Cameras side by side, each turned outward a little, so that only neighbours see the board together.
std::vector<SimulatedRigCamera> fan(std::size_t cameras) {
  std::vector<SimulatedRigCamera> rig;
  for (std::size_t c = 0; c < cameras; ++c) {
    const double turn = 0.45 * static_cast<double>(c);
    const Matrix3 rotation = rotation_exp(Vector3(0.01 * static_cast<double>(c), -turn, 0));
    const Vector3 centre(0.15 * static_cast<double>(c), 0.01 * static_cast<double>(c % 2), 0);
    rig.push_back({"camera" + std::to_string(c), testing::rig_camera(850 + 15 * static_cast<double>(c)),
                   Pose{rotation, -(rotation * centre)}});
  }
  return rig;
}

TEST(RigStudy, BoundsOfLargerRigsCover) {
  const std::size_t count = testing::sample(3, 300).n;
  std::printf("%s", kRigTableHead);
  for (const std::size_t cameras : {3, 4, 6}) {
    const auto truth = fan(cameras);
    std::vector<JudgedPair> all(count);
    parallel_for(count, 0, [&](std::size_t i) {
      const RigCalibration rig = calibrate_rig(
          simulate_rig(truth, testing::rig_board(),
                       {.instants = static_cast<int>(12 * cameras), .seed = 11000 + i, .poses = testing::near_poses()})
              .observations);
      if (!rig.converged()) return;
      // The first camera and the last one, joined by all between.
      const RigPair ends = evaluate_pair(influenced_rig(rig), 0, cameras - 1,
                                         {.distances_m = {}, .noise_px = std::vector(cameras, 0.05)});
      const RigPair neighbours = evaluate_pair(influenced_rig(rig), 0, 1,
                                               {.distances_m = {kDistance_m}, .noise_px = std::vector(cameras, 0.05)});
      all[i] = judge_pair(rig, neighbours, truth);
      const Pose is = b_from_a(truth, 0, cameras - 1);
      const Matrix3 off = b_from_a(rig, 0, cameras - 1).rotation * is.rotation.transpose();
      const double angle = rotation_log(off).norm() * 180 / std::numbers::pi;
      all[i].covered[0] = std::abs(ends.baseline_m - is.translation.norm()) < ends.baseline.bound95;
      all[i].covered[1] = angle < ends.angle.bound95;
      all[i].error2[0] = std::pow(ends.baseline_m - is.translation.norm(), 2);
      all[i].error2[1] = angle * angle;
      all[i].predicted2[0] = ends.baseline.total * ends.baseline.total;
      all[i].predicted2[1] = ends.angle.total * ends.angle.total;
    });
    print_rig_row(std::to_string(cameras) + " cameras", all);
    expect_rig_covered(all, std::to_string(cameras) + " cameras");
  }
}

/// Two to six cameras of different lenses, in a fan, a line, or looking at each other across the board's place.
std::vector<SimulatedRigCamera> any_rig(RandomStream& random) {
  const auto count = static_cast<std::size_t>(2 + 5 * random.uniform());
  const double kind = random.uniform();
  std::vector<SimulatedRigCamera> rig;
  for (std::size_t c = 0; c < count; ++c) {
    const double place = static_cast<double>(c);
    Vector3 centre{0.05 + 0.3 * random.uniform() * place, 0.1 * random.normal(), 0.05 * random.normal()};
    Vector3 turn{0.1 * random.normal(), 0, 0.2 * random.normal()};
    if (kind < 0.35) {
      turn.y() = -0.4 * place;
    } else if (kind < 0.7) {
      turn.y() = 0.1 * random.normal();
    } else {  // on an arc about a point before the first camera
      const double angle = 0.35 * place;
      centre = Vector3(1.2 * std::sin(angle), 0.1 * random.normal(), 1.2 - 1.2 * std::cos(angle));
      turn.y() = angle;
    }
    const double f = 600 + 900 * random.uniform();
    const Camera camera = random.uniform() < 0.3 ? Camera("fisheye",
                                                          {{"fx", 420},
                                                           {"fy", 421},
                                                           {"cx", 640},
                                                           {"cy", 480},
                                                           {"k1", 0.03},
                                                           {"k2", -0.01},
                                                           {"k3", 0},
                                                           {"k4", 0}},
                                                          {1280, 960})
                                                 : Camera("radial2",
                                                          {{"fx", f},
                                                           {"fy", f * 1.003},
                                                           {"cx", 640 + 20 * random.normal()},
                                                           {"cy", 480 + 15 * random.normal()},
                                                           {"k1", -0.25 + 0.3 * random.uniform()},
                                                           {"k2", 0.05}},
                                                          {1280, 960});
    const Matrix3 rotation = c == 0 ? Matrix3(Matrix3::Identity()) : rotation_exp(turn);
    rig.push_back({"camera" + std::to_string(c), camera, c == 0 ? Pose{} : Pose{rotation, -(rotation * centre)}});
  }
  return rig;
}

/// Whether cameras are joined by instants that two of them saw.
bool is_linked(const RigObservations& seen) {
  std::vector<char> reached(seen.cameras.size());
  reached[0] = 1;
  for (std::size_t round = 0; round < seen.cameras.size(); ++round) {
    for (const Instant& instant : seen.instants) {
      bool any = false;
      for (std::size_t c = 0; c < reached.size(); ++c) any = any || (instant.frames[c] && reached[c] != 0);
      for (std::size_t c = 0; any && c < reached.size(); ++c) {
        if (instant.frames[c]) reached[c] = 1;
      }
    }
  }
  return std::all_of(reached.begin(), reached.end(), [](char one) { return one != 0; });
}

TEST(RigStudy, RigsOfAllKindsFindTheirInitialValues) {
  const testing::Sample sample = testing::sample(20, 500);
  std::vector<int> outcome(sample.n);  // 0: not linked, and told so. 1: found. -1: not found
  parallel_for(sample.n, 0, [&](std::size_t i) {
    RandomStream random(13000, i);
    const auto truth = any_rig(random);
    RigCalibrateOptions how;
    how.models.clear();
    for (const SimulatedRigCamera& one : truth) how.models.emplace_back(one.camera.shared_model());
    const RigObservations seen =
        simulate_rig(truth, testing::rig_board(),
                     {.instants = static_cast<int>(10 * truth.size()), .seed = i, .poses = testing::near_poses()})
            .observations;
    const RigCalibration rig = calibrate_rig(seen, how);
    if (!is_linked(seen)) {
      outcome[i] = rig.message.find("never see the board together") != std::string::npos ? 0 : -1;
    } else {
      outcome[i] = rig.converged() && rig.fit.rmse < 0.06 ? 1 : -1;
    }
    if (outcome[i] < 0) std::printf("rig %zu of %zu cameras: %s\n", i, truth.size(), rig.message.c_str());
  });
  const auto found = std::count(outcome.begin(), outcome.end(), 1);
  const auto told = std::count(outcome.begin(), outcome.end(), 0);
  std::printf("of %zu rigs %td were found, %td have a missing link and were told so\n", sample.n, found, told);
  EXPECT_GE(static_cast<double>(found + told), testing::least(sample, 0.99));
  EXPECT_GT(found, told);
}

}  // namespace
}  // namespace fiducia

#include <gmock/gmock.h>

#include <cmath>

#include "fiducia/core/error.h"
#include "fiducia/core/random.h"
#include "fiducia/evaluate/bias_ratio.h"
#include "fiducia/evaluate/rig_consistency.h"
#include "fiducia/evaluate/rig_mount_change.h"
#include "fiducia/evaluate/rig_pair.h"
#include "fiducia/evaluate/rig_pair_geometry.h"
#include "tests/solve/rig_setups.h"

namespace fiducia {
namespace {

using testing::near_poses;
using testing::rig_board;
using testing::stereo;

RigCalibration calibrated(const SimulateRigOptions& options) {
  return calibrate_rig(simulate_rig(stereo(), rig_board(), options).observations);
}

SimulateRigOptions scene(int instants, std::uint64_t seed) {
  return {.instants = instants, .seed = seed, .poses = near_poses()};
}

TEST(Triangulate, GivesBackAPoint) {
  const Pose b_from_a = Pose::from_vectors({0.05, -0.1, 0.02}, {-0.12, 0.01, 0.02});
  const Vector3 x(0.2, -0.1, 1.7);
  EXPECT_LT((*triangulate(x.normalized(), (b_from_a * x).normalized(), b_from_a) - x).norm(), 1e-12);
  EXPECT_NEAR(row_difference(x, b_from_a * x, b_from_a, 800), 0, 1e-10);
  EXPECT_FALSE(triangulate(Vector3::UnitZ(), Vector3::UnitZ(), Pose::from_vectors(Vector3::Zero(), {-0.1, 0, 0})));
}

/// The derivatives of a pair's points, against what the moved calibration gives for the same pixels.
TEST(PairPoints, MoveAsDifferencesSay) {
  // Of the first three cameras the second and third: both have poses in g.
  std::vector<SimulatedRigCamera> cameras = stereo();
  cameras.push_back({"third", testing::rig_camera(880), Pose::from_vectors({-0.02, 0.1, 0.01}, {-0.25, 0.01, 0.02})});
  const RigCalibration rig = calibrate_rig(simulate_rig(cameras, rig_board(), scene(12, 3)).observations);
  ASSERT_TRUE(rig.converged()) << rig.message;
  const std::vector<PairPoint> points = pair_points(rig_geometry(rig), 1, 2, 1.2, 5, 4);
  ASSERT_GT(points.size(), 5U);
  const auto moved_camera = [&](const Eigen::VectorXd& g, std::size_t c) {
    const double* theta = g.data() + rig.layout.first[c];
    const Camera& camera = rig.cameras[c].camera;
    return Camera(camera.shared_model(), std::vector(theta, theta + camera.model().size()), camera.image_size());
  };
  const Pose b_from_a = rig.cameras[2].camera_from_rig * rig.cameras[1].camera_from_rig.inverse();
  const double focal = rectified_focal_px(rig.cameras[1].camera, rig.cameras[2].camera);
  const PairPoint& one = points[points.size() / 2];
  const Vector2 u_a = *rig.cameras[1].camera.project(one.point);
  const Vector2 u_b = *rig.cameras[2].camera.project(b_from_a * one.point);
  for (int i = 0; i < rig.layout.shape_first; ++i) {
    const double h = 1e-5 * std::max(1.0, std::abs(rig.g[i]));
    const auto at = [&](double step) {
      const Eigen::VectorXd g = rig.layout.moved(rig.g, step * Eigen::VectorXd::Unit(rig.g.size(), i));
      const Pose pose = rig.layout.camera_from_rig(g, 2) * rig.layout.camera_from_rig(g, 1).inverse();
      const Vector3 ray_a = *moved_camera(g, 1).unproject(u_a);
      const Vector3 ray_b = *moved_camera(g, 2).unproject(u_b);
      Eigen::Vector4d result;
      result << *triangulate(ray_a, ray_b, pose), row_difference(ray_a, ray_b, pose, focal);
      return result;
    };
    const Eigen::Vector4d slope = (at(h) - at(-h)) / (2 * h);
    EXPECT_LT((one.triangulated.col(i) - slope.head<3>()).norm(), 1e-4 * slope.head<3>().norm() + 1e-7) << i;
    EXPECT_NEAR(one.row[i], slope[3], 1e-4 * std::abs(slope[3]) + 1e-5) << i;
  }
}

TEST(RigPair, SaysWhatThePairIsAndHowFarItCanBeTrusted) {
  const RigCalibration rig = calibrated(scene(25, 1));
  ASSERT_TRUE(rig.converged());
  const InfluencedRig influenced = influenced_rig(rig);
  const std::vector<double> noise(2, rig.fit.s_d);
  const RigPair pair = evaluate_pair(influenced, 0, 1, {.distances_m = {0.5, 2}, .noise_px = noise});
  const Pose truth = stereo()[1].camera_from_rig;
  EXPECT_LT(std::abs(pair.baseline_m - truth.translation.norm()), 2 * pair.baseline.bound95);
  EXPECT_LT(pair.baseline.bound95, 5e-4);
  EXPECT_NEAR(pair.angle_deg, rotation_log(truth.rotation).norm() * 180 / 3.14159265, 2 * pair.angle.bound95);
  EXPECT_LT(pair.rows.total, 0.1);
  EXPECT_GT(pair.rows.bound95, pair.rows.total);
  ASSERT_EQ(pair.triangulation.size(), 2U);
  for (const TriangulationError& error : pair.triangulation) {
    EXPECT_GT(error.points, 100);
    EXPECT_NEAR(std::hypot(error.calibration.total, error.noise_mm), error.total_mm, 1e-9);
    EXPECT_GT(error.bound95_mm, error.total_mm);
  }
  // The noise of a depth grows with the square of the distance: sigma z^2 sqrt(2) / (f b), and a little for the rest.
  const double expected = 1000 * rig.fit.s_d * 4 * std::sqrt(2) / (900 * 0.12);
  EXPECT_NEAR(pair.triangulation[1].noise_mm, expected, 0.5 * expected);
  EXPECT_THROW(static_cast<void>(evaluate_pair(influenced, 0, 0, {.noise_px = noise})), Error);
  EXPECT_THROW(static_cast<void>(evaluate_pair(influenced, 0, 1, {.distances_m = {-1}, .noise_px = noise})), Error);
}

TEST(RigUncertainty, NeedsInstantsThatDiffer) {
  RigCalibration rig = calibrated(scene(6, 1));
  rig.instants.resize(2);
  EXPECT_THROW(RigUncertainty{rig}, Error);
  EXPECT_THROW(RigUncertainty{RigCalibration{}}, Error);
}

TEST(RigConsistency, FindsNothingInARigThatHolds) {
  int small = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const RigConsistency found = rig_consistency(calibrated(scene(15, seed)));
    EXPECT_TRUE(found.is_one_rig()) << seed;
    small += found.p_value < 0.05 ? 1 : 0;
  }
  EXPECT_LE(small, 4);  // 1 is expected, more than 4 has a probability of 0.3%
}

TEST(RigConsistency, NamesTheInstantFromWhichOnAMountMoved) {
  SimulateRigOptions options = scene(24, 2);
  options.loose_mount = LooseMount{1, 15, (Vector6() << 0.004, 0.003, 0, 0.001, 0, 0.001).finished()};
  const RigCalibration rig = calibrated(options);
  ASSERT_TRUE(rig.converged()) << rig.message;
  const RigConsistency found = rig_consistency(rig);
  ASSERT_EQ(found.finding, RigFinding::kMovedMount);
  EXPECT_EQ(found.moved_mount->camera, 1U);
  EXPECT_EQ(found.moved_mount->from_instant, "instant015");
  EXPECT_NEAR(found.moved_mount->turn_deg, 0.005 * 180 / 3.14159, 0.1);
  EXPECT_NEAR(found.moved_mount->shift_m, 0.0014, 0.001);
}

TEST(RigMountChange, OfARelativePoseIsKnownAsItsPartsAre) {
  const Pose a = Pose::from_vectors({0.2, -0.1, 0.3}, {0.1, -0.2, 1.2});
  const Pose b = Pose::from_vectors({0.1, 0.3, -0.2}, {-0.1, 0.1, 1.1});
  const Pose b_from_a = b * a.inverse();
  const auto difference = [&](const Vector6& step_a, const Vector6& step_b) {
    const Pose moved = b.moved(step_b) * a.moved(step_a).inverse();
    Vector6 d;
    d << rotation_log(moved.rotation * b_from_a.rotation.transpose()), moved.translation - b_from_a.translation;
    return d;
  };
  Matrix6 expected = Matrix6::Zero();
  for (int i = 0; i < 6; ++i) {
    constexpr double kStep = 1e-6;
    const Vector6 of_a = difference(kStep * Vector6::Unit(i), Vector6::Zero()) / kStep;
    const Vector6 of_b = difference(Vector6::Zero(), kStep * Vector6::Unit(i)) / kStep;
    expected += of_a * of_a.transpose() + 4 * of_b * of_b.transpose();
  }
  const Matrix6 found = relative_covariance(a, Matrix6::Identity(), b_from_a, 4 * Matrix6::Identity());
  EXPECT_LT((found - expected).norm(), 1e-4 * expected.norm());
}

TEST(RigConsistency, NamesSingleInstants) {
  RigSimulation seen = simulate_rig(stereo(), rig_board(), scene(24, 3));
  for (Corner& corner : seen.observations.instants[7].frames[1]->corners) corner.pixel.x() += 1.5;
  const RigConsistency found = rig_consistency(calibrate_rig(seen.observations));
  EXPECT_EQ(found.finding, RigFinding::kFewInstants);
  ASSERT_FALSE(found.deviating().empty());
  EXPECT_EQ(found.deviating().front(), "instant007");
  EXPECT_LE(found.deviating().size(), 2U);
}

TEST(RigConsistency, TellsImagesThatWereNotTakenTogether) {
  std::vector<SimulatedRigCamera> cameras = stereo();
  cameras[1].lag_s = 0.02;
  SimulateRigOptions options = scene(24, 4);
  options.speed_m_s = 0.1;
  options.turn_rate_rad_s = 0.2;
  const RigConsistency found = rig_consistency(calibrate_rig(simulate_rig(cameras, rig_board(), options).observations));
  EXPECT_EQ(found.finding, RigFinding::kManyInstants);
  EXPECT_GT(found.misfit_px, found.noise_px);
}

TEST(RigConsistency, TellsFramesThatAreShiftedByOneInstant) {
  RigSimulation seen = simulate_rig(stereo(), rig_board(), scene(24, 5));
  std::vector<Instant>& instants = seen.observations.instants;
  for (std::size_t i = instants.size() - 1; i > 0; --i) instants[i].frames[1] = instants[i - 1].frames[1];
  instants[0].frames[1].reset();
  const RigCalibration rig = calibrate_rig(seen.observations);
  ASSERT_EQ(rig.shifts.size(), 1U);
  EXPECT_EQ(rig.shifts[0].camera, 1U);
  EXPECT_EQ(rig.shifts[0].by, 1);
  if (rig.converged()) {
    EXPECT_EQ(rig_consistency(rig).finding, RigFinding::kShiftedFrames);
  }
}

TEST(FindStep, FindsTheCutAndTellsChance) {
  std::vector<Vector6> sequence;
  RandomStream random(1);
  for (int i = 0; i < 20; ++i) {
    Vector6 one;
    for (double& x : one) x = random.normal();
    sequence.push_back(one);
  }
  EXPECT_GT(find_step(sequence, 1)->p_value, 0.05);
  for (std::size_t i = 12; i < 20; ++i) sequence[i][2] += 6;
  const auto step = find_step(sequence, 1);
  EXPECT_EQ(step->first_after, 12U);
  EXPECT_LT(step->p_value, 0.01);
  EXPECT_NEAR(step->change[2], 6, 1.5);
  sequence.resize(5);
  EXPECT_FALSE(find_step(sequence, 1));
}

TEST(RigCameraView, HasABiasRatio) {
  const RigCalibration rig = calibrated(scene(20, 6));
  for (std::size_t c = 0; c < 2; ++c) {
    const BiasRatio bias = bias_ratio(camera_view(rig, c), {.resamples = 0});
    EXPECT_NEAR(bias.robust.sigma_d_px, 0.05, 0.01);
    EXPECT_LT(bias.robust.ratio, 0.25);
  }
}

}  // namespace
}  // namespace fiducia

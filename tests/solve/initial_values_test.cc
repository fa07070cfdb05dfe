#include "fiducia/solve/start/initial_values.h"

#include <gtest/gtest.h>

#include "fiducia/camera/registry.h"
#include "fiducia/solve/refine_pose.h"
#include "fiducia/solve/start/base_lens.h"
#include "fiducia/solve/start/board_plane.h"
#include "fiducia/solve/start/fit_lens.h"
#include "fiducia/solve/start/ray_pose.h"
#include "setups.h"

namespace fiducia {
namespace {

using testing::board;
using testing::fisheye_camera;
using testing::ordinary_camera;

std::vector<RayMatch> matches_of(const Pose& pose, const std::vector<Vector3>& points) {
  std::vector<RayMatch> matches;
  for (const Vector3& point : points) matches.push_back({point, (pose * point).normalized()});
  return matches;
}

TEST(RayPose, IsExactWithoutNoiseEvenBehindTheCameraPlane) {
  const Target target = board();
  const BoardPlane plane = fit_board_plane(target.points);
  for (const Pose& pose : {Pose::from_vectors({0.4, -0.3, 1}, {0.1, -0.2, 0.8}),
                           Pose::from_vectors({0.1, 1.4, 0.2}, {1.2, 0.1, -0.2}),    // 100 degrees from the axis
                           Pose::from_vectors({3.0, 0.1, 0.2}, {0.3, 0.1, 0.9})}) {  // seen from its other side
    const auto found = pose_from_rays(matches_of(pose, target.points), plane);
    ASSERT_TRUE(found.has_value());
    EXPECT_LT((found->rotation - pose.rotation).norm(), 1e-7);
    EXPECT_LT((found->translation - pose.translation).norm(), 1e-7);
  }
}

TEST(RayPose, RefusesTooFewPoints) {
  const Target target = board();
  std::vector<RayMatch> matches = matches_of(Pose::from_vectors({0.4, -0.3, 1}, {0.1, -0.2, 0.8}), target.points);
  matches.resize(3);
  EXPECT_FALSE(pose_from_rays(matches, fit_board_plane(target.points)).has_value());
}

TEST(BoardPlane, OfATiltedBentBoard) {
  const Pose motion = Pose::from_vectors({0.5, 0.2, -0.9}, {1, 2, 3});
  std::vector<Vector3> points = bent_points(board(), 0.001);
  for (Vector3& point : points) point = motion * point;
  points.emplace_back(Vector3::Constant(std::nan("")));  // a corner that was never seen
  const BoardPlane plane = fit_board_plane(points);
  EXPECT_GT(plane.thickness_m, 1e-4);
  EXPECT_LT(plane.thickness_m, 1e-3);
  EXPECT_GT(plane.extent_m, 0.15);
}

TEST(RefinePose, ReachesTheTruePoseFromAFarStart) {
  const Camera camera = ordinary_camera();
  const Simulation simulation = simulate(camera, board(), {.frames = 5, .noise_px = 0, .seed = 2});
  for (std::size_t j = 0; j < 5; ++j) {
    const CornerArrays corners(simulation.observations.frames[j].corners, simulation.observations.target.points);
    Vector6 off;
    off << 0.2, -0.2, 0.1, 0.05, -0.05, 0.2;
    const PoseFit fit =
        refine_pose(camera.model(), camera.parameters().data(), corners, simulation.camera_from_target[j].moved(off));
    ASSERT_TRUE(fit.computable);
    EXPECT_LT(fit.rmse, 1e-8);
    EXPECT_LT((fit.pose.translation - simulation.camera_from_target[j].translation).norm(), 1e-8);
  }
}

TEST(BaseLens, AgreesWithTheModelItStandsFor) {
  for (const LensFamily family : {LensFamily::kRectilinear, LensFamily::kEquidistant}) {
    const BaseLens lens{family, 500, {639, 480}};
    const Camera camera = lens.camera({1280, 960});
    for (const Vector2& u : {Vector2(639, 480), Vector2(100, 900), Vector2(1200, 5)}) {
      const auto ray = lens.unproject(u);
      ASSERT_TRUE(ray.has_value());
      EXPECT_LT((*camera.project(*ray) - u).norm(), 1e-9);
    }
  }
}

TEST(FitLens, ImitatesAnotherModel) {
  const Camera fisheye = fisheye_camera();
  std::vector<PixelRay> pairs;
  for (int x = 0; x < 1280; x += 80) {
    for (int y = 0; y < 960; y += 80) {
      if (const auto ray = fisheye.unproject(Vector2(x, y))) pairs.push_back({Vector2(x, y), *ray});
    }
  }
  const std::shared_ptr<const Model> model = make_model("double_sphere");
  const auto fit = fit_lens(*model, pairs, model->initial_parameters(420, 640, 480));
  ASSERT_TRUE(fit.has_value());
  EXPECT_LT(fit->rmse, 1);
}

}  // namespace
}  // namespace fiducia

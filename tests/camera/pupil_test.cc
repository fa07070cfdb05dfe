// A lens whose entrance pupil moves: straight rays that do not meet in one point.

#include "fiducia/camera/pupil.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "fiducia/camera/linearize_points.h"
#include "fiducia/camera/registry.h"

namespace fiducia {
namespace {

const Vector2 kPupil(0.004, -0.0007);

Camera wide_camera() { return {make_model("fisheye"), {420, 422, 640, 480, 0.02, -0.003, 0, 0}, {1280, 960}}; }

/// All points of the line that a pixel's ray is are seen at the pixel, near or far.
TEST(Pupil, TheRayOfAPixelIsAStraightLine) {
  const Camera camera = wide_camera();
  for (const Vector2& pixel : {Vector2(640, 480), Vector2(20, 30), Vector2(1200, 500), Vector2(700, 900)}) {
    const Vector3 ray = *camera.unproject(pixel);
    const Vector3 origin(0, 0, -pupil_offset(kPupil, ray));
    for (const double along : {0.05, 0.3, 3.0, 1e6}) {
      const auto seen = project_through_pupil(camera, kPupil, origin + along * ray);
      ASSERT_TRUE(seen.has_value());
      EXPECT_LT((*seen - pixel).norm(), 1e-8) << pixel.transpose() << " at " << along << " m";
    }
  }
}

TEST(Pupil, OffsetIsTheFormula) {
  EXPECT_DOUBLE_EQ(pupil_offset(kPupil, 1.2), 0.004 * 1.44 - 0.0007 * 1.44 * 1.44);
  EXPECT_DOUBLE_EQ(pupil_offset(kPupil, Vector3(3, 0, 0)), pupil_offset(kPupil, std::acos(-1.0) / 2));
  EXPECT_EQ(pupil_offset(kPupil, 0.0), 0);
}

TEST(Pupil, DerivativesAreThoseByDifferences) {
  for (const Vector3& x : {Vector3(0.1, -0.2, 0.3), Vector3(0.3, 0.1, -0.02), Vector3(0, 0, 0.5)}) {
    const ThroughPupil here = through_pupil(kPupil, x).value();
    const double h = 1e-6;
    for (int i = 0; i < 3; ++i) {
      const Vector3 step = h * Vector3::Unit(i);
      const double numeric =
          (through_pupil(kPupil, x + step)->point.z() - through_pupil(kPupil, x - step)->point.z()) / (2 * h);
      EXPECT_NEAR(here.z_by_point[i], numeric, 1e-7) << x.transpose();
    }
    for (int i = 0; i < 2; ++i) {
      const Vector2 step = h * Vector2::Unit(i);
      const double numeric =
          (through_pupil(kPupil + step, x)->point.z() - through_pupil(kPupil - step, x)->point.z()) / (2 * h);
      EXPECT_NEAR(here.z_by_pupil[i], numeric, 1e-7) << x.transpose();
    }
  }
}

TEST(Pupil, APointWithinTheLensHasNoRay) {
  EXPECT_FALSE(through_pupil({-0.5, 0}, {0.01, 0, 0.02}).has_value());
  EXPECT_FALSE(project_through_pupil(wide_camera(), kPupil, {std::nan(""), 0, 1}).has_value());
}

TEST(Pupil, AtADistanceIsACameraOfDirections) {
  const Camera camera = wide_camera();
  const Camera near = at_distance(camera, kPupil, 0.3);
  for (double u = 0; u < 1280; u += 99) {
    const Vector2 pixel(u, 0.7 * u);
    const Vector3 direction = near.unproject(pixel).value();
    EXPECT_NEAR(direction.norm(), 1, 1e-14);
    EXPECT_LT((*near.project(2 * direction) - pixel).norm(), 1e-9);
    EXPECT_LT((*project_through_pupil(camera, kPupil, 0.3 * direction) - pixel).norm(), 1e-9);
  }
  EXPECT_EQ(&at_distance(camera, kPupil, std::numeric_limits<double>::infinity()).model(), &camera.model());
  EXPECT_EQ(&at_distance(camera, Vector2::Zero(), 0.3).model(), &camera.model());

  const std::vector<Vector3> rays = {Vector3(0.4, 0.2, 1), Vector3(-1, 0.3, 0.4), Vector3(0.1, 0, 2)};
  const auto derivatives = linearize_points(near, rays).point;
  for (std::size_t k = 0; k < rays.size(); ++k) {
    for (int i = 0; i < 3; ++i) {
      const double h = 1e-6;
      const Vector3 step = h * Vector3::Unit(i);
      const Vector2 numeric = (*near.project(rays[k] + step) - *near.project(rays[k] - step)) / (2 * h);
      const auto row = 2 * static_cast<Eigen::Index>(k);
      EXPECT_NEAR(derivatives(row, i), numeric.x(), 1e-4);
      EXPECT_NEAR(derivatives(row + 1, i), numeric.y(), 1e-4);
    }
  }
}

TEST(Pupil, ItsEffectGoesWithTheDistance) {
  const Camera camera = wide_camera();
  const double near = pupil_effect_px(camera, kPupil, 0.3);
  EXPECT_GT(near, 1);
  EXPECT_NEAR(pupil_effect_px(camera, kPupil, 3), near / 10, 0.02 * near / 10);
  EXPECT_EQ(pupil_effect_px(camera, kPupil, std::numeric_limits<double>::infinity()), 0);
}

}  // namespace
}  // namespace fiducia

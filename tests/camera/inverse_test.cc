// project and unproject undo each other, over the whole image and up to the edge of the domain.

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <limits>

#include "model_samples.h"

namespace fiducia {
namespace {

constexpr double kPixelTolerance = 1e-9;

template <class M>
class Inverse : public testing::Test {};
TYPED_TEST_SUITE(Inverse, samples::ModelTypes, samples::ModelName);

TYPED_TEST(Inverse, ProjectUndoesUnprojectOverTheWholeImage) {
  samples::for_each_camera<TypeParam>([](const Camera& camera) {
    const int steps = 64;
    int rays = 0;
    for (int i = 0; i <= steps; ++i) {
      for (int j = 0; j <= steps; ++j) {  // from border to border: [-0.5, width - 0.5]
        const Vector2 u(-0.5 + static_cast<double>(camera.image_size().width * i) / steps,
                        -0.5 + static_cast<double>(camera.image_size().height * j) / steps);
        const auto ray = camera.unproject(u);
        if (!ray) continue;
        ++rays;
        EXPECT_NEAR(ray->norm(), 1, 1e-14);
        const auto back = camera.project(*ray);
        ASSERT_TRUE(back.has_value()) << "pixel " << u.transpose() << ", ray " << ray->transpose();
        ASSERT_LT((*back - u).norm(), kPixelTolerance) << "pixel " << u.transpose() << ", ray " << ray->transpose();
      }
    }
    // Every sample sees a good part of its image; without this the law could hold for want of rays.
    EXPECT_GT(rays, (steps + 1) * (steps + 1) / 8);
  });
}

/// No ray of the domain is lost, and none comes back as another.
TYPED_TEST(Inverse, UnprojectUndoesProjectUpToTheEdgeOfTheDomain) {
  samples::for_each_camera<TypeParam>([](const Camera& camera) {
    for (int i = 0; i < 32; ++i) {
      const double phi = 0.1 + std::numbers::pi / 16 * i;
      const double edge = samples::domain_edge(camera, phi);
      for (const double share : {1e-9, 1e-5, 1e-3, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999, 0.9999}) {
        const Vector3 x = samples::ray(share * edge, phi);
        const auto u = camera.project(x);
        ASSERT_TRUE(u.has_value()) << share << " of the way to the edge at " << edge << " in direction " << phi;
        if (u->norm() > 2e4) continue;  // so far out a ray's last bit moves the pixel by more than the tolerance
        const auto ray = camera.unproject(*u);
        ASSERT_TRUE(ray.has_value()) << share << " of the way to the edge at " << edge << " in direction " << phi;
        // Towards a fold the pixel says less and less about the angle: slope ~ distance to it.
        EXPECT_LT(ray->cross(x).norm(), 1e-10 + 1e-13 / (1 - share)) << share << " of the way to " << edge;
        EXPECT_GT(ray->dot(x), 0);
        EXPECT_LT((*camera.project(*ray) - *u).norm(), kPixelTolerance) << share << " of the way to " << edge;
      }
    }
  });
}

TYPED_TEST(Inverse, AnythingButAFinitePixelHasNoRay) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  samples::for_each_camera<TypeParam>([&](const Camera& camera) {
    for (const Vector2& u : {Vector2(nan, 480), Vector2(640, nan), Vector2(infinity, 480), Vector2(640, -infinity)}) {
      EXPECT_FALSE(camera.unproject(u).has_value());
    }
    for (const Vector3& x : {Vector3(nan, 0, 1), Vector3(0, nan, 1), Vector3(0, 0, nan), Vector3(infinity, 0, 1),
                             Vector3(0, 0, infinity)}) {
      EXPECT_FALSE(camera.project(x).has_value());
    }
    EXPECT_FALSE(camera.project({0, 0, 0}).has_value());
  });
}

}  // namespace
}  // namespace fiducia

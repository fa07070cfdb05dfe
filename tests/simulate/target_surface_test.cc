#include "fiducia/simulate/target_surface.h"

#include <gtest/gtest.h>

namespace fiducia {
namespace {

TEST(TargetSurface, RaysToTheBentPointsMeetTheSurfaceThere) {
  for (const Target& target : {Target::chessboard(10, 8, 0.05), Target::tag_grid(6, 6, 0.088, 0.3)}) {
    const double front = front_direction(target);
    for (const double bend : {0.0, 0.0004, -0.0004, 0.02, -0.02}) {
      const TargetSurface surface(target, bend);
      const Vector3 eye(0.9, -0.4, 0.7 * front);
      for (const Vector3& point : bent_points(target, bend)) {
        const auto seen = surface.seen_at(eye, 3 * (point - eye));
        ASSERT_TRUE(seen);
        EXPECT_NEAR((*seen - point.head<2>()).norm(), 0, 1e-14);
        EXPECT_NEAR((surface.at(point.x(), point.y()) - point).norm(), 0, 1e-16);
      }
    }
  }
}

TEST(TargetSurface, IsSeenFromItsFrontOnly) {
  for (const Target& target : {Target::chessboard(10, 8, 0.05), Target::tag_grid(6, 6, 0.088, 0.3)}) {
    for (const double bend : {0.0, 0.001, -0.001}) {
      const TargetSurface surface(target, bend);
      const Vector3 normal = surface.front_normal(0.1, 0.2);
      const Vector3 place = surface.at(0.1, 0.2);
      EXPECT_NEAR(normal.norm(), 1, 1e-15);
      EXPECT_TRUE(surface.seen_at(place + normal, -normal));
      // From behind, and looking away. The bent surface goes on for ever and is met again, far from the board.
      for (const Vector3& eye : {Vector3(place - normal), Vector3(place + normal)}) {
        const auto seen = surface.seen_at(eye, normal);
        EXPECT_TRUE(bend == 0 ? !seen : !seen || seen->norm() > 10);
      }
    }
  }
}

TEST(TargetSurface, NormalIsThatOfTheHeight) {
  const TargetSurface surface(Target::chessboard(10, 8, 0.05), 0.01);
  constexpr double kStep = 1e-6;
  const Vector3 along_x = surface.at(0.3 + kStep, 0.1) - surface.at(0.3 - kStep, 0.1);
  const Vector3 along_y = surface.at(0.3, 0.1 + kStep) - surface.at(0.3, 0.1 - kStep);
  EXPECT_NEAR(surface.front_normal(0.3, 0.1).dot(along_x) / kStep, 0, 1e-8);
  EXPECT_NEAR(surface.front_normal(0.3, 0.1).dot(along_y) / kStep, 0, 1e-8);
}

}  // namespace
}  // namespace fiducia

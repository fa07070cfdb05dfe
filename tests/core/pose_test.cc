#include "fiducia/core/pose.h"

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

#include "fiducia/core/random.h"

namespace fiducia {
namespace {

Vector3 random_direction(RandomStream& random) {
  return Vector3{random.normal(), random.normal(), random.normal()}.normalized();
}

Pose random_pose(RandomStream& random) {
  const double angle = random.uniform(0, 3);
  const Vector3 axis = random_direction(random);
  return Pose::from_vectors(angle * axis, {random.normal(), random.normal(), random.normal()});
}

bool same(const Pose& a, const Pose& b, double tolerance) {
  return (a.rotation - b.rotation).norm() < tolerance && (a.translation - b.translation).norm() < tolerance;
}

TEST(Pose, ExpIsTheRotationAboutTheVector) {
  RandomStream random(1);
  for (int i = 0; i < 100; ++i) {
    const Vector3 axis = random_direction(random);
    const double angle = random.uniform(0, 2 * std::numbers::pi);
    const Matrix3 expected = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
    EXPECT_LT((rotation_exp(angle * axis) - expected).norm(), 1e-14);
  }
  EXPECT_EQ(rotation_exp(Vector3::Zero()), Matrix3::Identity());
}

TEST(Pose, LogUndoesExpForEveryAngle) {
  RandomStream random(2);
  // From the smallest angles, over the switch between series and closed form (1e-4), to just short of half a turn.
  for (const double angle : {1e-300, 1e-15, 1e-12, 1e-8, 0.99e-4, 1.01e-4, 1e-2, 1.0, 3.0, 3.14159, 3.1415926}) {
    for (int i = 0; i < 20; ++i) {
      const Vector3 w = angle * random_direction(random);
      const Matrix3 rotation = rotation_exp(w);
      EXPECT_LT((rotation * rotation.transpose() - Matrix3::Identity()).norm(), 1e-14) << angle;
      EXPECT_NEAR(rotation.determinant(), 1, 1e-14) << angle;
      EXPECT_LT((rotation_log(rotation) - w).norm(), 1e-14 * (1 + angle)) << angle;
    }
  }
}

TEST(Pose, SmallAnglesKeepTheirDigits) {
  const Vector3 w = Vector3(3e-9, -2e-9, 1e-9);
  EXPECT_LT((rotation_log(rotation_exp(w)) - w).norm(), 1e-15 * w.norm());
}

TEST(Pose, HalfATurnHasAnAxis) {
  for (const Vector3& axis : {Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(0.6, 0, -0.8)}) {
    const Vector3 w = rotation_log(Eigen::AngleAxisd(std::numbers::pi, axis).toRotationMatrix());
    EXPECT_NEAR(w.norm(), std::numbers::pi, 1e-14);
    EXPECT_LT(w.normalized().cross(axis).norm(), 1e-14);
  }
}

TEST(Pose, ComposesAndInverts) {
  RandomStream random(3);
  for (int i = 0; i < 20; ++i) {
    const Pose a = random_pose(random);
    const Pose b = random_pose(random);
    const Vector3 x{random.normal(), random.normal(), random.normal()};
    EXPECT_LT(((a * b) * x - a * (b * x)).norm(), 1e-14 * 10);
    EXPECT_TRUE(same(a * a.inverse(), Pose{}, 1e-14 * 10));
    EXPECT_TRUE(same(a.inverse() * a, Pose{}, 1e-14 * 10));
    EXPECT_TRUE(same(Pose::from_vectors(a.rotation_vector(), a.translation), a, 1e-14 * 10));
  }
}

/// The perturbation all derivatives refer to: on the left for the rotation, and the translation not turned with it.
TEST(Pose, MovesByALeftRotationAndAPlainTranslation) {
  RandomStream random(4);
  const Pose pose = random_pose(random);
  Vector6 step;
  step << 0.1, -0.2, 0.3, 0.4, 0.5, -0.6;
  const Pose moved = pose.moved(step);
  const Matrix3 turn = Eigen::AngleAxisd(step.head<3>().norm(), step.head<3>().normalized()).toRotationMatrix();
  EXPECT_LT((moved.rotation - turn * pose.rotation).norm(), 1e-14);
  EXPECT_EQ(moved.translation, pose.translation + step.tail<3>());

  // d (moved * x) / d step at zero: [-(R x) x, I].
  const Vector3 x(0.3, -0.7, 1.1);
  const double h = 1e-6;
  for (int i = 0; i < 6; ++i) {
    const Vector6 unit = Vector6::Unit(i);
    const Vector3 slope = (pose.moved(h * unit) * x - pose.moved(-h * unit) * x) / (2 * h);
    const Vector3 expected = i < 3 ? Vector3(Vector3::Unit(i).cross(pose.rotation * x)) : Vector3(Vector3::Unit(i - 3));
    EXPECT_LT((slope - expected).norm(), 1e-9) << i;
  }
}

TEST(Pose, NearestRotationIsARotationAndTheNearest) {
  RandomStream random(5);
  for (int i = 0; i < 20; ++i) {
    const Matrix3 rotation = random_pose(random).rotation;
    EXPECT_LT((nearest_rotation(2.5 * rotation) - rotation).norm(), 1e-14);
    Matrix3 m = rotation;
    for (int e = 0; e < 9; ++e) m(e / 3, e % 3) += 0.3 * random.normal();
    const Matrix3 nearest = nearest_rotation(m);
    EXPECT_NEAR(nearest.determinant(), 1, 1e-13);
    for (int k = 0; k < 50; ++k) {
      const Matrix3 other = rotation_exp(random.uniform(0, 0.5) * random_direction(random)) * nearest;
      EXPECT_LE((nearest - m).norm(), (other - m).norm() + 1e-14);
    }
  }
  EXPECT_NEAR(nearest_rotation(-Matrix3::Identity()).determinant(), 1, 1e-14) << "a reflection is not a rotation";
}

}  // namespace
}  // namespace fiducia

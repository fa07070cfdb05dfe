// Derivatives that are written by hand against derivatives that a machine takes of `project` alone.

#include <ceres/jet.h>
#include <gtest/gtest.h>

#include "model_samples.h"

namespace fiducia {
namespace {

/// What `linearize` says about one point.
template <class M>
struct Linearized {
  static constexpr int kSize = StaticModel<M>::kSize;
  Vector2 pixel;
  Eigen::Matrix<double, 2, kSize> parameters;
  Eigen::Matrix<double, 2, 3> point;
};

template <class M>
Linearized<M> by_hand(const std::vector<double>& theta, const Vector3& x) {
  Linearized<M> out;  // M::differentiate writes u and v for each column, as Eigen's column-major matrices lie
  M::differentiate(theta.data(), x.x(), x.y(), x.z(), out.pixel.data(), out.parameters.data(), out.point.data());
  return out;
}

template <class M>
Linearized<M> automatic(const std::vector<double>& theta, const Vector3& x) {
  constexpr int kSize = StaticModel<M>::kSize;
  using Jet = ceres::Jet<double, kSize + 3>;
  Jet parameters[kSize];
  for (int i = 0; i < kSize; ++i) parameters[i] = Jet(theta[static_cast<std::size_t>(i)], i);
  const Jet point[3] = {Jet(x.x(), kSize), Jet(x.y(), kSize + 1), Jet(x.z(), kSize + 2)};
  Jet uv[2];
  M::project(parameters, point[0], point[1], point[2], uv);
  Linearized<M> out;
  for (int row = 0; row < 2; ++row) {
    out.pixel[row] = uv[row].a;
    out.parameters.row(row) = uv[row].v.template head<kSize>().transpose();
    out.point.row(row) = uv[row].v.template tail<3>().transpose();
  }
  return out;
}

/// Largest difference, column by column, relative to the column (or, where that vanishes, to `floor`).
template <class Matrix>
double relative_difference(const Matrix& a, const Matrix& b, double floor) {
  double worst = 0;
  for (int c = 0; c < a.cols(); ++c) {
    const double difference = (a.col(c) - b.col(c)).norm() / (b.col(c).norm() + floor);
    worst = difference > worst || std::isnan(difference) ? difference : worst;
  }
  return worst;
}

template <class M>
class Derivatives : public testing::Test {};
TYPED_TEST_SUITE(Derivatives, samples::ModelTypes, samples::ModelName);

TYPED_TEST(Derivatives, ByHandAreTheAutomaticOnes) {
  samples::for_each_camera<TypeParam>([](const Camera& camera) {
    const auto& theta = camera.parameters();
    for (const Vector3& x : samples::computable_points(camera.model(), theta, 500)) {
      const auto hand = by_hand<TypeParam>(theta, x);
      const auto machine = automatic<TypeParam>(theta, x);
      ASSERT_LT((hand.pixel - machine.pixel).norm(), 1e-12 * (1000 + machine.pixel.norm())) << x.transpose();
      ASSERT_LT(relative_difference(hand.parameters, machine.parameters, 1e-6), 1e-9)
          << x.transpose() << "\nby hand\n"
          << hand.parameters << "\nautomatic\n"
          << machine.parameters;
      // A point's derivatives have the size of focal length over distance.
      const double size = theta[0] / x.norm();
      ASSERT_LT(relative_difference(hand.point, machine.point, 1e-3 * size), 1e-9) << x.transpose() << "\nby hand\n"
                                                                                   << hand.point << "\nautomatic\n"
                                                                                   << machine.point;
    }
  });
}

TYPED_TEST(Derivatives, AreFiniteAndRightOnTheOpticalAxis) {
  samples::for_each_camera<TypeParam>([](const Camera& camera) {
    for (const double z : {1e-3, 1.0, 250.0}) {
      const Vector3 x(0, 0, z);
      const auto hand = by_hand<TypeParam>(camera.parameters(), x);
      const auto machine = automatic<TypeParam>(camera.parameters(), x);
      ASSERT_TRUE(hand.pixel.allFinite() && hand.parameters.allFinite() && hand.point.allFinite());
      EXPECT_LT(relative_difference(hand.parameters, machine.parameters, 1.0), 1e-14);
      EXPECT_LT(relative_difference(hand.point, machine.point, 1 / z), 1e-14);
    }
  });
}

TYPED_TEST(Derivatives, AlongTheRayNothingMoves) {
  samples::for_each_camera<TypeParam>([](const Camera& camera) {
    for (const Vector3& x : samples::computable_points(camera.model(), camera.parameters(), 500)) {
      const auto hand = by_hand<TypeParam>(camera.parameters(), x);
      ASSERT_LT((hand.point * x).norm(), 1e-12 * hand.point.norm() * x.norm()) << x.transpose();
    }
  });
}

/// The solver reads columns of many points at once, calculated some at a time; equal to rounding, which may be all of a
/// difference that vanishes on the axis.
TYPED_TEST(Derivatives, ColumnsOfManyPointsAreThoseOfEachPoint) {
  constexpr int kCount = 64;
  constexpr int kStride = 72;  // more than needed: the columns must respect it
  constexpr int kSize = StaticModel<TypeParam>::kSize;
  samples::for_each_camera<TypeParam>([](const Camera& camera) {
    const auto& theta = camera.parameters();
    std::vector<Vector3> points = samples::computable_points(camera.model(), theta, kCount);
    points[5] = Vector3(0, 0, 2);  // the axis, in company
    std::vector<double> x, y, z;
    for (const Vector3& point : points) x.push_back(point.x()), y.push_back(point.y()), z.push_back(point.z());
    std::vector<double> pixel(2 * kStride), parameters(2 * kStride * kSize), point(2 * kStride * 3);
    ASSERT_TRUE(camera.model().linearize(theta.data(), kCount, x.data(), y.data(), z.data(),
                                         {pixel.data(), parameters.data(), point.data(), kStride}));
    const auto at = [](const std::vector<double>& columns, int column, int i) {
      return Vector2(columns[static_cast<std::size_t>(2 * column * kStride + i)],
                     columns[static_cast<std::size_t>((2 * column + 1) * kStride + i)]);
    };
    for (int i = 0; i < kCount; ++i) {
      const Vector3& at_point = points[static_cast<std::size_t>(i)];
      const auto one = by_hand<TypeParam>(theta, at_point);
      const Vector2 projected = camera.model().project(theta.data(), at_point);
      EXPECT_LT((at(pixel, 0, i) - projected).norm(), 1e-12 * (1000 + projected.norm())) << at_point.transpose();
      for (int c = 0; c < kSize; ++c) {
        EXPECT_LE((at(parameters, c, i) - one.parameters.col(c)).norm(), 1e-12 * one.parameters.col(c).norm() + 1e-15);
      }
      for (int c = 0; c < 3; ++c) {
        EXPECT_LE((at(point, c, i) - one.point.col(c)).norm(), 1e-12 * one.point.norm());
      }
    }
  });
}

TYPED_TEST(Derivatives, OnePointThatCannotBeComputedIsReported) {
  constexpr int kSize = StaticModel<TypeParam>::kSize;
  const std::shared_ptr<const Model> model = make_model(TypeParam::kInfo.name);
  const std::vector<double> theta = model->initial_parameters(500, 640, 480);
  const double x[4] = {0, 0.1, 0, 0.2};
  const double y[4] = {0, 0, 0, 0.1};
  double z[4] = {1, 1, -1, 1};  // the third lies straight behind the camera
  double pixel[8], parameters[8 * kSize], point[24];
  const ProjectionColumns out = {pixel, parameters, point, 4};
  ASSERT_FALSE(model->computable(theta.data(), {x[2], y[2], z[2]}));
  EXPECT_FALSE(model->linearize(theta.data(), 4, x, y, z, out));
  z[2] = 1;
  EXPECT_TRUE(model->linearize(theta.data(), 4, x, y, z, out));
}

/// The solver leaves out what `moves` says is zero.
TYPED_TEST(Derivatives, AParameterMovesOnlyTheCoordinatesItSays) {
  samples::for_each_camera<TypeParam>([](const Camera& camera) {
    for (const Vector3& x : samples::computable_points(camera.model(), camera.parameters(), 50)) {
      const auto machine = automatic<TypeParam>(camera.parameters(), x);
      for (std::size_t i = 0; i < TypeParam::kParameters.size(); ++i) {
        const Moves moves = TypeParam::kParameters[i].moves;
        const auto column = machine.parameters.col(static_cast<int>(i));
        if (moves == Moves::kBoth) continue;
        EXPECT_EQ(column[moves == Moves::kU ? 1 : 0], 0) << TypeParam::kParameters[i].name;
      }
    }
  });
}

}  // namespace
}  // namespace fiducia

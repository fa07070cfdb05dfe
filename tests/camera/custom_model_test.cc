// A model from nothing but its projection does all that a built-in one does.

#include "fiducia/camera/custom_model.h"

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <array>
#include <numbers>

#include "fiducia/camera/camera.h"
#include "fiducia/camera/registry.h"
#include "model_samples.h"

namespace fiducia {
namespace {

/// radial2 as a user would write it.
struct MyRadial2 {
  static constexpr std::array<ParameterInfo, 6> kParameters = {{{"fx", Moves::kU},
                                                                {"fy", Moves::kV},
                                                                {"cx", Moves::kU},
                                                                {"cy", Moves::kV},
                                                                {"k1", Moves::kBoth},
                                                                {"k2", Moves::kBoth}}};
  static constexpr ModelInfo kInfo = {"my_radial2", kParameters, "ordinary lenses", "as radial2", "radial2"};

  template <class T>
  static bool project(const T* p, const T& x, const T& y, const T& z, T* uv) {
    if (!(z > T(0))) return false;
    const T a = x / z;
    const T b = y / z;
    const T s = a * a + b * b;
    const T g = 1.0 + s * (p[4] + s * p[5]);
    uv[0] = p[0] * a * g + p[2];
    uv[1] = p[1] * b * g + p[3];
    return true;
  }
  static std::vector<double> initial_parameters(double f, double cx, double cy) { return {f, f, cx, cy, 0, 0}; }
};

/// The field-of-view model of Devernay and Faugeras, as Kalibr has it.
struct FieldOfView {
  static constexpr std::array<ParameterInfo, 5> kParameters = {
      {{"fx", Moves::kU}, {"fy", Moves::kV}, {"cx", Moves::kU}, {"cy", Moves::kV}, {"w", Moves::kBoth}}};
  static constexpr ModelInfo kInfo = {"fov", kParameters, "wide lenses", "r' = atan(2 r tan(w/2))/w", "Kalibr fov"};

  template <class T>
  static bool project(const T* p, const T& x, const T& y, const T& z, T* uv) {
    using std::atan2;
    using std::sqrt;
    using std::tan;
    const T rr = x * x + y * y;
    const T stretch = 2.0 * tan(0.5 * p[4]);
    T scale = stretch / (p[4] * z);  // the limit on the axis
    if (rr > 1e-16 * (z * z)) {
      const T r = sqrt(rr);
      scale = atan2(stretch * r, z) / (p[4] * r);
    } else if (!(z > 0.0)) {
      return false;
    }
    uv[0] = p[0] * scale * x + p[2];
    uv[1] = p[1] * scale * y + p[3];
    return true;
  }
  static std::vector<double> initial_parameters(double f, double cx, double cy) {
    const double focal = f * 0.5 / (2 * std::tan(0.25));
    return {focal, focal, cx, cy, 0.5};
  }
};

std::shared_ptr<const Model> my_radial2() { return std::make_shared<const CustomModel<MyRadial2>>(); }
std::shared_ptr<const Model> field_of_view() { return std::make_shared<const CustomModel<FieldOfView>>(); }

TEST(CustomModel, HasTheDerivativesOfTheBuiltIn) {
  const std::shared_ptr<const Model> built_in = make_model("radial2");
  for (const samples::Sample& sample : samples::of("radial2")) {
    SCOPED_TRACE(sample.lens);
    const double* theta = sample.theta.data();
    constexpr int kCount = 48;
    constexpr int kStride = 52;
    std::vector<double> x, y, z;
    for (const Vector3& point : samples::computable_points(*built_in, sample.theta, kCount)) {
      x.push_back(point.x()), y.push_back(point.y()), z.push_back(point.z());
    }
    struct Columns {
      std::vector<double> pixel = std::vector<double>(2 * kStride);
      std::vector<double> parameters = std::vector<double>(12 * kStride);
      std::vector<double> point = std::vector<double>(6 * kStride);
      ProjectionColumns view() { return {pixel.data(), parameters.data(), point.data(), kStride}; }
    } one, other;
    ASSERT_TRUE(built_in->linearize(theta, kCount, x.data(), y.data(), z.data(), one.view()));
    ASSERT_TRUE(my_radial2()->linearize(theta, kCount, x.data(), y.data(), z.data(), other.view()));
    const auto expect_equal = [](const std::vector<double>& a, const std::vector<double>& b) {
      for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], 1e-11 * (1 + std::abs(a[i]))) << i;
    };
    expect_equal(one.pixel, other.pixel);
    expect_equal(one.parameters, other.parameters);
    expect_equal(one.point, other.point);
  }
}

TEST(CustomModel, HasTheDomainOfTheBuiltIn) {
  for (const samples::Sample& sample : samples::of("radial2")) {
    const Camera built_in(make_model("radial2"), sample.theta, samples::kImageSize);
    const Camera mine(my_radial2(), sample.theta, samples::kImageSize);
    for (int i = 0; i < 2000; ++i) {
      const Vector3 x = samples::ray(std::numbers::pi / 2000 * i, 0.3 + 0.01 * i);
      ASSERT_EQ(mine.in_domain(x), built_in.in_domain(x)) << sample.lens << ", " << x.transpose();
    }
  }
}

TEST(CustomModel, HasTheInverseOfTheBuiltIn) {
  for (const samples::Sample& sample : samples::of("radial2")) {
    SCOPED_TRACE(sample.lens);
    const Camera built_in(make_model("radial2"), sample.theta, samples::kImageSize);
    const Camera mine(my_radial2(), sample.theta, samples::kImageSize);
    for (int i = 0; i <= 32; ++i) {
      for (int j = 0; j <= 32; ++j) {
        const Vector2 u(-0.5 + 40 * i, -0.5 + 30 * j);
        const auto expected = built_in.unproject(u);
        const auto ray = mine.unproject(u);
        ASSERT_EQ(ray.has_value(), expected.has_value()) << u.transpose();
        if (!ray) continue;
        ASSERT_LT((*built_in.project(*ray) - u).norm(), 1e-9) << u.transpose();
      }
    }
  }
}

TEST(CustomModel, PixelsBeyondTheFoldHaveNoRay) {
  const Camera camera(my_radial2(), {500, 500, 640, 480, -0.3, 0}, samples::kImageSize);
  const double fold = std::sqrt(1 / 0.9);
  const double rim = 500 * fold * (1 - 0.3 * fold * fold);
  EXPECT_TRUE(camera.unproject({640 + 0.9999 * rim, 480}).has_value());
  for (const double beyond : {1.0001, 1.1, 2.0, 10.0}) {
    EXPECT_FALSE(camera.unproject({640 + beyond * rim, 480}).has_value()) << beyond;
  }
  EXPECT_FALSE(camera.project({2.5, 0, 1}).has_value())
      << "beyond g = 0 the mapping preserves orientation, turned by 180 degrees";
}

/// The field-of-view model has a closed-form inverse to compare with: r = tan(r' w) / (2 tan(w/2)).
TEST(CustomModel, UnprojectsTheFieldOfViewModel) {
  const double w = 0.93;
  const Camera camera(field_of_view(), {420, 421, 640, 480, w}, samples::kImageSize);
  for (int i = 0; i <= 32; ++i) {
    for (int j = 0; j <= 32; ++j) {
      const Vector2 u(-0.5 + 40 * i, -0.5 + 30 * j);
      const Vector2 bent((u.x() - 640) / 420, (u.y() - 480) / 421);
      const double angle = bent.norm() * w;
      const Vector2 lateral = bent / bent.norm() * std::sin(angle);
      const Vector3 expected = Vector3(lateral.x(), lateral.y(), 2 * std::tan(w / 2) * std::cos(angle)).normalized();
      const auto ray = camera.unproject(u);
      ASSERT_TRUE(ray.has_value()) << u.transpose();
      EXPECT_LT((*ray - expected).norm(), 1e-11) << u.transpose();
      EXPECT_LT((*camera.project(*ray) - u).norm(), 1e-9) << u.transpose();
    }
  }
  EXPECT_EQ(*camera.project({0, 0, 3}), Vector2(640, 480));
  EXPECT_FALSE(camera.project({0, 0, -3}).has_value());
}

TEST(CustomModel, ReportsPointsThatCannotBeComputed) {
  const std::vector<double> theta = my_radial2()->initial_parameters(500, 640, 480);
  double pixel[8], parameters[48], point[24];
  const double x[4] = {0, 0.1, 0.2, 0.3}, y[4] = {0, 0, 0, 0}, z[4] = {1, 1, -1, 1};
  EXPECT_FALSE(my_radial2()->linearize(theta.data(), 4, x, y, z, {pixel, parameters, point, 4}));
  EXPECT_TRUE(my_radial2()->computable(theta.data(), {0, 0, 1}));
  EXPECT_FALSE(my_radial2()->computable(theta.data(), {0, 0, -1}));
}

}  // namespace
}  // namespace fiducia

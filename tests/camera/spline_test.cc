// The splined lens: the laws of every model, its grid and its domain.

#include "fiducia/camera/spline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "fiducia/camera/registry.h"
#include "fiducia/camera/uniform_spline.h"
#include "fiducia/core/error.h"
#include "fiducia/core/random.h"
#include "model_samples.h"

namespace fiducia {
namespace {

using ::testing::HasSubstr;

/// A lens whose surfaces are waves and noise, one-to-one over its image.
Camera wavy(const std::string& spec, double waves, double noise) {
  const std::shared_ptr<const Model> model = make_model(spec);
  const SplineGrid& grid = as_spline(*model)->grid();
  std::vector<double> theta = model->initial_parameters(380, 652.25, 471.5);
  theta[1] = 383;
  RandomStream random(5);
  for (int row = 0; row < grid.rows; ++row) {
    for (int column = 0; column < grid.columns; ++column) {
      double* knot = theta.data() + SplineModel::place_of(row * grid.columns + column);
      knot[0] = waves * std::sin(0.7 * column + 0.3 * row) + noise * random.uniform(-1, 1);
      knot[1] = waves * std::cos(0.4 * column - 0.6 * row) + noise * random.uniform(-1, 1);
    }
  }
  return {model, theta, samples::kImageSize};
}

std::vector<Camera> lenses() {
  return {wavy("spline:20x14:150", 0, 0), wavy("spline:20x14:150", 0.03, 0.005), wavy("spline:30x18:170", 0.02, 0.004),
          wavy("spline2:16x12:150", 0.03, 0.005), wavy("spline2:11x9:140", 0.05, 0.01)};
}

std::string refusal_of_spec(const std::string& spec) {
  try {
    static_cast<void>(make_model(spec));
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(UniformSpline, WeightsAddUpToOneAndMeetAtTheKnots) {
  for (const int order : {2, 3}) {
    double w[4], d[4], next[4], next_d[4];
    for (double t = 0; t <= 1; t += 0.125) {
      spline_weights(order, t, w, d);
      double sum = 0, slope = 0;
      for (int i = 0; i <= order; ++i) sum += w[i], slope += d[i];
      EXPECT_NEAR(sum, 1, 1e-15);
      EXPECT_NEAR(slope, 0, 1e-15);
    }
    spline_weights(order, 1, w, d);
    spline_weights(order, 0, next, next_d);
    EXPECT_NEAR(w[0], 0, 1e-15);
    for (int i = 0; i < order; ++i) {
      EXPECT_NEAR(w[i + 1], next[i], 1e-15);
      EXPECT_NEAR(d[i + 1], next_d[i], 1e-15);
    }
  }
}

TEST(Spline, SpecSaysKnotsOrderAndField) {
  EXPECT_EQ(make_model("spline:20x14:120")->info().name, "spline:20x14:120");
  EXPECT_EQ(make_model("spline:20x14:120")->size(), 4 + 2 * 20 * 14);
  EXPECT_EQ(as_spline(*make_model("spline2:20x14:120"))->grid().order, 2);
  EXPECT_FALSE(as_spline(*make_model("spline:20x14:120"))->field_is_open());
  EXPECT_TRUE(as_spline(*make_model("spline:20x14"))->field_is_open());
  EXPECT_EQ(make_model("spline:20x14")->info().name, "spline:20x14");
  EXPECT_EQ(as_spline(*make_model("radial2")), nullptr);
  EXPECT_EQ(make_model("spline:6x5:100")->info().parameters[4].name, "x0_0");
  EXPECT_EQ(make_model("spline:6x5:100")->info().parameters[63].name, "y4_5");
}

TEST(Spline, ASpecThatMakesNoGridIsRefused) {
  EXPECT_THAT(refusal_of_spec("spline:20"),
              HasSubstr("'spline:20' is not a splined lens: its knots are COLUMNSxROWS; give"));
  EXPECT_THAT(refusal_of_spec("spline:3x14"), HasSubstr("order 3 needs at least 4 knots"));
  EXPECT_THAT(refusal_of_spec("spline2:2x14"), HasSubstr("order 2 needs at least 3 knots"));
  EXPECT_THAT(refusal_of_spec("spline:20x14:360"), HasSubstr("1 to 359 degrees, not 360"));
  EXPECT_THAT(refusal_of_spec("spline:20x14:0"), HasSubstr("1 to 359 degrees, not 0"));
  EXPECT_THAT(refusal_of_spec("spline:20x14:90.5"), HasSubstr("whole number of degrees"));
  EXPECT_THAT(refusal_of_spec("spline:-4x14"), HasSubstr("COLUMNSxROWS"));
  EXPECT_THAT(refusal_of_spec("spline:20x14:"), HasSubstr("spline:20x14:"));
  EXPECT_THAT(refusal_of_spec("spline:2000x1400"), HasSubstr("more than 20000 knots"));
  EXPECT_THAT(refusal_of_spec("spline:99999999999x4"), HasSubstr("COLUMNSxROWS"));
}

TEST(Spline, ProjectUndoesUnprojectOverTheWholeImage) {
  for (const Camera& camera : lenses()) {
    SCOPED_TRACE(camera.model().info().name);
    int rays = 0;
    for (int i = 0; i <= 64; ++i) {
      for (int j = 0; j <= 64; ++j) {
        const Vector2 u(-0.5 + 1280.0 * i / 64, -0.5 + 960.0 * j / 64);
        const auto ray = camera.unproject(u);
        if (!ray) continue;
        ++rays;
        EXPECT_NEAR(ray->norm(), 1, 1e-14);
        const auto back = camera.project(*ray);
        ASSERT_TRUE(back.has_value()) << u.transpose();
        ASSERT_LT((*back - u).norm(), 1e-9) << u.transpose();
      }
    }
    EXPECT_GT(rays, 65 * 65 / 2);
  }
}

TEST(Spline, UnprojectUndoesProjectUpToTheEdgeOfTheDomain) {
  for (const Camera& camera : lenses()) {
    SCOPED_TRACE(camera.model().info().name);
    for (int i = 0; i < 32; ++i) {
      const double phi = 0.1 + std::numbers::pi / 16 * i;
      const double edge = samples::domain_edge(camera, phi);
      EXPECT_GT(edge, 0.5);
      for (const double share : {0.0, 1e-9, 1e-3, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.9999}) {
        const Vector3 x = samples::ray(share * edge, phi);
        const auto u = camera.project(x);
        ASSERT_TRUE(u.has_value()) << share << " of the way to " << edge;
        const auto ray = camera.unproject(*u);
        ASSERT_TRUE(ray.has_value()) << share << " of the way to " << edge;
        EXPECT_LT(ray->cross(x).norm(), 1e-10);
        EXPECT_LT((*camera.project(*ray) - *u).norm(), 1e-9);
      }
    }
    EXPECT_FALSE(camera.project({0, 0, -1}).has_value());
    EXPECT_FALSE(camera.project({0, 0, 0}).has_value());
  }
}

TEST(Spline, DerivativesAreThoseOfTheProjection) {
  for (const Camera& camera : lenses()) {
    const Model& model = camera.model();
    for (const Vector3& x : samples::computable_points(model, camera.parameters(), 40)) {
      const auto stereo = stereographic(x);
      if (stereo->norm() > 1.2) continue;
      double pixel[4], point[12];
      std::vector<double> parameters(static_cast<std::size_t>(4 * model.size()));
      const double xs[2] = {x.x(), x.x()}, ys[2] = {x.y(), x.y()}, zs[2] = {x.z(), x.z()};
      ASSERT_TRUE(model.linearize(camera.parameters().data(), 2, xs, ys, zs, {pixel, parameters.data(), point, 2}));
      EXPECT_LT((Vector2(pixel[0], pixel[2]) - model.project(camera.parameters().data(), x)).norm(), 1e-10);
      Eigen::Matrix<double, 2, 3> by_point;
      for (int c = 0; c < 3; ++c) by_point.col(c) << point[4 * c], point[4 * c + 2];
      EXPECT_LT((by_point * x).norm(), 1e-10 * by_point.norm() * x.norm()) << "along the ray nothing moves";
      for (int c = 0; c < 3; ++c) {
        const Vector3 h = 1e-6 * x.norm() * Vector3::Unit(c);
        const Vector2 slope =
            (model.project(camera.parameters().data(), x + h) - model.project(camera.parameters().data(), x - h)) /
            (2e-6 * x.norm());
        EXPECT_LT((slope - by_point.col(c)).norm(), 1e-6 * (1 + by_point.norm()));
      }
      for (int p = 0; p < model.size(); ++p) {
        std::vector<double> up = camera.parameters(), down = up;
        up[static_cast<std::size_t>(p)] += 1e-3;
        down[static_cast<std::size_t>(p)] -= 1e-3;  // the projection is linear in each: no step is too long
        const Vector2 slope = (model.project(up.data(), x) - model.project(down.data(), x)) / 2e-3;
        const std::size_t at = static_cast<std::size_t>(4 * p);
        ASSERT_LT((slope - Vector2(parameters[at], parameters[at + 2])).norm(), 1e-8) << p;
      }
    }
  }
}

TEST(Spline, OutsideTheCellsThatAreDeterminedThereIsNoRay) {
  const Camera all = wavy("spline:20x14:150", 0.03, 0.005);
  const SplineModel& model = *as_spline(all.model());
  std::vector<bool> left(static_cast<std::size_t>(model.grid().cells()));
  for (std::size_t i = 0; i < left.size(); ++i) left[i] = static_cast<int>(i) % model.grid().cell_columns() < 8;
  const Camera half(model.with_determined(left), all.parameters(), all.image_size());
  EXPECT_EQ(half.model().info().name, all.model().info().name);
  EXPECT_TRUE(half.project({-0.2, 0.1, 1}).has_value());
  EXPECT_EQ(half.project({-0.2, 0.1, 1}), all.project({-0.2, 0.1, 1}));
  EXPECT_FALSE(half.project({0.4, 0.1, 1}).has_value());
  const auto right = all.project({0.4, 0.1, 1});
  EXPECT_TRUE(all.unproject(*right).has_value());
  EXPECT_FALSE(half.unproject(*right).has_value());
  EXPECT_THROW(static_cast<void>(model.with_determined({true, false})), Error);
}

TEST(Spline, TheFieldIsChosenSoThatAllRaysFit) {
  const auto open = std::dynamic_pointer_cast<const SplineModel>(make_model("spline:20x14"));
  for (const double angle : {0.2, 0.8, 1.4}) {
    for (const double phi : {0.0, 0.6, std::numbers::pi / 2}) {
      const std::vector<Vector3> rays = {samples::ray(angle, phi), samples::ray(0.1, 2)};
      const auto fitted = open->with_field_for(rays);
      EXPECT_FALSE(fitted->field_is_open());
      const std::vector<double> theta = fitted->initial_parameters(300, 640, 480);
      for (const Vector3& ray : rays) EXPECT_TRUE(fitted->in_domain(theta.data(), 0, ray));
    }
  }
}

TEST(Spline, ACameraWithTheWrongNumberOfParametersIsRefused) {
  try {
    const Camera camera(make_model("spline:20x14:120"), std::vector<double>(10), {640, 480});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("takes 564 parameters"));
    EXPECT_THAT(error.what(), HasSubstr("not 10"));
    EXPECT_LT(std::string(error.what()).size(), 400U);
  }
}

}  // namespace
}  // namespace fiducia

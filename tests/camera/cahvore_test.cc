// CAHVORE with one centre: what the laws of the other models say, for a model with a setting.

#include "fiducia/camera/cahvore.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "fiducia/camera/registry.h"
#include "fiducia/core/error.h"
#include "model_samples.h"

namespace fiducia {
namespace {

const std::vector<double> kTilted = {480, 485, 652, 351, 0.02, -0.03, -0.01, -0.05, 0.01};

/// The formula written down once more, with the angle and the axis taken literally.
Vector2 literally(double linearity, const std::vector<double>& p, const Vector3& x) {
  const Vector3 o(std::sin(p[4]) * std::cos(p[5]), std::sin(p[5]), std::cos(p[4]) * std::cos(p[5]));
  const Vector3 side = o.cross(x).cross(o).normalized();
  const double t = std::acos(o.dot(x) / x.norm());
  const double c = linearity > 0   ? std::tan(linearity * t) / linearity
                   : linearity < 0 ? std::sin(linearity * t) / linearity
                                   : t;
  const Vector3 bent = o + c * (1 + p[6] + p[7] * c * c + p[8] * c * c * c * c) * side;
  return {p[0] * bent.x() / bent.z() + p[2], p[1] * bent.y() / bent.z() + p[3]};
}

TEST(Cahvore, IsItsFormula) {
  for (const double linearity : {1.0, 0.37, 0.0, -0.5, -1.0}) {
    const CahvoreModel model(linearity);
    for (const double angle : {0.1, 0.4, 0.8, 1.1}) {
      for (double phi = 0.1; phi < 6.2; phi += 0.5) {
        const Vector3 x = 2.5 * samples::ray(angle, phi);
        ASSERT_TRUE(model.computable(kTilted.data(), x));
        EXPECT_LT((model.project(kTilted.data(), x) - literally(linearity, kTilted, x)).norm(), 1e-9)
            << linearity << " " << x.transpose();
      }
    }
  }
}

TEST(Cahvore, IsCahvorAtLinearityOne) {
  const CahvoreModel one(1);
  const std::shared_ptr<const Model> cahvor = make_model("cahvor");
  for (const Vector3& x : samples::computable_points(*cahvor, kTilted, 300)) {
    ASSERT_TRUE(one.computable(kTilted.data(), x)) << x.transpose();
    const Vector2 pixel = cahvor->project(kTilted.data(), x);
    EXPECT_LT((one.project(kTilted.data(), x) - pixel).norm(), 1e-11 * (1000 + pixel.norm())) << x.transpose();
  }
}

TEST(Cahvore, HasTheDerivativesOfItsProjection) {
  for (const double linearity : {1.0, 0.37, 0.0, -0.5}) {
    const CahvoreModel model(linearity);
    for (Vector3 x : {Vector3(0.3, -0.2, 1.5), Vector3(-1, 0.4, 0.9), Vector3(1e-9, 0, 1), Vector3(0.02, -0.03, 1)}) {
      const double xs[2] = {x.x(), x.x()}, ys[2] = {x.y(), x.y()}, zs[2] = {x.z(), x.z()};
      double pixel[4], parameters[36], point[12];
      ASSERT_TRUE(model.linearize(kTilted.data(), 2, xs, ys, zs, {pixel, parameters, point, 2}));
      EXPECT_LT((Vector2(pixel[0], pixel[2]) - model.project(kTilted.data(), x)).norm(), 1e-11);
      const double step = 1e-6;
      for (int k = 0; k < model.size() + 3; ++k) {
        const auto moved = [&](double by) {
          std::vector<double> theta = kTilted;
          Vector3 at = x;
          (k < model.size() ? theta[static_cast<std::size_t>(k)] : at[k - model.size()]) += by;
          return model.project(theta.data(), at);
        };
        const Vector2 numeric = (moved(step) - moved(-step)) / (2 * step);
        const double* column = k < model.size() ? parameters + 4 * k : point + 4 * (k - model.size());
        EXPECT_LT((Vector2(column[0], column[2]) - numeric).norm(), 1e-6 * (1 + numeric.norm()))
            << linearity << " at " << x.transpose() << ", column " << k;
      }
    }
  }
}

TEST(Cahvore, UnprojectsWhatItProjects) {
  for (const char* spec : {"cahvore:1", "cahvore:0.37", "cahvore", "cahvore:-0.5", "cahvore:-1"}) {
    const Camera camera(make_model(spec), kTilted, {1280, 720});
    int rays = 0;
    for (int i = 0; i <= 32; ++i) {
      for (int j = 0; j <= 32; ++j) {
        const Vector2 u(-0.5 + 40.0 * i, -0.5 + 22.5 * j);
        const auto ray = camera.unproject(u);
        if (!ray) continue;
        ++rays;
        const auto back = camera.project(7 * *ray);
        ASSERT_TRUE(back.has_value()) << spec << " " << u.transpose();
        EXPECT_LT((*back - u).norm(), 1e-9) << spec << " " << u.transpose();
      }
    }
    EXPECT_GT(rays, 500) << spec;
    const Vector3 axis(std::sin(0.02) * std::cos(-0.03), std::sin(-0.03), std::cos(0.02) * std::cos(-0.03));
    EXPECT_FALSE(camera.project(-axis).has_value());
    EXPECT_FALSE(camera.project({0, 0, 0}).has_value());
  }
}

TEST(Cahvore, EndsWhereTheImageFolds) {
  // c (1 - 0.3 c^2) grows up to c^2 = 1/0.9; equidistant, so that this is the angle.
  const Camera camera(make_model("cahvore:0"), {400, 400, 640, 480, 0, 0, 0, -0.3, 0}, {1280, 960});
  const double fold = std::sqrt(1 / 0.9);
  EXPECT_TRUE(camera.project(samples::ray(fold - 1e-9, 0.4)).has_value());
  EXPECT_FALSE(camera.project(samples::ray(fold + 1e-9, 0.4)).has_value());
  const double rim = 400 * fold * (1 - 0.3 * fold * fold);
  EXPECT_TRUE(camera.unproject({640 + rim - 1e-6, 480}).has_value());
  EXPECT_FALSE(camera.unproject({640 + rim + 1e-6, 480}).has_value());
}

TEST(Cahvore, IsNamedWithItsLinearity) {
  EXPECT_EQ(make_model("cahvore")->info().name, "cahvore:0");
  EXPECT_EQ(make_model("cahvore:0.37")->info().name, "cahvore:0.37");
  EXPECT_EQ(make_model("cahvore:-5e-1")->info().name, "cahvore:-0.5");
  for (const char* wrong : {"cahvore:2", "cahvore:x", "cahvore:0.1x", "cahvore:nan"}) {
    EXPECT_THROW(static_cast<void>(make_model(wrong)), Error) << wrong;
  }
}

}  // namespace
}  // namespace fiducia

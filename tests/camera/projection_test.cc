// Laws of every projection that are not about derivatives, inverse or domain.

#include <gtest/gtest.h>

#include "model_samples.h"

namespace fiducia {
namespace {

template <class M>
class Projection : public testing::Test {};
TYPED_TEST_SUITE(Projection, samples::ModelTypes, samples::ModelName);

TYPED_TEST(Projection, DependsOnTheDirectionAlone) {
  samples::for_each_camera<TypeParam>([](const Camera& camera) {
    const double* theta = camera.parameters().data();
    for (const Vector3& x : samples::computable_points(camera.model(), camera.parameters(), 200)) {
      const Vector2 u = camera.model().project(theta, x);
      for (const double scale : {1e-3, 0.7, 3.0, 1e4}) {
        ASSERT_TRUE(camera.model().computable(theta, scale * x)) << x.transpose();
        EXPECT_EQ(camera.in_domain(x), camera.in_domain(scale * x)) << x.transpose();
        ASSERT_LT((camera.model().project(theta, scale * x) - u).norm(), 1e-12 * (1000 + u.norm())) << x.transpose();
      }
    }
  });
}

TYPED_TEST(Projection, TheOpticalAxisMeetsThePrincipalPoint) {
  samples::for_each_camera<TypeParam>([](const Camera& camera) {
    const Vector2 centre(camera.parameter("cx"), camera.parameter("cy"));
    if (camera.model().index_of("tilt_x") >= 0 && (camera.parameter("tilt_x") != 0 || camera.parameter("tilt_y") != 0))
      return;  // the lens has an axis of its own
    for (const double z : {1e-6, 1.0, 1e6}) {
      const auto u = camera.project({0, 0, z});
      ASSERT_TRUE(u.has_value());
      EXPECT_EQ(*u, centre);
    }
    const auto ray = camera.unproject(centre);
    ASSERT_TRUE(ray.has_value());
    EXPECT_LT((*ray - Vector3::UnitZ()).norm(), 1e-15);
  });
}

TYPED_TEST(Projection, APlainLensIsAPinholeNearTheAxis) {
  const double f = 700;
  const std::shared_ptr<const Model> model = make_model(TypeParam::kInfo.name);
  const Camera camera(model, model->initial_parameters(f, 640, 480), samples::kImageSize);
  for (int i = 0; i < 12; ++i) {
    const double phi = std::numbers::pi / 6 * i;
    const double slope = 1e-4;
    const auto u = camera.project({slope * std::cos(phi), slope * std::sin(phi), 1});
    ASSERT_TRUE(u.has_value());
    const Vector2 pinhole(640 + f * slope * std::cos(phi), 480 + f * slope * std::sin(phi));
    EXPECT_LT((*u - pinhole).norm(), f * slope * slope * slope) << "a plain lens has no even terms";
  }
}

}  // namespace
}  // namespace fiducia

#include "fiducia/camera/constrained_model.h"

#include <gtest/gtest.h>

#include "fiducia/camera/camera.h"
#include "fiducia/camera/registry.h"
#include "fiducia/core/lanes.h"

namespace fiducia {
namespace {

/// opencv5 with fy = fx / 1.1, the tangential distortion none and k3 a number; free: fx, cx, cy, k1, k2.
std::shared_ptr<const ConstrainedModel> some_model() {
  std::vector<ParameterTie> ties = {{0}, {0, 1 / 1.1}, {1}, {2}, {3}, {4}, {-1}, {-1}, {-1, 1, -0.03}};
  return std::make_shared<const ConstrainedModel>(make_model("opencv5"), std::move(ties),
                                                  std::vector<std::string>{"fx", "cx", "cy", "k1", "k2"},
                                                  "opencv5 (some fixed)");
}

const std::vector<double> kFree = {990, 640, 470, -0.2, 0.05};
const std::vector<double> kFull = {990, 900, 640, 470, -0.2, 0.05, 0, 0, -0.03};

TEST(ConstrainedModel, MapsAsTheWholeLensDoes) {
  const auto model = some_model();
  ASSERT_EQ(model->size(), 5);
  EXPECT_EQ(model->index_of("cy"), 2);
  EXPECT_EQ(model->index_of("k3"), -1);
  const std::vector<double> full = model->full(kFree.data());
  for (std::size_t i = 0; i < kFull.size(); ++i) EXPECT_DOUBLE_EQ(full[i], kFull[i]);
  EXPECT_EQ(model->free_of(kFull), kFree);
  const Camera camera(model, kFree, {1280, 960});
  const Camera whole(make_model("opencv5"), full, {1280, 960});
  for (const Vector3& x : {Vector3(0, 0, 1), Vector3(0.3, -0.2, 1), Vector3(-0.5, 0.4, 2)}) {
    ASSERT_TRUE(camera.project(x));
    EXPECT_EQ(*camera.project(x), *whole.project(x));
    EXPECT_EQ(*camera.unproject(*camera.project(x)), *whole.unproject(*whole.project(x)));
    EXPECT_EQ(camera.in_domain(x), whole.in_domain(x));
  }
  EXPECT_FALSE(camera.project({0, 0, -1}));
}

TEST(ConstrainedModel, DerivativesAreThoseOfTheFreeParameters) {
  const auto model = some_model();
  constexpr int kCount = Lanes::kCount;
  std::vector<double> x(kCount, 0.3);
  std::vector<double> y(kCount, -0.2);
  std::vector<double> z(kCount, 1.1);
  std::vector<double> pixel(2 * kCount);
  std::vector<double> parameters(2 * kCount * 5);
  std::vector<double> point(2 * kCount * 3);
  ASSERT_TRUE(model->linearize(kFree.data(), kCount, x.data(), y.data(), z.data(),
                               {pixel.data(), parameters.data(), point.data(), kCount}));
  const Vector3 at(x[0], y[0], z[0]);
  for (std::size_t c = 0; c < kFree.size(); ++c) {
    const double step = 1e-6 * std::max(1.0, std::abs(kFree[c]));
    std::vector<double> more = kFree;
    std::vector<double> less = kFree;
    more[c] += step;
    less[c] -= step;
    const Vector2 slope = (model->project(more.data(), at) - model->project(less.data(), at)) / (2 * step);
    EXPECT_NEAR(parameters[(2 * c) * kCount], slope.x(), 1e-6 * (1 + std::abs(slope.x()))) << c;
    EXPECT_NEAR(parameters[(2 * c + 1) * kCount], slope.y(), 1e-6 * (1 + std::abs(slope.y()))) << c;
  }
  EXPECT_FALSE(model->linearize(kFree.data(), kCount, x.data(), y.data(), std::vector<double>(kCount, -1.0).data(),
                                {pixel.data(), parameters.data(), point.data(), kCount}));
}

TEST(ConstrainedModel, BeginsWithItsConstraints) {
  const auto model = some_model();
  EXPECT_EQ(model->full(model->initial_parameters(500, 3, 4).data()).back(), -0.03);
  EXPECT_FALSE(same_model(*model, *make_model("opencv5")));
}

}  // namespace
}  // namespace fiducia

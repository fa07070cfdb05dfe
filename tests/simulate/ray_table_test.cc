#include "fiducia/simulate/ray_table.h"

#include <gtest/gtest.h>

#include "tests/camera/model_samples.h"

namespace fiducia {
namespace {

template <class M>
class RayTableOf : public ::testing::Test {};
TYPED_TEST_SUITE(RayTableOf, samples::ModelTypes, samples::ModelName);

TYPED_TEST(RayTableOf, HasTheRaysOfTheModel) {
  constexpr int kBorder = 3;
  samples::for_each_camera<TypeParam>([](const Camera& camera) {
    const RayTable table(camera, kBorder, 2);
    const ImageSize size = camera.image_size();
    std::vector<Vector3> rays(static_cast<std::size_t>(size.width + 2 * kBorder));
    double worst = 0;
    int differ = 0;
    for (int v = -kBorder; v < size.height + kBorder; v += 67) {
      table.row(v, rays);
      for (std::size_t i = 0; i < rays.size(); i += 3) {
        const Vector2 pixel(static_cast<double>(i) - kBorder, v);
        const bool has_ray = camera.unproject(pixel).has_value();
        if (has_ray != rays[i].allFinite()) ++differ;
        if (!has_ray || !rays[i].allFinite()) continue;
        // Without the question whether it is in the domain, which an interpolated ray may leave by a rounding error.
        const Vector2 projected = camera.model().project(camera.parameters().data(), rays[i]);
        worst = std::max(worst, (projected - pixel).norm());
      }
    }
    EXPECT_EQ(differ, 0);
    EXPECT_LT(worst, 1e-4);
  });
}

}  // namespace
}  // namespace fiducia

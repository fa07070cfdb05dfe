#include "fiducia/use/unprojection_grid.h"

#include <gmock/gmock.h>

#include "fiducia/camera/registry.h"
#include "fiducia/core/random.h"
#include "tests/camera/model_samples.h"

namespace fiducia {
namespace {

/// The largest error at random places, by the model's own projection.
double largest_error_at_random(const Camera& camera, const UnprojectionGrid& grid, int count) {
  RandomStream random(3);
  double largest = 0;
  for (int i = 0; i < count; ++i) {
    const Vector2 pixel{random.uniform(-0.5, camera.image_size().width - 0.5),
                        random.uniform(-0.5, camera.image_size().height - 0.5)};
    const std::optional<Vector3> ray = grid.unproject(pixel);
    if (!ray) continue;
    largest = std::max(largest, (camera.model().project(camera.parameters().data(), *ray) - pixel).norm());
  }
  return largest;
}

TEST(UnprojectionGrid, KeepsItsErrorForEveryModel) {
  for (const std::shared_ptr<const Model>& model : all_models()) {
    const samples::Sample& sample = samples::of(model->info().name).at(1);
    const Camera camera(model, sample.theta, samples::kImageSize);
    SCOPED_TRACE(std::string(model->info().name) + ", " + sample.lens);
    const UnprojectionGrid grid = unprojection_grid(camera, {.error_px = 0.05, .most_cells = 64});
    EXPECT_LE(grid.largest_error_px, 0.05);
    EXPECT_LE(largest_error_at_random(camera, grid, 3000), 0.05);
    EXPECT_GT(grid.covered_share, 0.5);
    EXPECT_FALSE(grid.unproject({-1, 5}));
    EXPECT_FALSE(grid.unproject({5, samples::kImageSize.height + 0.0}));
  }
}

TEST(UnprojectionGrid, IsTheSmallestAndGrowsWithWhatIsAsked) {
  const Camera camera("radial2", {{"fx", 900}, {"fy", 900}, {"cx", 630}, {"cy", 490}, {"k1", -0.2}, {"k2", 0.05}},
                      {1280, 960});
  const UnprojectionGrid coarse = unprojection_grid(camera, {.error_px = 0.1});
  const UnprojectionGrid fine = unprojection_grid(camera, {.error_px = 0.005});
  EXPECT_LT(coarse.columns, fine.columns);
  EXPECT_EQ(fine.covered_share, 1);
  EXPECT_LE(fine.largest_error_px, 0.005);
  EXPECT_GT(fine.largest_error_px, 0.0005) << "a smaller one would do";
}

}  // namespace
}  // namespace fiducia

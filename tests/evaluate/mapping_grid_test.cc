#include "fiducia/evaluate/mapping_grid.h"

#include <gtest/gtest.h>

#include <cmath>

#include "fiducia/core/error.h"
#include "tests/evaluate/cameras.h"

namespace fiducia {
namespace {

/// The image covers [-0.5, width - 0.5].
TEST(MappingGrid, CellsDivideTheImageEvenly) {
  const GridOptions grid{.columns = 4, .rows = 3};
  EXPECT_EQ(cell_centre({400, 300}, grid, 0, 0), Vector2(49.5, 49.5));
  EXPECT_EQ(cell_centre({400, 300}, grid, 3, 2), Vector2(349.5, 249.5));
  EXPECT_EQ(cell_of({400, 300}, grid, {-0.5, -0.5}), 0U);
  EXPECT_EQ(cell_of({400, 300}, grid, {99.4, 99.4}), 0U);
  EXPECT_EQ(cell_of({400, 300}, grid, {99.6, 99.4}), 1U);
  EXPECT_EQ(cell_of({400, 300}, grid, {99.4, 99.6}), 4U);
  EXPECT_EQ(cell_of({400, 300}, grid, {399.4, 299.4}), 11U);
}

TEST(MappingGrid, APixelOutsideBelongsToTheNearestCell) {
  const GridOptions grid{.columns = 4, .rows = 3};
  EXPECT_EQ(cell_of({400, 300}, grid, {-50, 150}), 4U);
  EXPECT_EQ(cell_of({400, 300}, grid, {1000, 1000}), 11U);
}

TEST(MappingGrid, ACellHoldsItsCentre) {
  for (const ImageSize size : {ImageSize{1936, 1216}, ImageSize{641, 479}, ImageSize{7, 5}}) {
    const GridOptions grid{.columns = 20, .rows = 15};
    for (int row = 0; row < 15; ++row) {
      for (int column = 0; column < 20; ++column) {
        EXPECT_EQ(cell_of(size, grid, cell_centre(size, grid, column, row)),
                  static_cast<std::size_t>(20 * row + column));
      }
    }
  }
}

TEST(MappingGrid, ARegionIsTheWeightsOfItsCells) {
  const ImageSize size{640, 480};
  EXPECT_TRUE(cell_weights(size, {}).empty()) << "no region";
  const GridOptions grid{7, 5, [](const Vector2& pixel) { return pixel.x() < 100 ? -1 : pixel.y() / 480; }};
  const std::vector<double> weights = cell_weights(size, grid);
  ASSERT_EQ(weights.size(), 35U);
  EXPECT_EQ(weights[0], 0) << "less than nothing is nothing";
  EXPECT_EQ(weights[10], cell_centre(size, grid, 3, 1).y() / 480);
  const GridOptions same{7, 5, region_of_cells(size, 7, 5, weights)};
  EXPECT_EQ(cell_weights(size, same), weights);
}

TEST(MappingGrid, RefusesWeightsThatAreNone) {
  const ImageSize size{640, 480};
  EXPECT_THROW(static_cast<void>(region_of_cells(size, 2, 2, {1, 1, 1})), Error);
  EXPECT_THROW(static_cast<void>(region_of_cells(size, 2, 2, {1, 1, 1, -1})), Error);
  EXPECT_THROW(static_cast<void>(region_of_cells(size, 2, 2, {1, 1, 1, std::nan("")})), Error);
}

TEST(MappingGrid, DerivativesAreThoseOfTheProjections) {
  for (const Camera& camera : testing::cameras_of_all_kinds()) {
    const MappingGrid grid = mapping_grid(camera, {.columns = 5, .rows = 3});  // an odd number of points
    ASSERT_EQ(grid.rays.size(), 15U);
    const auto project = [&](const Eigen::VectorXd& theta, const Vector3& ray) {
      return camera.model().project(theta.data(), ray);
    };
    const Eigen::VectorXd theta = testing::parameters_of(camera);
    for (std::size_t i = 0; i < grid.rays.size(); ++i) {
      const auto row = 2 * static_cast<Eigen::Index>(i);
      const Vector3& ray = grid.rays[i];
      EXPECT_LT((*camera.project(ray) - grid.pixels[i]).norm(), 1e-8);
      for (Eigen::Index c = 0; c < theta.size(); ++c) {
        const Eigen::VectorXd h = 1e-5 * Eigen::VectorXd::Unit(theta.size(), c);
        const Vector2 slope = (project(theta + h, ray) - project(theta - h, ray)) / 2e-5;
        EXPECT_LT((grid.J_theta.block<2, 1>(row, c) - slope).norm(), 1e-5 * (1 + slope.norm()));
      }
      for (int axis = 0; axis < 3; ++axis) {
        const Vector3 w = 1e-6 * Vector3::Unit(axis);
        const Vector2 slope = (project(theta, rotation_exp(w) * ray) - project(theta, rotation_exp(-w) * ray)) / 2e-6;
        EXPECT_LT((grid.J_omega.block<2, 1>(row, axis) - slope).norm(), 1e-5 * (1 + slope.norm()));
      }
    }
  }
}

}  // namespace
}  // namespace fiducia

#include "fiducia/evaluate/uncertainty_map.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "fiducia/core/error.h"
#include "tests/evaluate/paper_recipe.h"

namespace fiducia {
namespace {

using testing::cameras_of_all_kinds;
using testing::folding_camera;
using testing::name_of;
using testing::PaperRecipe;
using testing::parameters_of;

/// A covariance in which each parameter moves the image by about a tenth of a pixel.
Eigen::MatrixXd covariance_to_map(const Camera& camera) {
  RandomStream random(1);
  const Eigen::Index size = camera.model().size();
  const Eigen::MatrixXd root = testing::normal_matrix(random, size, size);
  const Eigen::VectorXd sigma = 2 * PaperRecipe(camera, {}).steps();
  return sigma.asDiagonal() * (root * root.transpose()) * sigma.asDiagonal();
}

const std::vector<Vector2> kNothingSeen;

/// Where a ray is seen after a step of the parameters, by differences of projections; the compensating rotation is the
/// one that a numerical minimisation over the grid finds.
double numeric_sigma(const Camera& camera, const Vector2& pixel, const Eigen::MatrixXd& covariance, bool compensate,
                     const GridOptions& grid) {
  const PaperRecipe recipe(camera, grid, compensate);
  const Eigen::VectorXd theta = parameters_of(camera);
  const Eigen::VectorXd h = recipe.steps();
  const Vector3 ray = *camera.unproject(pixel);
  Eigen::MatrixXd j(2, theta.size());
  for (Eigen::Index i = 0; i < theta.size(); ++i) {
    const Eigen::VectorXd step = h[i] * Eigen::VectorXd::Unit(theta.size(), i);
    const auto seen = [&](const Eigen::VectorXd& t) {
      return camera.model().project(t.data(), recipe.best_rotation(t) * ray);
    };
    j.col(i) = (seen(theta + step) - seen(theta - step)) / (2 * h[i]);
  }
  return std::sqrt((j * covariance * j.transpose()).trace());
}

TEST(UncertaintyMap, PropagatesTheCovariance) {
  for (const Camera& camera : cameras_of_all_kinds()) {
    const Eigen::MatrixXd covariance = covariance_to_map(camera);
    const UncertaintyMap map = uncertainty_map(camera, covariance, kNothingSeen, 8, 6);
    ASSERT_EQ(map.cells.size(), 48U);
    EXPECT_EQ(map.columns, 8);
    EXPECT_EQ(map.rows, 6);
    for (const std::size_t i : {0U, 11U, 28U, 47U}) {
      const UncertaintyCell& cell = map.cells[i];
      ASSERT_TRUE(cell.in_domain);
      const double compensated = numeric_sigma(camera, cell.pixel, covariance, true, {});
      const double plain = numeric_sigma(camera, cell.pixel, covariance, false, {});
      EXPECT_NEAR(cell.sigma_px, compensated, 1e-4 * compensated) << name_of(camera) << " " << cell.pixel.transpose();
      EXPECT_NEAR(cell.sigma_uncompensated_px, plain, 1e-4 * plain) << name_of(camera) << " " << cell.pixel.transpose();
    }
  }
}

TEST(UncertaintyMap, CompensatesOverTheRegionThatMatters) {
  const Camera camera = testing::ordinary_camera();
  const Eigen::MatrixXd covariance = covariance_to_map(camera);
  const GridOptions left{.region = rectangle_region({0, 0}, {700, 1215})};
  const UncertaintyMap map = uncertainty_map(camera, covariance, kNothingSeen, 8, 6, {.grid = left});
  for (const std::size_t i : {16U, 23U}) {
    const double expected = numeric_sigma(camera, map.cells[i].pixel, covariance, true, left);
    EXPECT_NEAR(map.cells[i].sigma_px, expected, 1e-4 * expected);
  }
  const UncertaintyMap whole = uncertainty_map(camera, covariance, kNothingSeen, 8, 6);
  EXPECT_GT(map.cells[23].sigma_px, whole.cells[23].sigma_px) << "the rotation does not care for the right";
}

TEST(UncertaintyMap, OfSeveralCovariancesIsThatOfEach) {
  const Camera camera = testing::ordinary_camera();
  const Eigen::MatrixXd covariance = covariance_to_map(camera);
  const std::vector<UncertaintyMap> maps =
      uncertainty_maps(camera, {covariance, 4 * covariance}, kNothingSeen, 8, 6, {});
  ASSERT_EQ(maps.size(), 2U);
  const UncertaintyMap first = uncertainty_map(camera, covariance, kNothingSeen, 8, 6);
  for (std::size_t i = 0; i < first.cells.size(); ++i) {
    EXPECT_EQ(maps[0].cells[i].sigma_px, first.cells[i].sigma_px);
    EXPECT_NEAR(maps[1].cells[i].sigma_px, 2 * first.cells[i].sigma_px, 1e-9 * first.cells[i].sigma_px);
  }
  EXPECT_THROW(static_cast<void>(
                   uncertainty_maps(camera, {covariance, Eigen::MatrixXd::Identity(2, 2)}, kNothingSeen, 8, 6, {})),
               Error);
}

/// The mean of its square over the grid, half for each coordinate, is the expected mapping error.
TEST(UncertaintyMap, AddsUpToTheExpectedMappingError) {
  const Camera camera = testing::fisheye_camera();
  const Eigen::MatrixXd covariance = covariance_to_map(camera);
  const UncertaintyMap map = uncertainty_map(camera, covariance, kNothingSeen, 20, 15);
  double sum = 0;
  double plain = 0;
  for (const UncertaintyCell& cell : map.cells) {
    sum += cell.sigma_px * cell.sigma_px / 600;
    plain += cell.sigma_uncompensated_px * cell.sigma_uncompensated_px / 600;
  }
  const double eme = expected_error(mapping_sensitivity(camera).H, covariance).mean;
  EXPECT_NEAR(sum, eme, 1e-9 * eme);
  const double without = expected_error(mapping_sensitivity(camera, {.compensate_rotation = false}).H, covariance).mean;
  EXPECT_NEAR(plain, without, 1e-9 * without);
}

TEST(UncertaintyMap, MarksCellsOutsideTheDomain) {
  const Camera camera = folding_camera();
  const UncertaintyMap map = uncertainty_map(camera, covariance_to_map(camera), kNothingSeen, 20, 15);
  ASSERT_EQ(map.cells.size(), 300U);
  int inside = 0;
  for (const UncertaintyCell& cell : map.cells) {
    EXPECT_EQ(cell.in_domain, camera.unproject(cell.pixel).has_value()) << cell.pixel.transpose();
    EXPECT_EQ(cell.in_domain, cell.sigma_px > 0);
    inside += cell.in_domain ? 1 : 0;
  }
  EXPECT_FALSE(map.cells[0].in_domain) << "the corner of the image";
  EXPECT_GT(inside, 30);
  EXPECT_LT(inside, 270);
}

TEST(UncertaintyMap, MarksCellsWithACornerAndTheirNeighbours) {
  const Camera camera = testing::ordinary_camera();  // 1936 x 1216: cells of 242 x 152
  // Column 2, row 1, and the last cell.
  const std::vector<Vector2> seen = {{2.5 * 242, 1.5 * 152}, {1935, 1215}};
  const UncertaintyMap map = uncertainty_map(camera, covariance_to_map(camera), seen, 8, 8);
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 8; ++column) {
      const bool near_first = std::abs(column - 2) <= 1 && std::abs(row - 1) <= 1;
      const bool near_last = column >= 6 && row >= 6;
      EXPECT_EQ(map.cells[static_cast<std::size_t>(8 * row + column)].observed, near_first || near_last)
          << column << ", " << row;
    }
  }
}

TEST(UncertaintyMap, RefusesAMapWithoutCells) {
  const Camera camera = testing::ordinary_camera();
  const Eigen::MatrixXd covariance = Eigen::MatrixXd::Identity(6, 6);
  EXPECT_THROW(static_cast<void>(uncertainty_map(camera, covariance, kNothingSeen, 0, 5)), Error);
}

TEST(UncertaintyMap, RefusesACovarianceOfOtherParameters) {
  const Camera camera = testing::ordinary_camera();
  const Eigen::MatrixXd covariance = Eigen::MatrixXd::Identity(5, 5);
  EXPECT_THROW(static_cast<void>(uncertainty_map(camera, covariance, kNothingSeen)), Error);
}

}  // namespace
}  // namespace fiducia

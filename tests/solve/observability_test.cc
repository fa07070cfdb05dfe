#include "fiducia/solve/observability.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "setups.h"

namespace fiducia {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using testing::ordinary_camera;

std::vector<Vector3> rays_of(const Camera& camera) {
  std::vector<Vector3> rays;
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 10; ++column) {
      if (const auto ray = camera.unproject({190.0 * column + 50, 150.0 * row + 50})) rays.push_back(*ray);
    }
  }
  return rays;
}

/// Parameters known independently, each to that many units.
Eigen::MatrixXd information_of(const Eigen::VectorXd& sigmas) { return sigmas.cwiseAbs2().cwiseInverse().asDiagonal(); }

TEST(Observability, TellsHowFarTheMappingMovesInPixels) {
  const Camera camera = ordinary_camera();  // fx fy cx cy k1 k2
  Eigen::VectorXd sigmas(6);
  sigmas << 3, 1e-3, 1e-3, 1e-3, 1e-9, 1e-9;
  const OpenDirection direction = worst_direction(camera, information_of(sigmas), 1, rays_of(camera));
  EXPECT_THAT(direction.parameters, ElementsAre("fx"));
  // A focal length that is off by 3 of 1500 px moves a point 800 px beside the axis by 1.6 px; RMS over the image and
  // both coordinates, less.
  EXPECT_GT(direction.spread_px, 0.2);
  EXPECT_LT(direction.spread_px, 1.6);
  const OpenDirection twice = worst_direction(camera, information_of(sigmas), 4, rays_of(camera));
  EXPECT_NEAR(twice.spread_px, 2 * direction.spread_px, 1e-9 * twice.spread_px);
}

/// The poses take back a shift of the principal point, nearly, as a rotation.
TEST(Observability, DoesNotCountWhatARotationTakesBack) {
  const Camera camera = ordinary_camera();
  Eigen::VectorXd focal(6);
  Eigen::VectorXd centre(6);
  focal << 5, 1e-6, 1e-6, 1e-6, 1e-9, 1e-9;
  centre << 1e-6, 1e-6, 5, 1e-6, 1e-9, 1e-9;
  const double of_focal = worst_direction(camera, information_of(focal), 1, rays_of(camera)).spread_px;
  const double of_centre = worst_direction(camera, information_of(centre), 1, rays_of(camera)).spread_px;
  EXPECT_LT(of_centre, 2.5) << "5 px without the rotation, over sqrt(2)";
  EXPECT_GT(of_centre, 0.01);
  EXPECT_GT(of_focal, 0.5);
}

TEST(Observability, OfASingularInformationMatrixIsInfinite) {
  const Camera camera = ordinary_camera();
  Eigen::MatrixXd information = information_of(Eigen::VectorXd::Ones(6));
  information.row(4).setZero();
  information.col(4).setZero();
  const OpenDirection direction = worst_direction(camera, information, 1, rays_of(camera));
  EXPECT_TRUE(std::isinf(direction.spread_px));
  EXPECT_THAT(direction.parameters, Contains("k1"));
}

TEST(Observability, DoesNotDependOnTheUnitsOfTheParameters) {
  const Camera camera = ordinary_camera();
  Eigen::VectorXd sigmas(6);
  sigmas << 2, 2, 1, 1, 1e-3, 1e-3;
  const OpenDirection here = worst_direction(camera, information_of(sigmas), 1, rays_of(camera));
  const OpenDirection more = worst_direction(camera, 1e8 * information_of(sigmas), 1e8, rays_of(camera));
  EXPECT_NEAR(here.spread_px, more.spread_px, 1e-9 * here.spread_px);
  EXPECT_EQ(here.parameters, more.parameters);
}

}  // namespace
}  // namespace fiducia

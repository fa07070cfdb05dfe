#include "fiducia/use/point_uncertainty.h"

#include <gmock/gmock.h>

#include "fiducia/evaluate/uncertainty_map.h"

namespace fiducia {
namespace {

TEST(PointUncertainty, IsThatOfTheMapAndOfTheRays) {
  const Camera camera("radial1", {{"fx", 500}, {"fy", 505}, {"cx", 322}, {"cy", 243}, {"k1", -0.1}}, {640, 480});
  Eigen::MatrixXd covariance = Eigen::VectorXd{{0.5, 0.4, 0.3, 0.2, 1e-5}}.asDiagonal();
  covariance(0, 1) = covariance(1, 0) = 0.2;
  const UncertaintyMap map = uncertainty_map(camera, covariance, {}, 8, 6);
  for (const UncertaintyCell& cell : map.cells) {
    const Vector3 ray = *camera.unproject(cell.pixel);
    const PointUncertainty one = point_uncertainties(camera, covariance, {3 * ray}).front();
    EXPECT_NEAR(std::sqrt(one.pixel.trace()), cell.sigma_px, 1e-9);
    // Near the axis a pixel is 1/f radians.
    if ((cell.pixel - Vector2(322, 243)).norm() < 60) {
      EXPECT_NEAR(one.ray_rad * 503, cell.sigma_px, 0.05 * cell.sigma_px);
    }
  }
  EXPECT_THROW((void)point_uncertainties(camera, Eigen::MatrixXd::Identity(2, 2), {Vector3(0, 0, 1)}), std::exception);
}

}  // namespace
}  // namespace fiducia

// An error of one's own: how far off, in millimetres, a stereo pair triangulates because its intrinsics are uncertain.
//
// Fiducia's expected mapping error is one quadratic error of a calibration, in pixels. Any other is had in the same
// way: write the residual as a function of the parameters, and expected_error() tells its mean and its distribution.
// Here the parameters are those of two cameras, and the residual is the displacement of triangulated points, at a given
// baseline and distance. A sampling of cameras from the same covariances checks the prediction at the end.

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "fiducia/core/random.h"
#include "fiducia/evaluate/mapping_error.h"
#include "fiducia/simulate/simulate.h"

namespace {

using fiducia::Camera;
using fiducia::Vector2;
using fiducia::Vector3;

constexpr double kBaseline_m = 0.12;

/// A camera with the covariance of its intrinsics, and the rotation that goes along with an error of them: who
/// calibrates a rig estimates its rotation through these very intrinsics, which takes back part of their error.
struct Calibrated {
  Camera camera;
  Eigen::MatrixXd covariance;
  Eigen::MatrixXd compensation = fiducia::mapping_grid(camera).compensation();

  /// The ray of a pixel when the intrinsics are `theta` instead.
  [[nodiscard]] Vector3 ray(const Eigen::VectorXd& theta, const Vector2& pixel) const {
    const Camera other(camera.shared_model(), {theta.begin(), theta.end()}, camera.image_size());
    const Eigen::Map<const Eigen::VectorXd> nominal(camera.parameters().data(), camera.model().size());
    const Vector3 turn = compensation * (theta - nominal);
    const auto ray = other.unproject(pixel);
    return ray ? Vector3(fiducia::rotation_exp(turn) * *ray) : Vector3::Constant(std::nan(""));
  }
};

/// The midpoint between two rays; the second starts at (baseline, 0, 0).
Vector3 triangulate(const Vector3& left, const Vector3& right) {
  const Vector3 baseline(kBaseline_m, 0, 0);
  const double lr = left.dot(right);
  const double denominator = left.squaredNorm() * right.squaredNorm() - lr * lr;
  const double s = (baseline.dot(left) * right.squaredNorm() - baseline.dot(right) * lr) / denominator;
  const double t = (baseline.dot(left) * lr - baseline.dot(right) * left.squaredNorm()) / denominator;
  return 0.5 * (s * left + baseline + t * right);
}

/// The residual: for points all over the common field at one distance, where the pair puts them less where they are, in
/// millimetres, three numbers per point. `theta` holds the left camera's intrinsics, then the right one's.
fiducia::ResidualFunction triangulation_error(const Calibrated& left, const Calibrated& right, double distance_m) {
  struct Point {
    Vector3 position;
    Vector2 left_pixel;
    Vector2 right_pixel;
  };
  std::vector<Point> points;
  const fiducia::ImageSize size = left.camera.image_size();
  for (int row = 1; row < 8; ++row) {
    for (int column = 1; column < 10; ++column) {
      const auto ray = left.camera.unproject({column * size.width / 10.0, row * size.height / 8.0});
      if (!ray) continue;
      const Vector3 position = *ray * (distance_m / ray->z());
      const auto left_pixel = left.camera.project(position);
      const auto right_pixel = right.camera.project(position - Vector3(kBaseline_m, 0, 0));
      if (left_pixel && right_pixel) points.push_back({position, *left_pixel, *right_pixel});
    }
  }
  return [=](const Eigen::VectorXd& theta) {
    const Eigen::VectorXd left_theta = theta.head(left.camera.model().size());
    const Eigen::VectorXd right_theta = theta.tail(right.camera.model().size());
    Eigen::VectorXd errors(3 * static_cast<Eigen::Index>(points.size()));
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vector3 found =
          triangulate(left.ray(left_theta, points[i].left_pixel), right.ray(right_theta, points[i].right_pixel));
      errors.segment<3>(3 * static_cast<Eigen::Index>(i)) = 1e3 * (found - points[i].position);
    }
    return errors;
  };
}

/// Stands in for two calibrations of one's own (read_calibration_json() in fiducia/io reads those).
Calibrated calibrated(std::uint64_t seed) {
  const Camera truth("radial2", {{"fx", 1200}, {"fy", 1200}, {"cx", 800}, {"cy", 600}, {"k1", -0.1}, {"k2", 0.03}},
                     {1600, 1200});
  const auto target = fiducia::Target::chessboard(9, 6, 0.04);
  const auto observations =
      fiducia::simulate(truth, target, {.frames = 20, .noise_px = 0.1, .seed = seed}).observations;
  const auto calibration = fiducia::calibrate(observations, {.model = "radial2"});
  return {*calibration.camera, fiducia::covariance(calibration).matrix};
}

double mean_square(const Eigen::VectorXd& values) { return values.squaredNorm() / static_cast<double>(values.size()); }

/// The same by sampling: the mean square and its 95% quantile.
std::pair<double, double> sampled(const fiducia::ResidualFunction& residual, const Eigen::VectorXd& theta,
                                  const Eigen::MatrixXd& covariance) {
  const Eigen::MatrixXd root = covariance.llt().matrixL();
  const Eigen::VectorXd nothing = residual(theta);
  fiducia::RandomStream random(1);
  std::vector<double> squares;
  double sum = 0;
  constexpr int kSamples = 2000;
  for (int i = 0; i < kSamples; ++i) {
    Eigen::VectorXd normal(theta.size());
    for (double& value : normal) value = random.normal();
    squares.push_back(mean_square(residual(theta + root * normal) - nothing));
    sum += squares.back() / kSamples;
  }
  std::sort(squares.begin(), squares.end());
  return {sum, squares[static_cast<std::size_t>(0.95 * kSamples)]};
}

}  // namespace

int main() {
  const Calibrated left = calibrated(1);
  const Calibrated right = calibrated(2);
  const Eigen::Index n = left.camera.model().size();
  Eigen::VectorXd theta(2 * n);
  theta << Eigen::Map<const Eigen::VectorXd>(left.camera.parameters().data(), n),
      Eigen::Map<const Eigen::VectorXd>(right.camera.parameters().data(), n);
  Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(2 * n, 2 * n);  // two calibrations know nothing of each other
  covariance.topLeftCorner(n, n) = left.covariance;
  covariance.bottomRightCorner(n, n) = right.covariance;

  std::printf("triangulation error of a stereo pair, baseline %.0f mm, mm RMS per coordinate\n", 1e3 * kBaseline_m);
  std::printf("distance m  expected   95%% below   sampled: expected  95%% below\n");
  bool agree = true;
  for (const double distance_m : {1.0, 2.0, 5.0}) {
    const fiducia::ResidualFunction residual = triangulation_error(left, right, distance_m);
    const Eigen::MatrixXd H = fiducia::sensitivity_of(residual, theta, covariance.diagonal().cwiseSqrt());
    const fiducia::ExpectedError error = fiducia::expected_error(H, covariance);
    const double bound = error.distribution.quantile(0.95);
    const auto [sampled_mean, sampled_bound] = sampled(residual, theta, covariance);
    std::printf("%10.1f %9.3f %11.3f %19.3f %10.3f\n", distance_m, error.root, std::sqrt(bound),
                std::sqrt(sampled_mean), std::sqrt(sampled_bound));
    agree = agree && std::abs(error.root / std::sqrt(sampled_mean) - 1) < 0.05 &&
            std::abs(std::sqrt(bound / sampled_bound) - 1) < 0.1;
  }
  if (!agree) std::printf("prediction and sampling do not agree\n");
  return agree ? 0 : 1;
}

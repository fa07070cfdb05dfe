#include "fiducia/evaluate/mapping_error.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <algorithm>

#include "fiducia/core/error.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "tests/evaluate/paper_recipe.h"

namespace fiducia {
namespace {

using testing::cameras_of_all_kinds;
using testing::folding_camera;
using testing::name_of;
using testing::normal_matrix;
using testing::normal_vector;
using testing::ordinary_camera;
using testing::PaperRecipe;
using testing::parameters_of;
using testing::relative_difference;
using testing::with_parameters;

/// A covariance with correlations in which each parameter alone moves the image by about `size_px`.
Eigen::MatrixXd some_covariance(const Camera& camera, double size_px, std::uint64_t seed) {
  RandomStream random(seed);
  const Eigen::Index size = camera.model().size();
  const Eigen::MatrixXd root = normal_matrix(random, size, size) + 2 * Eigen::MatrixXd::Identity(size, size);
  const Eigen::VectorXd sigma = size_px / 0.05 * PaperRecipe(camera, {}).steps() / std::sqrt(static_cast<double>(size));
  return sigma.asDiagonal() * (root * root.transpose()) * sigma.asDiagonal();
}

double largest_gap(std::vector<double> samples, const WeightedChiSquared& distribution) {
  std::sort(samples.begin(), samples.end());
  const auto count = static_cast<double>(samples.size());
  double largest = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double cdf = distribution.cdf(samples[i]);
    largest = std::max({largest, cdf - static_cast<double>(i) / count, (static_cast<double>(i) + 1) / count - cdf});
  }
  return largest;
}

TEST(MappingSensitivity, IsThePapersNumericalRecipe) {
  for (const Camera& camera : cameras_of_all_kinds()) {
    const PaperRecipe recipe(camera, {});
    const MappingSensitivity ours = mapping_sensitivity(camera);
    EXPECT_EQ(ours.points, static_cast<int>(recipe.points()));
    EXPECT_LT(relative_difference(ours.H, recipe.sensitivity()), 1e-5) << name_of(camera);
  }
}

TEST(MappingSensitivity, IsThePapersNumericalRecipeWithWeights) {
  const RegionWeight slanted = [](const Vector2& pixel) {
    return pixel.x() < 300 ? 0.0 : 0.2 + 0.002 * pixel.x() + 0.001 * pixel.y();
  };
  for (const Camera& camera : cameras_of_all_kinds()) {
    const GridOptions grid{.columns = 12, .rows = 10, .region = slanted};
    const MappingSensitivity ours = mapping_sensitivity(camera, {.grid = grid});
    EXPECT_GT(ours.without_weight, 0);
    EXPECT_EQ(ours.points + ours.without_weight + ours.without_ray, 120);
    EXPECT_LT(relative_difference(ours.H, PaperRecipe(camera, grid).sensitivity()), 1e-5) << name_of(camera);
  }
}

TEST(MappingSensitivity, IsThePapersNumericalRecipeWithoutCompensation) {
  for (const Camera& camera : cameras_of_all_kinds()) {
    const Eigen::MatrixXd plain = mapping_sensitivity(camera, {.compensate_rotation = false}).H;
    EXPECT_LT(relative_difference(plain, PaperRecipe(camera, {}, false).sensitivity()), 1e-5) << name_of(camera);
    const Eigen::MatrixXd compensated = mapping_sensitivity(camera).H;
    EXPECT_LT(compensated(2, 2), 0.2 * plain(2, 2)) << "a rotation takes most of a shift of the principal point back";
  }
}

/// A shift of the principal point moves one of a pixel's two coordinates by as much: half of its square.
TEST(MappingSensitivity, OfAPinholeWithoutCompensationIsWhatAHandComputes) {
  const Camera camera("pinhole", {{"f", 700}, {"cx", 319.5}, {"cy", 239.5}}, {640, 480});
  const Eigen::MatrixXd H = mapping_sensitivity(camera, {.grid = {2, 2}, .compensate_rotation = false}).H;
  // The cells' centres lie (+-160, +-120) from the principal point.
  Eigen::Matrix3d expected = Eigen::Vector3d(0.5 * (160.0 * 160 + 120.0 * 120) / (700.0 * 700), 0.5, 0.5).asDiagonal();
  EXPECT_LT((H - expected).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(MappingSensitivity, OfALargerWeightIsNoDifferent) {
  const RegionWeight three = [](const Vector2&) { return 3.0; };
  EXPECT_LT(relative_difference(mapping_sensitivity(ordinary_camera(), {.grid = {.region = three}}).H,
                                mapping_sensitivity(ordinary_camera()).H),
            1e-12);
}

TEST(MappingSensitivity, DropsAndCountsPointsWithoutARay) {
  const Camera camera = folding_camera();
  const MappingSensitivity folding = mapping_sensitivity(camera);
  EXPECT_GT(folding.without_ray, 50);
  EXPECT_EQ(folding.points + folding.without_ray, 300);
  EXPECT_EQ(folding.without_weight, 0);
  EXPECT_EQ(folding.points, static_cast<int>(PaperRecipe(camera, {}).points()));
  // The same points, chosen by a region.
  const RegionWeight has_ray = [&](const Vector2& pixel) { return camera.unproject(pixel) ? 1.0 : 0.0; };
  const MappingSensitivity chosen = mapping_sensitivity(camera, {.grid = {.region = has_ray}});
  EXPECT_EQ(chosen.without_weight, folding.without_ray);
  EXPECT_EQ(chosen.without_ray, 0);
  EXPECT_EQ(chosen.H, folding.H);
}

TEST(MappingSensitivity, RefusesAGridWithoutARayAndARegionWithoutAPoint) {
  const Camera elsewhere("radial1", {{"fx", 800}, {"fy", 800}, {"cx", -5000}, {"cy", 480}, {"k1", -0.5}}, {1280, 960});
  const auto code_of = [](const Camera& camera, const MappingErrorOptions& options) {
    try {
      static_cast<void>(mapping_sensitivity(camera, options));
    } catch (const Error& error) {
      return error.code();
    }
    ADD_FAILURE() << "no Error";
    return ErrorCode::kBadFile;
  };
  EXPECT_EQ(code_of(elsewhere, {}), ErrorCode::kDegenerate);
  EXPECT_EQ(code_of(ordinary_camera(), {.grid = {.region = disc_region({-100, -100}, 10)}}), ErrorCode::kBadOption);
  EXPECT_EQ(code_of(ordinary_camera(), {.grid = {.columns = 0}}), ErrorCode::kBadOption);
  EXPECT_EQ(code_of(ordinary_camera(), {.grid = {.rows = 20000}}), ErrorCode::kBadOption);
}

TEST(ExpectedError, IsTheTraceAndTheSumOfTheEigenvalues) {
  for (const Camera& camera : cameras_of_all_kinds()) {
    const Eigen::MatrixXd H = mapping_sensitivity(camera).H;
    const Eigen::MatrixXd sigma = some_covariance(camera, 0.1, 3);
    const ExpectedError error = expected_error(H, sigma);
    const double trace = (sigma * H).trace();
    EXPECT_NEAR(error.mean, trace, 1e-12 * trace);
    EXPECT_NEAR(error.root * error.root, trace, 1e-12 * trace);
    EXPECT_NEAR(error.distribution.mean(), trace, 1e-9 * trace);
    double sum = 0;
    for (const double eigenvalue : error.eigenvalues) sum += eigenvalue;
    EXPECT_NEAR(sum, trace, 1e-9 * trace);
    EXPECT_TRUE(std::is_sorted(error.eigenvalues.begin(), error.eigenvalues.end()));
    EXPECT_EQ(error.eigenvalues.size(), static_cast<std::size_t>(camera.model().size()));
  }
}

TEST(ExpectedError, IsDistributedAsStepsWithThatCovariance) {
  const Camera camera = ordinary_camera();
  const Eigen::MatrixXd H = mapping_sensitivity(camera).H;
  const Eigen::MatrixXd sigma = some_covariance(camera, 0.1, 4);
  const Eigen::MatrixXd root = sigma.llt().matrixL();
  RandomStream random(5);
  std::vector<double> samples(20000);
  for (double& sample : samples) {
    const Eigen::VectorXd step = root * normal_vector(random, H.rows());
    sample = step.dot(H * step);
  }
  // Kolmogorov and Smirnov: exceeded by chance once in a thousand.
  EXPECT_LT(largest_gap(samples, expected_error(H, sigma).distribution), 1.95 / std::sqrt(20000.0));
}

/// To first order K = step' H step: the steps are small enough that the rest is below a percent.
TEST(ExpectedError, IsDistributedAsTheMappingErrorsOfSampledCameras) {
  for (const Camera& camera : {ordinary_camera(), testing::fisheye_camera()}) {
    const Eigen::MatrixXd H = mapping_sensitivity(camera).H;
    const Eigen::MatrixXd sigma = some_covariance(camera, 0.02, 6);
    const Eigen::MatrixXd root = sigma.llt().matrixL();
    RandomStream random(7);
    std::vector<double> samples(600);
    for (double& sample : samples) {
      const Eigen::VectorXd step = root * normal_vector(random, H.rows());
      sample = mapping_difference(with_parameters(camera, parameters_of(camera) + step), camera).compensated.k;
      EXPECT_NEAR(sample, step.dot(H * step), 0.01 * sample) << name_of(camera);
    }
    EXPECT_LT(largest_gap(samples, expected_error(H, sigma).distribution), 1.95 / std::sqrt(600.0)) << name_of(camera);
  }
}

TEST(ExpectedError, DoesNotDependOnTheUnitsOfTheParameters) {
  const Camera camera = ordinary_camera();
  const Eigen::MatrixXd H = mapping_sensitivity(camera).H;
  const Eigen::MatrixXd sigma = some_covariance(camera, 0.1, 8);
  Eigen::VectorXd scale(6);
  scale << 100, 1e-3, 1, 7, 1e5, 1e-4;
  const Eigen::VectorXd inverse = scale.cwiseInverse();
  const ExpectedError here = expected_error(H, sigma);
  const ExpectedError there =
      expected_error(scale.asDiagonal() * H * scale.asDiagonal(), inverse.asDiagonal() * sigma * inverse.asDiagonal());
  EXPECT_NEAR(there.mean, here.mean, 1e-12 * here.mean);
  for (std::size_t i = 0; i < here.eigenvalues.size(); ++i) {
    EXPECT_NEAR(there.eigenvalues[i], here.eigenvalues[i], 1e-10 * here.mean);
  }
}

TEST(ExpectedError, OfAParameterWithoutUncertaintyIsThatOfTheOthers) {
  const Eigen::Matrix3d H = Eigen::Vector3d(2, 3, 5).asDiagonal();
  const Eigen::Matrix3d sigma = Eigen::Vector3d(0.1, 0, 0.01).asDiagonal();
  const ExpectedError error = expected_error(H, sigma);
  EXPECT_DOUBLE_EQ(error.mean, 0.25);
  ASSERT_EQ(error.eigenvalues.size(), 3U);
  EXPECT_NEAR(error.eigenvalues[0], 0, 1e-17);
  EXPECT_NEAR(error.eigenvalues[1], 0.05, 1e-15);
  EXPECT_NEAR(error.eigenvalues[2], 0.2, 1e-15);
}

TEST(ExpectedError, OfACameraIsBothInOne) {
  const Camera camera = ordinary_camera();
  const CovarianceEstimate covariance{Covariance::kStd, some_covariance(camera, 0.1, 9)};
  const MappingErrorOptions options{.grid = {.region = disc_region({900, 600}, 300)}};
  const ExpectedError both = expected_mapping_error(camera, covariance, options);
  const ExpectedError apart = expected_error(mapping_sensitivity(camera, options).H, covariance.matrix);
  EXPECT_EQ(both.mean, apart.mean);
  EXPECT_EQ(both.eigenvalues, apart.eigenvalues);
  EXPECT_NE(both.mean, expected_mapping_error(camera, covariance).mean) << "the region counts";
}

TEST(ExpectedError, RefusesMatricesOfDifferentSizes) {
  EXPECT_THROW(static_cast<void>(expected_error(Eigen::MatrixXd::Identity(6, 6), Eigen::MatrixXd::Identity(5, 5))),
               Error);
}

TEST(SensitivityOf, TheMappingResidualIsTheMappingSensitivity) {
  for (const Camera& camera : cameras_of_all_kinds()) {
    const PaperRecipe recipe(camera, {});
    const Eigen::MatrixXd H = sensitivity_of([&](const Eigen::VectorXd& theta) { return recipe.residual(theta); },
                                             parameters_of(camera), 100 * recipe.steps());
    EXPECT_LT(relative_difference(H, mapping_sensitivity(camera).H), 1e-5) << name_of(camera);
  }
}

TEST(SensitivityOf, SubtractsWhatTheResidualIsAtTheParameters) {
  Eigen::MatrixXd j(4, 2);
  j << 1, 2, 3, 4, 5, 6, 7, 8.5;
  const Eigen::Vector2d at(3, -2);
  const auto residual = [&](const Eigen::VectorXd& theta) -> Eigen::VectorXd {
    return Eigen::Vector4d(10, -20, 30, 5) + j * (theta - at);
  };
  const Eigen::MatrixXd expected = j.transpose() * j / 4;
  EXPECT_LT(relative_difference(sensitivity_of(residual, at, Eigen::Vector2d(0.1, 0.2)), expected), 1e-9);
  EXPECT_LT(relative_difference(sensitivity_of(residual, at, Eigen::Vector2d(0.1, 0)), expected), 1e-5)
      << "a parameter without an uncertainty is moved, too";
}

TEST(SensitivityOf, RefusesFunctionsThatAreNone) {
  const Eigen::Vector2d at(3, -2);
  const Eigen::Vector2d sigma(0.1, 0.2);
  const auto sum = [](const Eigen::VectorXd& theta) -> Eigen::VectorXd { return theta; };
  EXPECT_THROW(static_cast<void>(sensitivity_of(sum, at, Eigen::Vector3d(1, 1, 1))), Error);
  const auto nothing = [](const Eigen::VectorXd&) { return Eigen::VectorXd(); };
  EXPECT_THROW(static_cast<void>(sensitivity_of(nothing, at, sigma)), Error);
  const auto no_value = [](const Eigen::VectorXd& theta) -> Eigen::VectorXd {
    return (theta.array() - 3).sqrt().matrix();
  };
  EXPECT_THROW(static_cast<void>(sensitivity_of(no_value, at, sigma)), Error);
  const auto changing = [](const Eigen::VectorXd& theta) -> Eigen::VectorXd {
    return Eigen::VectorXd::Zero(theta[1] == -2 ? 3 : 4);
  };
  EXPECT_THROW(static_cast<void>(sensitivity_of(changing, at, sigma)), Error);
}

}  // namespace
}  // namespace fiducia

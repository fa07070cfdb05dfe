#include "fiducia/evaluate/baselines.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "fiducia/core/error.h"
#include "fiducia/core/statistics.h"
#include "fiducia/evaluate/mapping_error.h"
#include "tests/evaluate/paper_recipe.h"
#include "tests/evaluate/synthetic_calibration.h"

namespace fiducia {
namespace {

using testing::board;
using testing::ordinary_camera;

/// A calibration whose residuals are what `residual` draws: the truth, and pixels that are moved by so much.
Calibration with_residuals(int frames, const std::function<Vector2(RandomStream&)>& residual,
                           const std::function<void(std::vector<Corner>&)>& leave_out = {}) {
  Simulation simulation = simulate(ordinary_camera(), board(), {.frames = frames, .noise_px = 0, .seed = 1});
  Calibration known{.status = CalibrationStatus::kConverged, .camera = ordinary_camera()};
  RandomStream random(2);
  for (std::size_t j = 0; j < simulation.observations.frames.size(); ++j) {
    std::vector<Corner>& corners = simulation.observations.frames[j].corners;
    for (Corner& corner : corners) corner.pixel += residual(random);
    if (leave_out) leave_out(corners);
    known.frames.push_back({.index = j, .camera_from_target = simulation.camera_from_target[j]});
    known.residuals.add_frame(*known.camera, simulation.camera_from_target[j], corners, board().points);
  }
  known.observations = std::make_shared<const Observations>(std::move(simulation.observations));
  return known;
}

Vector2 gaussian(RandomStream& random) {
  const double u = random.normal();
  return 0.1 * Vector2(u, random.normal());
}

/// docs/method.md 6, line by line.
double literal_kld(const Calibration& known) {
  const std::span<const double> all = known.residuals.all();
  const auto [width, height] = known.observations->image_size;
  std::vector<double> divergences;
  for (int cell = 0; cell < 16; ++cell) {
    std::vector<Vector2> inside;
    std::size_t at = 0;
    for (const Frame& frame : known.observations->frames) {
      for (const Corner& corner : frame.corners) {
        const int column = static_cast<int>(std::floor((corner.pixel.x() + 0.5) * 4 / width));
        const int row = static_cast<int>(std::floor((corner.pixel.y() + 0.5) * 4 / height));
        if (4 * row + column == cell) inside.emplace_back(all[at], all[at + 1]);
        at += 2;
      }
    }
    if (inside.size() < 5) continue;
    double mean = 0;
    for (const Vector2& r : inside) mean += r.norm() / static_cast<double>(inside.size());
    Eigen::MatrixXd p = Eigen::MatrixXd::Zero(8, 8);
    Eigen::MatrixXd q(8, 8);
    for (const Vector2& r : inside) {
      const auto bin = [&](double x) {
        return std::clamp(
            static_cast<Eigen::Index>(std::floor((x * std::sqrt(std::numbers::pi / 2) / mean + 2.5) / 0.625)),
            Eigen::Index{0}, Eigen::Index{7});
      };
      p(bin(r.x()), bin(r.y())) += 1;
    }
    p /= p.sum();
    for (Eigen::Index i = 0; i < 8; ++i) {
      for (Eigen::Index j = 0; j < 8; ++j) {
        const double u = -2.5 + 0.625 * (static_cast<double>(i) + 0.5);
        const double v = -2.5 + 0.625 * (static_cast<double>(j) + 0.5);
        q(i, j) = std::exp(-0.5 * (u * u + v * v));
      }
    }
    q /= q.sum();
    double divergence = 0;
    for (Eigen::Index i = 0; i < 64; ++i) {
      if (p(i) > 0) divergence += p(i) * std::log(p(i) / q(i));
    }
    divergences.push_back(divergence);
  }
  return median(divergences);
}

TEST(ResidualKld, IsTheFormulaLineByLine) {
  const Calibration few = with_residuals(3, gaussian);
  EXPECT_NEAR(residual_kld(few), literal_kld(few), 1e-12);
  const Calibration many = with_residuals(40, gaussian);
  EXPECT_NEAR(residual_kld(many), literal_kld(many), 1e-12);
}

/// P of n residuals in b bins has a divergence of about b/(2n) from their own distribution.
TEST(ResidualKld, IsSmallForAGaussianAndLargeForOneDirection) {
  const double none = residual_kld(with_residuals(150, gaussian));
  const double one_way = residual_kld(with_residuals(150, [](RandomStream& random) -> Vector2 {
    const double length = gaussian(random).norm();
    return {length, 0.05 * length};
  }));
  EXPECT_LT(none, 0.2);
  EXPECT_GT(one_way, 1);
}

TEST(ResidualKld, DoesNotDependOnTheSizeOfTheResiduals) {
  const Calibration small = with_residuals(20, gaussian);
  const Calibration large = with_residuals(20, [](RandomStream& random) -> Vector2 { return 4 * gaussian(random); });
  // Within the rounding of what a pixel of a thousand holds, but for a corner that crosses a cell's border.
  EXPECT_NEAR(residual_kld(large), residual_kld(small), 0.05 * residual_kld(small));
}

TEST(ResidualKld, NeedsFiveCornersInACell) {
  const auto with_corners = [](std::size_t count) {
    return with_residuals(1, gaussian, [&](std::vector<Corner>& corners) {
      const auto cell = [](const Corner& corner) { return cell_of({1936, 1216}, {4, 4}, corner.pixel); };
      const std::size_t first = cell(corners[0]);
      std::erase_if(corners, [&](const Corner& corner) { return cell(corner) != first; });
      ASSERT_GT(corners.size(), 5U);
      corners.resize(count);
    });
  };
  EXPECT_TRUE(std::isfinite(residual_kld(with_corners(5))));
  EXPECT_TRUE(std::isnan(residual_kld(with_corners(4))));
}

/// In which each parameter moves the image by about a twentieth of a pixel.
Eigen::MatrixXd covariance_of_size_one(const Camera& camera) {
  RandomStream random(3);
  const Eigen::Index size = camera.model().size();
  const Eigen::MatrixXd root = testing::normal_matrix(random, size, size);
  const Eigen::VectorXd sigma = testing::PaperRecipe(camera, {}).steps();
  return sigma.asDiagonal() * (root * root.transpose()) * sigma.asDiagonal();
}

TEST(MaxExpectedReprojectionError, IsTheLargestSpreadOnItsGrid) {
  const Camera camera = ordinary_camera();
  const Eigen::MatrixXd covariance = covariance_of_size_one(camera);
  const Eigen::VectorXd theta = testing::parameters_of(camera);
  double largest = 0;
  for (int row = 0; row < 5; ++row) {
    for (int column = 0; column < 5; ++column) {
      const Vector3 ray = *camera.unproject({(column + 0.5) * 1936 / 5 - 0.5, (row + 0.5) * 1216 / 5 - 0.5});
      Eigen::MatrixXd j(2, 6);
      for (Eigen::Index i = 0; i < 6; ++i) {
        const Eigen::VectorXd h = 1e-4 * Eigen::VectorXd::Unit(6, i);
        const Eigen::VectorXd above = theta + h;
        const Eigen::VectorXd below = theta - h;
        j.col(i) = (camera.model().project(above.data(), ray) - camera.model().project(below.data(), ray)) / 2e-4;
      }
      largest = std::max(largest, std::sqrt((j * covariance * j.transpose()).trace()));
    }
  }
  EXPECT_NEAR(max_expected_reprojection_error(camera, covariance), largest, 1e-6 * largest);
}

TEST(MaxExpectedReprojectionError, IsWhatSamplingGives) {
  for (const Camera& camera : testing::cameras_of_all_kinds()) {
    const Eigen::MatrixXd covariance = covariance_of_size_one(camera);
    const double closed = max_expected_reprojection_error(camera, covariance);
    // A standard deviation of 4000 samples is good to 1/sqrt(8000) = 1.1 %.
    EXPECT_NEAR(sampled_max_expected_reprojection_error(camera, covariance, 4000, 1), closed, 0.05 * closed);
    EXPECT_NE(sampled_max_expected_reprojection_error(camera, covariance, 100, 1),
              sampled_max_expected_reprojection_error(camera, covariance, 100, 2));
    EXPECT_EQ(sampled_max_expected_reprojection_error(camera, covariance, 100, 1),
              sampled_max_expected_reprojection_error(camera, covariance, 100, 1));
  }
}

TEST(MaxExpectedReprojectionError, RefusesWhatIsNoCovariance) {
  const Camera camera = ordinary_camera();
  const Eigen::MatrixXd covariance = Eigen::MatrixXd::Identity(6, 6);
  EXPECT_THROW(static_cast<void>(sampled_max_expected_reprojection_error(camera, covariance, 1)), Error);
  EXPECT_THROW(static_cast<void>(sampled_max_expected_reprojection_error(camera, -covariance)), Error);
  const Eigen::MatrixXd small = Eigen::MatrixXd::Identity(5, 5);
  EXPECT_THROW(static_cast<void>(sampled_max_expected_reprojection_error(camera, small)), Error);
  EXPECT_THROW(static_cast<void>(max_expected_reprojection_error(camera, small)), Error);
}

TEST(Observability, IsTheSmallestGeneralisedEigenvalue) {
  const Calibration calibration =
      calibrate(simulate(ordinary_camera(), board(), {.frames = 8, .seed = 4}).observations, {.model = "radial2"});
  const Eigen::MatrixXd H = mapping_sensitivity(*calibration.camera).H;
  // In units where the solver loses no digits.
  const Eigen::VectorXd scale = H.diagonal().cwiseSqrt().cwiseInverse();
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> eigen(
      scale.asDiagonal() * testing::information_sum(calibration) * scale.asDiagonal(),
      scale.asDiagonal() * H * scale.asDiagonal());
  const double expected = eigen.eigenvalues().minCoeff();
  EXPECT_NEAR(observability(calibration, H), expected, 1e-6 * expected);
}

TEST(Observability, GrowsWithTheFramesAndWithTheirWeights) {
  Calibration calibration = testing::random_calibration(6, 6, 5);
  const Eigen::MatrixXd H = mapping_sensitivity(ordinary_camera()).H;
  const double once = observability(calibration, H);
  for (FrameFit& frame : calibration.frames) frame.weight = 2;
  EXPECT_NEAR(observability(calibration, H), 2 * once, 1e-9 * once);
  for (FrameFit& frame : calibration.frames) frame.weight = 1;
  calibration.information.frames.pop_back();
  calibration.frames.pop_back();
  EXPECT_LT(observability(calibration, H), once);
}

TEST(Observability, IsZeroWhereADirectionIsOpen) {
  Calibration calibration = testing::random_calibration(6, 6, 6);
  testing::change_pairs(&calibration, [](std::size_t, testing::Pair* pair) {
    pair->S.row(3).setZero();
    pair->S.col(3).setZero();
  });
  EXPECT_EQ(observability(calibration, Eigen::MatrixXd::Identity(6, 6)), 0);
}

double integral(const ResidualHistogram& histogram) {
  const double width = 2 * histogram.range_px / histogram.bins;
  double sum = 0;
  for (const double density : histogram.density) sum += density * width * width;
  return sum;
}

TEST(ResidualHistogram, IsADensity) {
  RandomStream random(7);
  std::vector<double> all;
  for (int i = 0; i < 40000; ++i) all.push_back((i % 2 == 0 ? 0.1 : 0.2) * random.normal());
  const ResidualHistogram histogram = residual_histogram(all, 21, 6);
  ASSERT_EQ(histogram.density.size(), 21U * 21U);
  EXPECT_DOUBLE_EQ(histogram.range_px, 6 * mad_sigma(all));
  EXPECT_NEAR(integral(histogram), 1, 1e-3);
  EXPECT_LT(integral(residual_histogram(all, 21, 1)), 0.6) << "what lies outside is missing";
  // Row by row: v, which is twice as wide, goes with the rows. One bin is 0.8 sigma of u.
  const auto at = [&](std::size_t row, std::size_t column) { return histogram.density[21 * row + column]; };
  EXPECT_GT(at(13, 10), 2 * at(10, 13));
  EXPECT_GT(at(10, 10), at(13, 10));
}

/// A residual in the middle of a bin is spread by (1 2 1)/4 both ways.
TEST(ResidualHistogram, IsSmoothed) {
  const ResidualHistogram histogram = residual_histogram(std::vector<double>{-2, -2, 2, 2}, 9, 9 / (2 * kMadToSigma));
  EXPECT_NEAR(histogram.range_px, 9, 1e-12);  // bins of 2 px: the residuals lie in (3, 3) and (5, 5), half each
  const auto mass = [&](std::size_t row, std::size_t column) { return 4 * histogram.density[9 * row + column]; };
  EXPECT_NEAR(mass(3, 3), 0.5 / 4, 1e-12);
  EXPECT_NEAR(mass(3, 4), 0.5 / 8, 1e-12);
  EXPECT_NEAR(mass(4, 4), 2 * 0.5 / 16, 1e-12);
  EXPECT_NEAR(mass(5, 3), 0, 1e-12);
  EXPECT_NEAR(integral(histogram), 1, 1e-12);
}

TEST(ResidualHistogram, OfNothingIsEmptyAndWithoutBinsRefused) {
  const ResidualHistogram histogram = residual_histogram(std::vector<double>{}, 5);
  EXPECT_EQ(histogram.density, std::vector<double>(25, 0.0));
  EXPECT_THROW(static_cast<void>(residual_histogram(std::vector<double>{1, 2}, 0)), Error);
  EXPECT_THROW(static_cast<void>(residual_histogram(std::vector<double>{1, 2}, 5, 0)), Error);
}

}  // namespace
}  // namespace fiducia

#include "fiducia/evaluate/approximate_bootstrap.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <functional>

#include "fiducia/core/error.h"
#include "tests/evaluate/synthetic_calibration.h"
#include "tests/io/error_message.h"

namespace fiducia {
namespace {

using testing::difference_in_sigmas;
using testing::random_calibration;
using testing::rescaled;
using testing::with_information;

/// Of all parameters that the frames know.
ApproximateBootstrap sampled_from(const Calibration& calibration, const ResamplingOptions& options = {}) {
  return approximate_bootstrap(calibration, frame_influences(calibration), calibration.information.size(), options);
}

/// A small calibration, so that everything can be written out.
struct SmallProblem {
  Observations observations =
      simulate(testing::ordinary_camera(), Target::chessboard(5, 4, 0.1), {.frames = 6, .noise_px = 0.2, .seed = 3})
          .observations;
  Calibration calibration = calibrate(observations, {.model = "pinhole"});

  /// Columns [intrinsics | all poses] and the residual, of one frame, by central differences of the projections.
  [[nodiscard]] Eigen::MatrixXd rows_of(std::size_t j) const {
    const Model& model = calibration.camera->model();
    const FrameFit& fit = calibration.frames[j];
    const std::vector<Corner>& corners = observations.frames[fit.index].corners;
    const auto size = static_cast<Eigen::Index>(model.size());
    const auto poses = 6 * static_cast<Eigen::Index>(calibration.frames.size());
    const auto predict = [&](const Eigen::VectorXd& theta, const Vector6& step) {
      const Pose pose = fit.camera_from_target.moved(step);
      Eigen::VectorXd all(2 * static_cast<Eigen::Index>(corners.size()));
      for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vector3& point = observations.target.points[static_cast<std::size_t>(corners[i].id)];
        all.segment<2>(2 * static_cast<Eigen::Index>(i)) = model.project(theta.data(), pose * point);
      }
      return all;
    };
    const Eigen::VectorXd theta = testing::parameters_of(*calibration.camera);
    const Eigen::VectorXd here = predict(theta, Vector6::Zero());
    Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(here.size(), size + poses + 1);
    for (Eigen::Index c = 0; c < size; ++c) {
      const Eigen::VectorXd h = 1e-3 * Eigen::VectorXd::Unit(size, c);
      rows.col(c) = (predict(theta + h, Vector6::Zero()) - predict(theta - h, Vector6::Zero())) / 2e-3;
    }
    for (int c = 0; c < 6; ++c) {
      const Vector6 h = 1e-5 * Vector6::Unit(c);
      rows.col(size + 6 * static_cast<Eigen::Index>(j) + c) = (predict(theta, h) - predict(theta, -h)) / 2e-5;
    }
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const auto at = 2 * static_cast<Eigen::Index>(i);
      rows.block<2, 1>(at, rows.cols() - 1) = corners[i].pixel - here.segment<2>(at);
    }
    return rows;
  }
};

using Multiplicities = std::vector<int>;

/// The step of the intrinsics as the paper writes it: the rows of each drawn frame are put below one another, the
/// copies of a frame in the same columns of its pose, and the least-squares step is taken.
Eigen::VectorXd recomposed_step(const std::vector<Eigen::MatrixXd>& rows_of_frames, const Multiplicities& m,
                                Eigen::Index intrinsics) {
  Eigen::Index rows = 0;
  std::vector<Eigen::Index> columns;
  for (Eigen::Index c = 0; c < intrinsics; ++c) columns.push_back(c);
  for (std::size_t j = 0; j < m.size(); ++j) {
    rows += m[j] * rows_of_frames[j].rows();
    for (Eigen::Index c = 0; m[j] > 0 && c < 6; ++c) {
      columns.push_back(intrinsics + 6 * static_cast<Eigen::Index>(j) + c);
    }
  }
  columns.push_back(rows_of_frames.front().cols() - 1);
  Eigen::MatrixXd all(rows, static_cast<Eigen::Index>(columns.size()));
  Eigen::Index at = 0;
  for (std::size_t j = 0; j < m.size(); ++j) {
    for (int copy = 0; copy < m[j]; ++copy) {
      all.middleRows(at, rows_of_frames[j].rows()) = rows_of_frames[j](Eigen::all, columns);
      at += rows_of_frames[j].rows();
    }
  }
  const Eigen::Index unknowns = all.cols() - 1;
  const Eigen::VectorXd scale = all.leftCols(unknowns).colwise().norm().cwiseInverse();
  const Eigen::MatrixXd scaled = all.leftCols(unknowns) * scale.asDiagonal();
  const Eigen::VectorXd step = scaled.colPivHouseholderQr().solve(all.col(unknowns));
  return (scale.asDiagonal() * step).head(intrinsics);
}

/// Every multiset of as many frames as there are, with how often it is drawn.
void visit_draws(int frames, const std::function<void(const Multiplicities&, double)>& visit) {
  Multiplicities m(static_cast<std::size_t>(frames), 0);
  const std::function<void(std::size_t, int, double)> fill = [&](std::size_t j, int left, double weight) {
    if (j + 1 == m.size()) {
      m[j] = left;
      visit(m, weight / std::tgamma(left + 1.0));
      return;
    }
    for (int count = 0; count <= left; ++count) {
      m[j] = count;
      fill(j + 1, left - count, weight / std::tgamma(count + 1.0));
    }
  };
  fill(0, frames, std::tgamma(frames + 1.0) / std::pow(frames, frames));
}

bool one_frame_alone(const Multiplicities& m) {
  return std::count(m.begin(), m.end(), static_cast<int>(m.size())) == 1;
}

TEST(ApproximateBootstrap, StepIsThatOfTheRecomposedJacobian) {
  const SmallProblem problem;
  ASSERT_TRUE(problem.calibration.converged()) << problem.calibration.message;
  std::vector<Eigen::MatrixXd> rows;
  for (std::size_t j = 0; j < 6; ++j) rows.push_back(problem.rows_of(j));
  int compared = 0;
  visit_draws(6, [&](const Multiplicities& m, double) {
    if (one_frame_alone(m)) return;
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(3, 3);
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(3);
    for (std::size_t j = 0; j < 6; ++j) {
      a += m[j] * problem.calibration.information.frames[j].S();
      sum += m[j] * problem.calibration.information.frames[j].s();
    }
    const Eigen::VectorXd step = a.ldlt().solve(sum);
    const Eigen::VectorXd literal = recomposed_step(rows, m, 3);
    // In standard deviations of that draw.
    const double difference = std::sqrt((step - literal).dot(a * (step - literal))) / problem.calibration.fit.rmse;
    EXPECT_LT(difference, 1e-4);
    ++compared;
  });
  EXPECT_EQ(compared, 462 - 6);
}

/// The distribution of the draws is finite: its covariance is written out and the sampled one must be near.
TEST(ApproximateBootstrap, ConvergesToTheCovarianceOverAllDraws) {
  const Calibration calibration = random_calibration(5, 3, 4);
  double weights = 0;
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(3);
  std::vector<std::pair<double, Eigen::VectorXd>> steps;
  visit_draws(5, [&](const Multiplicities& m, double weight) {
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(3, 3);
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(3);
    for (std::size_t j = 0; j < 5; ++j) {
      a += m[j] * calibration.information.frames[j].S();
      sum += m[j] * calibration.information.frames[j].s();
    }
    steps.emplace_back(weight, a.ldlt().solve(sum));
    weights += weight;
    mean += weight * steps.back().second;
  });
  EXPECT_NEAR(weights, 1, 1e-12);
  Eigen::VectorXd variance = Eigen::VectorXd::Zero(3);
  Eigen::VectorXd fourth = Eigen::VectorXd::Zero(3);
  for (const auto& [weight, step] : steps) {
    variance += weight * (step - mean).array().square().matrix();
    fourth += weight * (step - mean).array().pow(4).matrix();
  }
  constexpr int kSamples = 200000;
  const ApproximateBootstrap sampled = sampled_from(calibration, {.samples = kSamples, .seed = 1});
  EXPECT_EQ(sampled.samples, kSamples);
  EXPECT_EQ(sampled.redrawn, 0);
  for (Eigen::Index i = 0; i < 3; ++i) {
    const double standard_error = std::sqrt((fourth[i] - variance[i] * variance[i]) / kSamples);
    EXPECT_LT(standard_error, 0.05 * variance[i]);
    EXPECT_NEAR(sampled.covariance(i, i), variance[i], 4.5 * standard_error);
  }
}

TEST(ApproximateBootstrap, OfManyFramesIsTheSandwich) {
  const Calibration calibration = random_calibration(300, 6, 5);
  const FrameInfluences influences = frame_influences(calibration);
  const Eigen::MatrixXd cr0 = influences.uncorrected * influences.uncorrected.transpose();
  const Eigen::MatrixXd abs =
      approximate_bootstrap(calibration, influences, 6, {.samples = 20000, .seed = 2}).covariance;
  // A variance of 20000 samples is good to sqrt(2/20000) = 1 %, and the next order is the number of parameters /
  // frames.
  EXPECT_LT(difference_in_sigmas(abs, cr0), 0.08);
}

TEST(ApproximateBootstrap, IsAFunctionOfTheSeedAlone) {
  const Calibration calibration = random_calibration(10, 6, 6);
  const ApproximateBootstrap one = sampled_from(calibration, {.samples = 750, .seed = 3, .threads = 1});
  const ApproximateBootstrap four = sampled_from(calibration, {.samples = 750, .seed = 3, .threads = 4});
  const ApproximateBootstrap other = sampled_from(calibration, {.samples = 750, .seed = 4, .threads = 1});
  EXPECT_EQ(one.covariance, four.covariance);
  EXPECT_EQ(one.redrawn, four.redrawn);
  EXPECT_NE(one.covariance, other.covariance);
}

TEST(ApproximateBootstrap, FollowsTheUnitsOfTheParameters) {
  const Calibration calibration = random_calibration(8, 4, 7);
  const Eigen::Vector4d scale(1e5, 1, 1e-4, 30);
  const Eigen::Vector4d inverse = scale.cwiseInverse();
  const Eigen::MatrixXd here = sampled_from(calibration).covariance;
  const Eigen::MatrixXd there = sampled_from(rescaled(calibration, scale)).covariance;
  EXPECT_LT(difference_in_sigmas(there, inverse.asDiagonal() * here * inverse.asDiagonal()), 1e-9);
}

/// Frame 0 alone knows the first parameter, frames 1 and 2 the second: of 27 draws 8 miss frame 0 and 1 both others.
TEST(ApproximateBootstrap, DrawsAgainAndCountsWhatLeavesADirectionOpen) {
  const Eigen::Matrix2d first = Eigen::Vector2d(3, 0).asDiagonal();
  const Eigen::Matrix2d second = Eigen::Vector2d(0, 2).asDiagonal();
  const Calibration calibration = with_information(
      {{first, Eigen::Vector2d(0, 0)}, {second, Eigen::Vector2d(0, 1)}, {second, Eigen::Vector2d(0, -1)}});
  constexpr int kSamples = 10000;
  const ApproximateBootstrap result = sampled_from(calibration, {.samples = kSamples, .seed = 5});
  // A geometric distribution with the chance 1/3: mean 1/2, variance 3/4.
  EXPECT_NEAR(result.redrawn, 0.5 * kSamples, 5 * std::sqrt(0.75 * kSamples));
  EXPECT_NEAR(result.covariance(0, 0), 0, 1e-25) << "frame 0 fits its parameter exactly";
  // Of the 18 draws that are left, 6 have both others (step 0), 12 have one of them (6 twice, 6 once): step +-1/2.
  EXPECT_NEAR(result.covariance(1, 1), 12.0 / 18 / 4, 0.01);
}

TEST(ApproximateBootstrap, RefusesFramesOfWhichHardlyADrawHasASolution) {
  std::vector<testing::Pair> each_its_own;
  for (int j = 0; j < 12; ++j) {
    const Eigen::VectorXd unit = Eigen::VectorXd::Unit(12, j);
    each_its_own.push_back({unit * unit.transpose(), 0 * unit});
  }
  const Calibration calibration = with_information(each_its_own);
  const std::string message = testing::error_message([&] { static_cast<void>(sampled_from(calibration)); });
  EXPECT_NE(message.find("12 frames"), std::string::npos) << message;
}

TEST(ApproximateBootstrap, RefusesFewerThanTwoSamples) {
  const Calibration calibration = random_calibration(5, 3, 8);
  EXPECT_THROW(static_cast<void>(sampled_from(calibration, {.samples = 1})), Error);
  EXPECT_NO_THROW(static_cast<void>(sampled_from(calibration, {.samples = 2})));
}

}  // namespace
}  // namespace fiducia

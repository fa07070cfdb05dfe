#include "fiducia/evaluate/small_sample.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <cmath>

#include "fiducia/evaluate/error_bound.h"
#include "tests/evaluate/synthetic_calibration.h"

namespace fiducia {
namespace {

using Eigen::MatrixXd;

/// nu as the method has it, with L, M_j and B_j written out.
double literal_degrees(const Calibration& calibration, const MatrixXd& H) {
  const MatrixXd L = testing::information_sum(calibration).llt().matrixL();
  const auto whitened = [&](const MatrixXd& m) {
    const MatrixXd left = L.triangularView<Eigen::Lower>().solve(m);
    return MatrixXd(L.triangularView<Eigen::Lower>().solve(left.transpose()));
  };
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(whitened(H));
  const MatrixXd root = eigen.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal() * eigen.eigenvectors().transpose();
  std::vector<MatrixXd> m;
  std::vector<MatrixXd> b;
  for (const FrameInformation& frame : calibration.information.frames) {
    m.push_back(whitened(frame.S()));
    const MatrixXd freedom = MatrixXd::Identity(H.rows(), H.rows()) - m.back();
    b.push_back(Eigen::SelfAdjointEigenSolver<MatrixXd>(freedom).operatorInverseSqrt());
  }
  double squares = 0;
  for (std::size_t j = 0; j < m.size(); ++j) {
    for (std::size_t k = 0; k < m.size(); ++k) {
      MatrixXd inner = -m[j] * m[k];
      if (j == k) inner += m[j];
      squares += (root * b[j] * inner * b[k] * root.transpose()).squaredNorm();
    }
  }
  const double trace = whitened(H).trace();
  return trace * trace / squares;
}

MatrixXd some_sensitivity(Eigen::Index size, std::uint64_t seed) {
  RandomStream random(seed);
  const MatrixXd rows = testing::normal_matrix(random, size + 3, size);
  return rows.transpose() * rows;
}

TEST(SmallSample, IsTheMethodsFormula) {
  for (const int frames : {4, 8, 30}) {
    const Calibration calibration = testing::random_calibration(frames, 5, 3);
    const MatrixXd H = some_sensitivity(5, 4);
    const SmallSample sample = small_sample(calibration, frame_influences(calibration), H);
    EXPECT_NEAR(sample.degrees_of_freedom, literal_degrees(calibration, H), 1e-8 * sample.degrees_of_freedom);
    for (Eigen::Index i = 0; i < 5; ++i) {
      MatrixXd one = MatrixXd::Zero(5, 5);
      one(i, i) = 1;
      EXPECT_NEAR(sample.parameter_degrees[i], literal_degrees(calibration, one), 1e-7 * sample.parameter_degrees[i]);
    }
    EXPECT_GT(sample.error_dimensions, 1);
    EXPECT_LE(sample.error_dimensions, 5);
    EXPECT_LT(sample.degrees_of_freedom, 5 * frames);
  }
}

/// Frames of many rows are corrected in a small space: that must not show.
TEST(SmallSample, OfAFreeTargetIsThatOfItsDensePairs) {
  const Observations observations =
      simulate(testing::ordinary_camera(), testing::board(), {.frames = 10, .noise_px = 0.2, .seed = 5}).observations;
  const Calibration calibration = calibrate(observations, {.target_shape = TargetShape::kFree});
  ASSERT_TRUE(calibration.converged());
  ASSERT_TRUE(calibration.information.frames[0].scattered());
  const MatrixXd H = mapping_sensitivity(*calibration.camera).H;
  const SmallSample sample = small_sample(calibration, frame_influences(calibration), H, 2);
  // The same with every matrix written out.
  const auto size = static_cast<Eigen::Index>(calibration.information.size());
  const MatrixXd A = calibration.information.matrix(frame_weights(calibration));
  const MatrixXd inverse = Eigen::LDLT<MatrixXd>(A).solve(MatrixXd::Identity(size, size));
  MatrixXd G = MatrixXd::Zero(H.rows(), size);
  G.leftCols(H.rows()) = H.llt().matrixU();
  std::vector<MatrixXd> r;
  std::vector<MatrixXd> t;
  for (const FrameInformation& frame : calibration.information.frames) {
    r.push_back(frame.times(MatrixXd::Identity(size, size)));
    const MatrixXd freedom = MatrixXd::Identity(frame.rows(), frame.rows()) - r.back() * inverse * r.back().transpose();
    t.push_back(G * inverse * r.back().transpose() *
                Eigen::SelfAdjointEigenSolver<MatrixXd>(freedom).operatorInverseSqrt());
  }
  double squares = 0;
  double trace = 0;
  for (std::size_t j = 0; j < r.size(); ++j) {
    for (std::size_t k = 0; k < r.size(); ++k) {
      MatrixXd c = -t[j] * r[j] * inverse * r[k].transpose() * t[k].transpose();
      if (j == k) c += t[j] * t[j].transpose();
      squares += c.squaredNorm();
      if (j == k) trace += c.trace();
    }
  }
  EXPECT_NEAR(sample.degrees_of_freedom, trace * trace / squares, 0.02 * sample.degrees_of_freedom);
}

TEST(SmallSample, WidensTheBoundOfFewFrames) {
  const auto bound = [](int frames) {
    Calibration calibration = testing::random_calibration(frames, 6, 7);
    calibration.covariance_std = MatrixXd::Identity(6, 6);
    const MatrixXd H = some_sensitivity(6, 8);
    const ErrorBound result = error_bound(calibration, H);
    EXPECT_EQ(result.bound95, result.error.mean * error_quantile_factor(result.sample, 0.95));
    return result.bound95 / result.error.distribution.quantile(0.95);
  };
  EXPECT_GT(bound(4), 1.1);
  EXPECT_NEAR(bound(2000), 1, 0.1);
  EXPECT_NEAR(interval_factor(1e9, 0.95), 1.96, 1e-3);
  EXPECT_NEAR(interval_factor(4, 0.95), 2.776, 1e-3);
}

}  // namespace
}  // namespace fiducia

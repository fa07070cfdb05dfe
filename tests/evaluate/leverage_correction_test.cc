#include "fiducia/evaluate/leverage_correction.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>

#include "tests/evaluate/cameras.h"

namespace fiducia {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A symmetric matrix with these eigenvalues.
MatrixXd with_eigenvalues(const VectorXd& values, std::uint64_t seed) {
  RandomStream random(seed);
  const MatrixXd basis = testing::normal_matrix(random, values.size(), values.size()).householderQr().householderQ();
  return basis * values.asDiagonal() * basis.transpose();
}

VectorXd some_vector(Eigen::Index size, std::uint64_t seed) {
  RandomStream random(seed);
  return testing::normal_vector(random, size);
}

TEST(LeverageCorrection, IsTheInverseAndItsRoot) {
  const MatrixXd h = with_eigenvalues(VectorXd::LinSpaced(12, 0, 0.9), 1);
  const VectorXd q = some_vector(12, 2);
  const MatrixXd freedom = MatrixXd::Identity(12, 12) - h;
  const LeverageCorrection correction = correct_leverage(h, q);
  EXPECT_LT((freedom * correction.whole - q).norm(), 1e-12 * q.norm());
  const MatrixXd root = Eigen::SelfAdjointEigenSolver<MatrixXd>(freedom).operatorInverseSqrt();
  EXPECT_LT((correction.half - root * q).norm(), 1e-12 * q.norm());
  EXPECT_NEAR(correction.least_freedom, 0.1, 1e-12);
}

TEST(LeverageCorrection, FromProductsAloneIsTheSame) {
  for (const double largest : {0.1, 0.6, 0.99}) {
    const MatrixXd h = with_eigenvalues(VectorXd::LinSpaced(150, 0, 1).array().pow(4) * largest, 3);
    const VectorXd q = some_vector(150, 4);
    const LeverageCorrection all = correct_leverage(h, q);
    int products = 0;
    const LeverageCorrection some = correct_leverage(
        [&](const VectorXd& v) {
          ++products;
          return VectorXd(h * v);
        },
        q);
    EXPECT_LT((some.half - all.half).norm(), 1e-9 * all.half.norm()) << largest;
    EXPECT_LT((some.whole - all.whole).norm(), 1e-8 * all.whole.norm()) << largest;
    EXPECT_LT(products, 120) << largest;
  }
}

TEST(LeverageCorrection, OfNothingIsNothing) {
  const VectorXd zero = VectorXd::Zero(60);
  const LeverageCorrection correction = correct_leverage([](const VectorXd& v) { return v; }, zero);
  EXPECT_EQ(correction.half, zero);
  EXPECT_EQ(correction.whole, zero);
  EXPECT_EQ(correct_leverage(MatrixXd(0, 0), VectorXd(0)).half.size(), 0);
}

/// What a frame determines alone has no freedom left, and counts as if it had a little.
TEST(LeverageCorrection, IsBoundedWhereNoFreedomIsLeft) {
  VectorXd values = VectorXd::Constant(50, 0.2);
  values[49] = 1;
  const MatrixXd h = with_eigenvalues(values, 5);
  const VectorXd q = some_vector(50, 6);
  const LeverageCorrection all = correct_leverage(h, q);
  const LeverageCorrection some = correct_leverage([&](const VectorXd& v) { return VectorXd(h * v); }, q);
  EXPECT_LT(all.least_freedom, kLeastFreedom);
  EXPECT_LT(some.least_freedom, kLeastFreedom);
  EXPECT_TRUE(all.whole.allFinite());
  EXPECT_LE(all.whole.norm(), 1.01 * q.norm() / kLeastFreedom);
}

}  // namespace
}  // namespace fiducia

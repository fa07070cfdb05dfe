#include "fiducia/solve/column_products.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <numeric>

namespace fiducia {
namespace {

/// For every size of the lists, so that every tile and every remainder is met; rows that fill registers of four
/// numbers, of two, and neither.
class ColumnProducts : public ::testing::TestWithParam<Registers> {};

TEST_P(ColumnProducts, EqualTheMatrixProductForAllSizes) {
  for (const int rows : {24, 26, 27}) {
    for (int count = 1; count <= 13; ++count) {
      const Eigen::MatrixXd j = Eigen::MatrixXd::Random(rows, count);
      std::vector<const double*> columns;
      for (int c = 0; c < count; ++c) columns.push_back(j.col(c).data());
      std::vector<int> all(static_cast<std::size_t>(count));
      std::iota(all.begin(), all.end(), 0);
      Eigen::MatrixXd product = Eigen::MatrixXd::Zero(count, count);
      add_column_products(columns.data(), all, all, rows, product.data(), count, GetParam());
      EXPECT_LT((product - j.transpose() * j).cwiseAbs().maxCoeff(), 1e-13) << rows << " x " << count;
    }
  }
}

TEST_P(ColumnProducts, OfTwoListsFillBothTriangles) {
  const Eigen::MatrixXd j = Eigen::MatrixXd::Random(8, 6);
  std::vector<const double*> columns;
  for (int c = 0; c < 6; ++c) columns.push_back(j.col(c).data());
  const std::vector<int> left = {1, 4, 5};
  const std::vector<int> right = {0, 2};
  Eigen::MatrixXd product = Eigen::MatrixXd::Zero(6, 6);
  add_column_products(columns.data(), left, right, 8, product.data(), 6, GetParam());
  Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(6, 6);
  for (const int a : left) {
    for (const int b : right) expected(a, b) = expected(b, a) = j.col(a).dot(j.col(b));
  }
  EXPECT_LT((product - expected).cwiseAbs().maxCoeff(), 1e-13);
}

INSTANTIATE_TEST_SUITE_P(Registers, ColumnProducts, ::testing::Values(Registers::kWidest, Registers::kTwo));

/// Any number of rows, among them those that fill no register.
TEST(GramOfColumns, IsAddedToTheLowerTriangle) {
  for (const int rows : {1, 7, 24, 351}) {
    const Eigen::MatrixXd w = Eigen::MatrixXd::Random(rows, 11);
    const Eigen::MatrixXd before = Eigen::MatrixXd::Random(11, 11);
    Eigen::MatrixXd a = before;
    add_gram(w, -2, a);
    const Eigen::MatrixXd expected = before - 2 * w.transpose() * w;
    for (int i = 0; i < 11; ++i) {
      for (int j = 0; j <= i; ++j) EXPECT_NEAR(a(i, j), expected(i, j), 1e-13 * rows) << rows << " rows";
    }
  }
}

}  // namespace
}  // namespace fiducia

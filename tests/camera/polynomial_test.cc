#include "fiducia/camera/polynomial.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace fiducia {
namespace {

/// The coefficients of (s - r1)(s - r2)..., times `lead`.
std::vector<double> with_roots(const std::vector<double>& roots, double lead = 1) {
  std::vector<double> c = {lead};
  for (const double root : roots) {
    std::vector<double> next(c.size() + 1, 0.0);
    for (std::size_t i = 0; i < c.size(); ++i) {
      next[i + 1] += c[i];
      next[i] -= root * c[i];
    }
    c = next;
  }
  return c;
}

TEST(Polynomial, IsEvaluatedFromTheConstantUp) {
  const std::vector<double> c = {1, 2, 3};
  EXPECT_EQ(evaluate_polynomial(c, 2), 17);
  EXPECT_EQ(evaluate_polynomial(std::vector<double>{}, 2), 0);
}

TEST(Polynomial, TheSmallestOfSeveralRootsIsFound) {
  EXPECT_NEAR(smallest_root(with_roots({3, 0.5, 2, 7}), 10), 0.5, 1e-14);
  EXPECT_NEAR(smallest_root(with_roots({-4, -1, 2.5}), 10), 2.5, 1e-14) << "negative roots do not count";
  EXPECT_NEAR(smallest_root(with_roots({5, 6, 7, 8, 9, 4}, -0.01), 100), 4, 1e-9);
}

TEST(Polynomial, CloseRootsAreNotOverlooked) {
  EXPECT_NEAR(smallest_root(with_roots({1, 1 + 1e-6}), 1e8), 1, 1e-9);
  EXPECT_NEAR(smallest_root(with_roots({0.7, 0.7001, 50}), 1e8), 0.7, 1e-9);
  EXPECT_NEAR(smallest_root(with_roots({1e-6, 2e-6}), 1e8), 1e-6, 1e-18);
}

TEST(Polynomial, WithoutARootTheBoundComesBack) {
  EXPECT_EQ(smallest_root(std::vector<double>{1, 0, 1}, 10), 10);
  EXPECT_EQ(smallest_root(std::vector<double>{1}, 10), 10);
  EXPECT_EQ(smallest_root(std::vector<double>{1, 0, 0, 0}, 10), 10) << "zeros at the top are no degree";
  EXPECT_EQ(smallest_root(std::vector<double>{}, 10), 10);
  EXPECT_EQ(smallest_root(with_roots({11, 12}), 10), 10) << "roots beyond the bound do not count";
  EXPECT_EQ(smallest_root(std::vector<double>{1, -2, 1}, 10), 10) << "touching zero changes no sign";
}

TEST(Polynomial, ARootAtTheBoundIsTheBound) {
  EXPECT_DOUBLE_EQ(smallest_root(with_roots({4}), 4), 4);
  EXPECT_DOUBLE_EQ(smallest_root(with_roots({4}, -1), 4), 4);
}

TEST(Polynomial, TheRootIsExactToTheLastBits) {
  const double root = smallest_root(std::vector<double>{1, -0.9}, 1e8);
  EXPECT_NEAR(root, 1 / 0.9, 4 * std::numeric_limits<double>::epsilon());
}

}  // namespace
}  // namespace fiducia

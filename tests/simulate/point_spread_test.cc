#include "fiducia/simulate/point_spread.h"

#include <gtest/gtest.h>

#include <cmath>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

TEST(PointSpread, HasTheMomentsOfAGaussian) {
  for (const int samples : {4, 9, 16, 100, 400}) {
    const PointSpread spread = gaussian_point_spread(samples);
    ASSERT_EQ(spread.samples.size(), static_cast<std::size_t>(samples));
    double sum = 0;
    Vector2 mean = Vector2::Zero();
    Eigen::Matrix2d covariance = Eigen::Matrix2d::Zero();
    for (const PointSpread::Sample& sample : spread.samples) {
      sum += sample.weight;
      mean += sample.weight * sample.node;
      covariance += sample.weight * sample.node * sample.node.transpose();
      EXPECT_LE(sample.node.norm(), spread.reach * (1 + 1e-15));
    }
    EXPECT_NEAR(sum, 1, 1e-13);
    EXPECT_NEAR(mean.norm(), 0, 1e-15);
    EXPECT_NEAR((covariance - Eigen::Matrix2d::Identity()).norm(), 0, 1e-12);
    EXPECT_GT(spread.soft_variance, 0);
    EXPECT_LT(spread.soft_variance, 1);
  }
}

/// Symmetric bit by bit: the sum over nodes and their mirror images is what keeps corners where they are.
TEST(PointSpread, IsSymmetric) {
  const PointSpread spread = gaussian_point_spread(16);
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_EQ(spread.samples[i].node, -spread.samples[15 - i].node);
    EXPECT_EQ(spread.samples[i].weight, spread.samples[15 - i].weight);
  }
}

TEST(PointSpread, SoftSamplesMakeAStraightEdgeThatOfOneGaussian) {
  const auto phi = [](double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); };
  const PointSpread spread = gaussian_point_spread(16);
  const double nodes = std::sqrt(1 - spread.soft_variance);
  const double soft = std::sqrt(spread.soft_variance);
  for (double edge = -4; edge <= 4; edge += 0.05) {
    double seen = 0;
    for (const PointSpread::Sample& sample : spread.samples) {
      seen += sample.weight * phi((edge - nodes * sample.node.x()) / soft);
    }
    EXPECT_NEAR(seen, phi(edge), 1e-3);
  }
}

TEST(PointSpread, RefusesNumbersThatAreNotSquares) {
  for (const int samples : {-4, 0, 1, 2, 15, 17, 441, 1000000000}) {
    EXPECT_THROW((void)gaussian_point_spread(samples), Error);
  }
}

}  // namespace
}  // namespace fiducia

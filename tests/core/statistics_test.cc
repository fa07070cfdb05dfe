#include "fiducia/core/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "fiducia/core/random.h"

namespace fiducia {
namespace {

TEST(Median, OfAnOddCountIsTheMiddleValue) {
  EXPECT_EQ(median({5}), 5);
  EXPECT_EQ(median({9, 1, 5}), 5);
  EXPECT_EQ(median({2, 2, 7, 2, 9}), 2);
}

TEST(Median, OfAnEvenCountIsTheMeanOfTheMiddleTwo) {
  EXPECT_EQ(median({4, 1}), 2.5);
  EXPECT_EQ(median({10, -3, 2, 4}), 3);
}

TEST(Median, OfNothingIsNotANumber) { EXPECT_TRUE(std::isnan(median({}))); }

TEST(MadSigma, IsTheScaledMedianDeviationFromTheMedian) {
  // Median 3; deviations 2 1 0 1 97; their median 1.
  EXPECT_DOUBLE_EQ(mad_sigma(std::vector<double>{1, 2, 3, 4, 100}), 1.4826);
  EXPECT_DOUBLE_EQ(mad_sigma(std::vector<double>{0, 2}), 1.4826);
  EXPECT_EQ(mad_sigma(std::vector<double>{7, 7, 7, 50}), 0);
  EXPECT_EQ(mad_sigma(std::vector<double>{3}), 0);
  EXPECT_EQ(mad_sigma({}), 0);
}

TEST(MadSigma, OfAGaussianIsItsSigmaWhateverTheOutliers) {
  constexpr int kCount = 100000;
  RandomStream random(1);
  std::vector<double> values;
  for (int i = 0; i < kCount; ++i) values.push_back(40 + 0.05 * random.normal());
  // The asymptotic standard deviation of the estimate is 1.17 sigma / sqrt(n).
  EXPECT_NEAR(mad_sigma(values), 0.05, 5 * 1.17 * 0.05 / std::sqrt(kCount));
  for (int i = 0; i < kCount / 100; ++i) values[static_cast<std::size_t>(i)] = 1e6;
  EXPECT_NEAR(mad_sigma(values), 0.05, 0.05 * 0.02) << "one percent of outliers moves it by about one percent";
}

TEST(Quantile, InterpolatesBetweenOrderStatistics) {
  const std::vector<double> values = {40, 10, 30, 20};
  EXPECT_EQ(quantile(values, 0), 10);
  EXPECT_EQ(quantile(values, 1), 40);
  EXPECT_DOUBLE_EQ(quantile(values, 1.0 / 3), 20);
  EXPECT_DOUBLE_EQ(quantile(values, 0.5), 25);
  EXPECT_DOUBLE_EQ(quantile(values, 0.9), 37);
  EXPECT_EQ(quantile({7}, 0.3), 7);
}

TEST(Quantile, AtOneHalfIsTheMedian) {
  RandomStream random(2);
  std::vector<double> values;
  for (int i = 0; i < 50; ++i) {
    values.push_back(random.index(10) + (i % 3 == 0 ? random.normal() : 0.0));
    EXPECT_DOUBLE_EQ(quantile(values, 0.5), median(values));
  }
}

TEST(Quantile, BeyondTheEndsIsTheEnd) {
  EXPECT_EQ(quantile({3, 1, 2}, -0.5), 1);
  EXPECT_EQ(quantile({3, 1, 2}, 1.5), 3);
}

TEST(Quantile, OfNothingIsNotANumber) { EXPECT_TRUE(std::isnan(quantile({}, 0.5))); }

}  // namespace
}  // namespace fiducia

#include "tests/statistical/sample.h"

#include <gtest/gtest.h>

namespace fiducia {
namespace {

using testing::Sample;

TEST(SampleLimits, OfTheFullSampleAreTheRates) {
  EXPECT_EQ(testing::least(Sample{600, 600}, 0.94), 0.94 * 600);
  EXPECT_EQ(testing::most(Sample{1000, 600}, 0.05), 50);
  EXPECT_EQ(testing::widened(Sample{400, 400}, 1.35), 1.35);
}

/// Ten coins: none is heads once in 1024 times, and fewer than two once in 93. Of 20 with a rate of 90%, fewer than 13
/// once in 2400 times, fewer than 14 once in 420.
TEST(SampleLimits, OfASmallOneAreBinomialQuantiles) {
  EXPECT_EQ(testing::least(Sample{10, 100}, 0.5), 1);
  EXPECT_EQ(testing::most(Sample{10, 100}, 0.5), 9);
  EXPECT_EQ(testing::least(Sample{20, 100}, 0.9), 13);
  EXPECT_EQ(testing::most(Sample{20, 100}, 0.1), 7);
  EXPECT_NEAR(testing::widened(Sample{100, 400}, 1.2), 1.44, 1e-12);
}

}  // namespace
}  // namespace fiducia

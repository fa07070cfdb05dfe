#include "fiducia/camera/invert.h"

#include <gtest/gtest.h>

#include <limits>
#include <utility>

namespace fiducia {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(InvertGrowing, FindsTheArgument) {
  const auto cubic = [](double r) { return std::pair(r + 0.2 * r * r * r, 1 + 0.6 * r * r); };
  for (const double r : {1e-300, 1e-9, 0.1, 1.0, 30.0, 1e5}) {
    EXPECT_NEAR(invert_growing(cubic, cubic(r).first, kInfinity), r, 1e-14 * r);
  }
  EXPECT_EQ(invert_growing(cubic, 0, kInfinity), 0);
}

TEST(InvertGrowing, WorksUpToTheTopOfTheCurve) {
  // r - r^3/3 grows until r = 1, where it is 2/3 and flat.
  const auto barrel = [](double r) { return std::pair(r - r * r * r / 3, 1 - r * r); };
  for (const double r : {0.5, 0.9, 0.999, 0.999999}) {
    EXPECT_NEAR(invert_growing(barrel, barrel(r).first, 1), r, 1e-15 / (1 - r));
  }
  EXPECT_LT(invert_growing(barrel, 2.0 / 3 + 1e-12, 1), 0) << "beyond the top there is no argument";
  EXPECT_LT(invert_growing(barrel, 5, 1), 0);
}

TEST(InvertGrowing, GivesUpOnACurveThatLevelsOff) {
  const auto level = [](double r) { return std::pair(r / (1 + r), 1 / ((1 + r) * (1 + r))); };
  EXPECT_LT(invert_growing(level, 2, kInfinity), 0);
  EXPECT_NEAR(invert_growing(level, 0.9, kInfinity), 9, 1e-12);
}

}  // namespace
}  // namespace fiducia

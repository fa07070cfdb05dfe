#include "fiducia/report/sigma_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace fiducia {
namespace {

TEST(SigmaMap, OnAnotherGridIsLinearBetweenCentres) {
  EvaluatedCalibration::SigmaMap map{4, 2, {1, 2, 3, 4, 1, 2, 3, 4}, std::vector<bool>(8, true)};
  const EvaluatedCalibration::SigmaMap fine = resampled(map, {8, 4});
  ASSERT_EQ(fine.sigma_px.size(), 32U);
  const double row[8] = {1, 1.25, 1.75, 2.25, 2.75, 3.25, 3.75, 4};
  for (std::size_t i = 0; i < 32; ++i) EXPECT_NEAR(fine.sigma_px[i], row[i % 8], 1e-12);
  EXPECT_EQ(resampled(map, {4, 2}).sigma_px, map.sigma_px);
}

TEST(SigmaMap, KeepsWhatHasNoRayAndWhatWasSeen) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const EvaluatedCalibration::SigmaMap map{2, 1, {1, kNone}, {true, false}};
  const EvaluatedCalibration::SigmaMap fine = resampled(map, {4, 1});
  EXPECT_EQ(fine.sigma_px[0], 1);
  EXPECT_EQ(fine.sigma_px[1], 1);  // not between a number and none
  EXPECT_TRUE(std::isnan(fine.sigma_px[2]));
  EXPECT_TRUE(std::isnan(fine.sigma_px[3]));
  EXPECT_EQ(fine.observed, (std::vector<bool>{true, true, false, false}));
}

}  // namespace
}  // namespace fiducia

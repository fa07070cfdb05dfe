#include "fiducia/report/picture_wishes.h"

#include <gtest/gtest.h>

#include "tests/report/sample_report.h"

namespace fiducia {
namespace {

using testing::SampleReport;
using testing::simulated;

TEST(PictureWishesTest, TheWorstCornersAndTheFrameThatCoversMost) {
  Observations seen = simulated(12);
  Corner& wrong = seen.frames[4].corners[17];
  wrong.pixel += Vector2(3, -2);
  const SampleReport sample(std::move(seen));
  const PictureWishes wishes = picture_wishes(*sample.content.calibration, sample.observations);
  ASSERT_EQ(wishes.crops.size(), 12U);
  const std::vector<PictureCrop>& crops = wishes.crops.at(sample.observations.frames[4].name);
  ASSERT_EQ(crops.size(), 3U);
  const Corner& corner = sample.observations.frames[4].corners[17];
  EXPECT_EQ(crops[0].corner, corner.id);
  EXPECT_NEAR(crops[0].left + 0.5 * crops[0].side, corner.pixel.x(), 33);
  for (const auto& [name, of_frame] : wishes.crops) {
    for (const PictureCrop& crop : of_frame) {
      EXPECT_GE(crop.left, 0);
      EXPECT_GE(crop.top, 0);
      EXPECT_LE(crop.left + crop.side, 1936);
      EXPECT_LE(crop.top + crop.side, 1216);
    }
  }
  double most = 0;
  std::string widest;
  for (const Frame& frame : sample.observations.frames) {
    Vector2 low = frame.corners.front().pixel;
    Vector2 high = low;
    for (const Corner& one : frame.corners) {
      low = low.cwiseMin(one.pixel);
      high = high.cwiseMax(one.pixel);
    }
    if ((high - low).prod() > most) {
      most = (high - low).prod();
      widest = frame.name;
    }
  }
  EXPECT_EQ(wishes.whole, widest);
}

}  // namespace
}  // namespace fiducia

#include "fiducia/evaluate/frame_suspicions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "fiducia/core/random.h"
#include "tests/solve/setups.h"

namespace fiducia {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Observations ordinary_views() {
  return simulate(testing::ordinary_camera(), testing::board(), {.frames = 15, .noise_px = 0.05, .seed = 5})
      .observations;
}

struct Found {
  Calibration calibration;
  std::vector<FrameSuspicion> suspicions;
};

Found suspected(const Observations& data) {
  Calibration calibration = calibrate(data, {.model = "radial2"});
  auto suspicions = frame_suspicions(calibration, fit_tiles(calibration));
  return {std::move(calibration), std::move(suspicions)};
}

TEST(FrameSuspicions, AreNoneOfGoodFrames) {
  const Found found = suspected(ordinary_views());
  ASSERT_EQ(found.suspicions.size(), 15U);
  for (const FrameSuspicion& suspicion : found.suspicions) {
    EXPECT_FALSE(suspicion.blurred || suspicion.moved) << suspicion.noise_ratio;
    EXPECT_THAT(suspicion.near_duplicate, IsEmpty());
  }
  EXPECT_THAT(suspicions_in_words(found.calibration, found.suspicions), IsEmpty());
}

TEST(FrameSuspicions, ABlurredFrameIsNoisierCornerByCorner) {
  Observations data = ordinary_views();
  RandomStream random(1, 0);
  for (Corner& corner : data.frames[4].corners) corner.pixel += 0.25 * Vector2{random.normal(), random.normal()};
  const Found found = suspected(data);
  for (std::size_t j = 0; j < found.suspicions.size(); ++j) EXPECT_EQ(found.suspicions[j].blurred, j == 4) << j;
  EXPECT_THAT(suspicions_in_words(found.calibration, found.suspicions),
              ElementsAre(AllOf(HasSubstr(data.frames[4].name), HasSubstr("blurred"))));
}

/// A shutter that rolls while the camera shakes bends the image: smoothly, with clean corners.
TEST(FrameSuspicions, AMovingFrameIsSmoothButNotRigid) {
  Observations data = ordinary_views();
  for (Corner& corner : data.frames[7].corners) {
    corner.pixel.x() += std::sin(corner.pixel.y() / 60);
  }
  const Found found = suspected(data);
  for (std::size_t j = 0; j < found.suspicions.size(); ++j) {
    EXPECT_EQ(found.suspicions[j].moved, j == 7) << j << " " << found.suspicions[j].rmse_ratio;
    EXPECT_FALSE(found.suspicions[j].blurred) << j;
  }
}

TEST(FrameSuspicions, NearDuplicatesNameTheFirst) {
  Observations data = ordinary_views();
  for (int copy = 0; copy < 2; ++copy) {
    Frame again = data.frames[3];
    again.name = "again" + std::to_string(copy);
    for (Corner& corner : again.corners) corner.pixel.x() += 3;
    data.frames.push_back(again);
  }
  const Found found = suspected(data);
  EXPECT_THAT(found.suspicions[3].near_duplicate, IsEmpty());
  EXPECT_EQ(found.suspicions[15].near_duplicate, data.frames[3].name);
  EXPECT_EQ(found.suspicions[16].near_duplicate, data.frames[3].name);
  EXPECT_THAT(suspicions_in_words(found.calibration, found.suspicions), ElementsAre(HasSubstr("2 frames show")));
}

}  // namespace
}  // namespace fiducia

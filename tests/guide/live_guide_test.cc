#include "fiducia/guide/live_guide.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/guide/guided_camera.h"

namespace fiducia {
namespace {

using testing::guided_board;
using testing::guided_views;
using ::testing::HasSubstr;

constexpr ImageSize kSize{1936, 1216};

LiveGuideOptions quick() {
  LiveGuideOptions options;
  options.guide.candidates = 20;
  options.guide.refined = 1;
  options.guide.forecast_most = 0;
  return options;
}

TEST(LiveGuide, FollowsFramesAsTheyComeAndGo) {
  LiveGuide live(guided_board(), quick());
  EXPECT_FALSE(live.guidance()) << "not even the size is known";
  const Observations views = guided_views(5);
  for (const Frame& frame : views.frames) EXPECT_EQ(live.add(frame.name, frame, kSize), "");
  const std::optional<Guidance> guidance = live.guidance();
  ASSERT_TRUE(guidance);
  EXPECT_EQ(guidance->progress.frames, 5);
  EXPECT_TRUE(guidance->progress.expected);
  live.remove(views.frames[1].name);
  EXPECT_EQ(live.guidance()->progress.frames, 4);
  live.rename(views.frames[2].name, "other");
  EXPECT_EQ(live.running()->observations().frames[1].name, "other");
  EXPECT_EQ(live.running()->calibration().frames[1].name, "other");
}

TEST(LiveGuide, FollowsTheShapeThatTheFramesAskFor) {
  LiveGuideOptions options = quick();
  options.guide.goal.px = 3;
  options.assess = AssessOptions{};
  options.assess->model = "radial2";
  LiveGuide live(guided_board(), options);
  const Observations views = guided_views(10, 3, 0.002);
  for (const Frame& frame : views.frames) {
    EXPECT_EQ(live.add(frame.name, frame, kSize), "");
    const std::optional<Guidance> guidance = live.guidance();
    ASSERT_TRUE(guidance);
    EXPECT_EQ(guidance->progress.sound.has_value(), guidance->progress.frames >= kFewestToStop);
  }
  EXPECT_NE(live.running()->calibration().target.basis.shape(), TargetShape::kPlanar);
  EXPECT_EQ(live.guidance()->advice.step, NextStep::kEnough) << live.guidance()->advice.text;
}

TEST(LiveGuide, SaysWhyAFrameIsNotUsed) {
  LiveGuide live(guided_board(), quick());
  const Observations views = guided_views(4);
  for (const Frame& frame : views.frames) EXPECT_EQ(live.add(frame.name, frame, kSize), "");
  EXPECT_THAT(live.add("again", views.frames[0], kSize), HasSubstr("same image"));
  EXPECT_THAT(live.add("small", views.frames[0], {640, 480}), HasSubstr("1936x1216"));
  EXPECT_EQ(live.running()->observations().frames.size(), 4U);
}

TEST(LiveGuide, LeavesOutlyingCornersOut) {
  LiveGuide live(guided_board(), quick());
  Observations views = guided_views(8);
  views.frames[7].corners[20].pixel += Vector2(15, 10);
  for (const Frame& frame : views.frames) EXPECT_EQ(live.add(frame.name, frame, kSize), "");
  EXPECT_EQ(live.running()->observations().frames.back().corners.size(), views.frames[7].corners.size() - 1);
}

TEST(LiveGuide, AsksWhereTheMappingMattersWhenTheSizeIsKnown) {
  LiveGuideOptions options = quick();
  ImageSize asked;
  options.mapping = [&](ImageSize size) {
    asked = size;
    return MappingErrorOptions{};
  };
  LiveGuide live(guided_board(), options);
  const Observations views = guided_views(1);
  EXPECT_EQ(live.add("a", views.frames[0], kSize), "");
  EXPECT_EQ(asked, kSize);
}

}  // namespace
}  // namespace fiducia

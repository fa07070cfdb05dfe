#include "fiducia/data/pair_frames.h"

#include <gmock/gmock.h>

#include "fiducia/core/error.h"
#include "fiducia/data/name_numbers.h"

namespace fiducia {
namespace {

using ::testing::HasSubstr;

NamedObservations seen_by(const std::string& camera, const std::vector<std::string>& names) {
  NamedObservations result{camera, {{640, 480}, Target::chessboard(4, 3, 0.1), {}}};
  for (const std::string& name : names) result.observations.frames.push_back({name, {{0, {1, 2}}}});
  return result;
}

std::string frames_of(const PairedFrames& paired) {
  std::string text;
  for (const Instant& instant : paired.rig.instants) {
    text += text.empty() ? "" : " | ";
    for (std::size_t c = 0; c < instant.frames.size(); ++c) {
      text += (c == 0 ? "" : "+") + (instant.frames[c] ? instant.frames[c]->name : "-");
    }
  }
  return text;
}

TEST(PairFrames, ByNamesInFoldersOfTheirOwn) {
  const PairedFrames paired =
      pair_frames({seen_by("a", {"a/f10.png", "a/f9.png"}), seen_by("b", {"b/f10.png", "b/f11.png"})});
  EXPECT_EQ(paired.how, PairedBy::kNames);
  EXPECT_EQ(frames_of(paired), "a/f9.png+- | a/f10.png+b/f10.png | -+b/f11.png");
  EXPECT_EQ(paired.together, 1);
  EXPECT_EQ(paired.alone, (std::vector<int>{1, 1}));
}

TEST(PairFrames, ByTheNumbersThatDifferInsideACamera) {
  // The camera's own number is the same in all of its names and tells nothing.
  const PairedFrames paired = pair_frames(
      {seen_by("0", {"cam0_left_01.jpg", "cam0_left_2.jpg"}), seen_by("1", {"cam1_right_02.jpg", "cam1_right_3.jpg"})});
  EXPECT_EQ(paired.how, PairedBy::kNumbers);
  EXPECT_EQ(frames_of(paired), "cam0_left_01.jpg+- | cam0_left_2.jpg+cam1_right_02.jpg | -+cam1_right_3.jpg");
}

TEST(PairFrames, ByTimeStamps) {
  const std::vector<NamedObservations> cameras = {seen_by("a", {"1403636579763555584.png", "1403636579813555584.png"}),
                                                  seen_by("b", {"1403636579764000000.png", "1403636579900000000.png"})};
  const PairedFrames paired = pair_frames(cameras);
  EXPECT_EQ(paired.how, PairedBy::kTimes);
  EXPECT_EQ(paired.together, 1);
  EXPECT_NEAR(paired.largest_difference_s, 0.000444416, 1e-9);
  EXPECT_EQ(pair_frames(cameras, {.sync_tolerance_s = 0.09}).together, 2);
  EXPECT_EQ(paired.rig.instants.size(), 3U);
}

TEST(PairFrames, ByAList) {
  const PairedFrames paired = pair_frames({seen_by("a", {"x", "y", "z"}), seen_by("b", {"p", "q"})},
                                          {.list = {{"y", "p"}, {"x", ""}, {"unseen", "q"}}});
  EXPECT_EQ(paired.how, PairedBy::kList);
  EXPECT_EQ(frames_of(paired), "y+p | x+- | -+q");
  EXPECT_THAT(paired.unlisted, ::testing::ElementsAre("a: z"));
}

std::string refusal(const std::vector<NamedObservations>& cameras, const PairOptions& options = {}) {
  try {
    static_cast<void>(pair_frames(cameras, options));
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(PairFrames, SaysWhyNothingBelongsTogether) {
  EXPECT_THAT(refusal({seen_by("a", {"x"}), seen_by("b", {"y"})}), HasSubstr("a has x, b has y"));
  EXPECT_THAT(refusal({seen_by("a", {"x"}), seen_by("b", {"y"})}, {.sync_tolerance_s = 1}), HasSubstr("time stamps"));
  EXPECT_THAT(refusal({seen_by("a", {"x"}), seen_by("b", {"y"})}, {.list = {{"x", "y"}, {"x", ""}}}),
              HasSubstr("twice"));
  NamedObservations other = seen_by("b", {"x"});
  other.observations.target = Target::chessboard(4, 3, 0.2);
  EXPECT_THAT(refusal({seen_by("a", {"x"}), other}), HasSubstr("differ"));
}

TEST(RigObservations, GiveEachCameraItsOwn) {
  RigObservations rig = pair_frames({seen_by("a", {"1", "2"}), seen_by("b", {"2", "3"})}).rig;
  try {  // the images of one for both
    validate(rig);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("cameras 'a' and 'b' have the same corners"));
  }
  rig.instants[1].frames[1]->corners[0].pixel.x() += 1;
  validate(rig);
  const Observations b = camera_observations(rig, 1);
  ASSERT_EQ(b.frames.size(), 2U);
  EXPECT_EQ(b.frames[0].name, "2");
  EXPECT_EQ(instants_of(rig, 1), (std::vector<std::size_t>{1, 2}));
}

TEST(RigObservations, AreRefusedWithTheNamesInTheMessage) {
  RigObservations rig = pair_frames({seen_by("a", {"1", "2"}), seen_by("b", {"2", "3"})}).rig;
  rig.instants[1].frames[1]->corners[0].id = 99;
  try {
    validate(rig);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("camera 'b': frame '2', corner 99"));
  }
  rig.cameras[1].name = "a";
  EXPECT_THROW(validate(rig), Error);
}

TEST(NameNumbers, KnowTimesAndOrder) {
  EXPECT_NEAR(static_cast<double>(*time_in("f/1403636579.25.png")), 1403636579.25, 1e-9);
  EXPECT_NEAR(static_cast<double>(*time_in("1403636579250.png")), 1403636579.25, 1e-9);
  EXPECT_FALSE(time_in("left01.jpg"));
  EXPECT_FALSE(time_in("12.jpg"));
  EXPECT_TRUE(naturally_before("f9", "f10"));
  EXPECT_FALSE(naturally_before("f10", "f9"));
  EXPECT_TRUE(naturally_before("f", "f1"));
  EXPECT_FALSE(naturally_before("f1", "f1"));
}

}  // namespace
}  // namespace fiducia

#include <gmock/gmock.h>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>
#include <set>

#include "fiducia/detect/choose_frames.h"
#include "fiducia/detect/video_files.h"
#include "fiducia/io/file.h"
#include "fiducia/io/formats/camera_file.h"
#include "tests/cli/cli_fixture.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using testing::CliResult;
using ::testing::HasSubstr;
using testing::run;

constexpr const char* kVideoTarget = "chessboard:7x5:0.04";

/// A clip of rendered boards: each view stands still for ten frames, after four blurred frames that lead to it.
class VideoTest : public testing::CliTest {
 protected:
  static constexpr int kViews = 6;
  static constexpr int kBlurred = 4;
  static constexpr int kStill = 10;

  void make_clip(const std::string& name, bool with_board) {
    if (with_board) {
      ASSERT_EQ(run({"render", "--model", "radial1", "--params", "fx=400,fy=400,cx=240,cy=180,k1=-0.1", "--image-size",
                     "480x360", "--target", kVideoTarget, "--frames", std::to_string(kViews), "--max-angle", "35",
                     "--seed", "3", "-o", path("views")})
                    .status,
                0);
    }
    cv::VideoWriter writer(path(name), cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 25, {480, 360});
    ASSERT_TRUE(writer.isOpened());
    std::vector<cv::String> files;
    if (with_board) cv::glob(path("views/*.png"), files);
    for (int view = 0; view < kViews; ++view) {
      cv::Mat image(360, 480, CV_8UC3, cv::Scalar::all(120));  // a grey wall with a round lamp
      cv::circle(image, {60 + 70 * view, 180}, 40, cv::Scalar::all(220), cv::FILLED, cv::LINE_AA);
      if (with_board) image = cv::imread(files[static_cast<std::size_t>(view)]);
      cv::Mat blurred;
      cv::blur(image, blurred, {41, 1});
      for (int i = 0; i < kBlurred; ++i) writer.write(blurred);
      for (int i = 0; i < kStill; ++i) writer.write(image);
    }
  }
};

TEST_F(VideoTest, FramesAreChosenThatAreSharpAndNew) {
  make_clip("clip.avi", true);
  const FrameChoice choice = choose_frames(path("clip.avi"), {});
  EXPECT_EQ(choice.frames_read, kViews * (kBlurred + kStill));
  EXPECT_THAT(choice.warning, ::testing::IsEmpty());
  std::set<int> views;
  for (const int frame : choice.frames) {
    if (frame % (kBlurred + kStill) >= kBlurred) views.insert(frame / (kBlurred + kStill));
  }
  EXPECT_EQ(views.size(), static_cast<std::size_t>(kViews)) << "every view once";
  EXPECT_LE(choice.frames.size(), 2U * kViews) << "and no view again and again";
  const FrameChoice few = choose_frames(path("clip.avi"), {.every = 0, .most = kViews, .progress = {}});
  for (const int frame : few.frames) EXPECT_GE(frame % (kBlurred + kStill), kBlurred) << "the sharp ones come first";
  EXPECT_EQ(choose_frames(path("clip.avi"), {.every = 40, .most = 80, .progress = {}}).frames,
            (std::vector<int>{0, 40, 80}));
  EXPECT_EQ(video_frame_name("a/clip.mp4", 123), "clip.mp4#00123");
}

TEST_F(VideoTest, IsTakenWhereImagesAre) {
  make_clip("clip.avi", true);
  const CliResult result =
      run({"detect", path("clip.avi"), "--target", kVideoTarget, "-o", path("obs.json"), "--no-cache"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("of 84 frames chosen"));
  const auto observations = nlohmann::json::parse(read_file(path("obs.json")));
  EXPECT_GE(observations["frames"].size(), static_cast<std::size_t>(kViews));
  for (const auto& frame : observations["frames"]) {
    EXPECT_THAT(frame["name"].get<std::string>(), ::testing::MatchesRegex("clip\\.avi#[0-9][0-9][0-9][0-9][0-9]"));
  }
  const CliResult every = run({"detect", path("clip.avi"), "--target", kVideoTarget, "--every", "35", "--json"});
  EXPECT_THAT(every.err, HasSubstr("3 of 84 frames taken"));
  EXPECT_THAT(every.out, AllOf(HasSubstr("clip.avi#00035"), HasSubstr("clip.avi#00070")));
}

TEST_F(VideoTest, IsUndistortedAsAVideo) {
  make_clip("clip.avi", false);
  const Camera camera("radial1", {{"fx", 400}, {"fy", 400}, {"cx", 240}, {"cy", 180}, {"k1", -0.1}}, {480, 360});
  folder.put("camera.json", camera_file_text(camera_format_named("fiducia"), {{.camera = camera}}));
  ASSERT_EQ(run({"undistort", path("clip.avi"), "--calibration", path("camera.json"), "-o", path("out")}).status, 0);
  cv::VideoCapture written(path("out/clip.avi"));
  EXPECT_EQ(written.get(cv::CAP_PROP_FRAME_COUNT), kViews * (kBlurred + kStill));
  ASSERT_EQ(
      run({"undistort", path("clip.avi"), "--calibration", path("camera.json"), "--every", "50", "-o", path("images")})
          .status,
      0);
  EXPECT_FALSE(cv::imread(path("images/clip_00050.png")).empty());
  EXPECT_FALSE(std::filesystem::exists(path("images/clip_00051.png")));
}

TEST_F(VideoTest, WithoutABoardOrCutShortGetsAClearMessage) {
  make_clip("empty.avi", false);
  const CliResult none =
      run({"detect", path("empty.avi"), "--target", kVideoTarget, "-o", path("o.json"), "--no-cache", "--every", "40"});
  EXPECT_EQ(none.status, 4);
  EXPECT_THAT(none.err, AllOf(HasSubstr("was found in no image"), HasSubstr("empty.avi#0")));
  const std::string bytes = read_file(path("empty.avi"));
  folder.put("cut.avi", std::string_view(bytes).substr(0, bytes.size() / 2));
  const CliResult cut =
      run({"detect", path("cut.avi"), "--target", kVideoTarget, "-o", path("o.json"), "--no-cache", "--every", "20"});
  EXPECT_THAT(cut.err, AllOf(HasSubstr("cut.avi"), HasSubstr("cut short"))) << cut.status;
  folder.put("text.mp4", "no video at all");
  const CliResult text = run({"detect", path("text.mp4"), "--target", kVideoTarget, "-o", path("o.json")});
  EXPECT_EQ(text.status, 2);
  EXPECT_THAT(text.err, AllOf(HasSubstr("text.mp4"), HasSubstr("not a video")));
}

}  // namespace
}  // namespace fiducia

#include "fiducia/detect/detect.h"

#include <opencv2/imgcodecs.hpp>

#include "fiducia/core/error.h"
#include "fiducia/detect/picture_files.h"
#include "fiducia/detect/target_markers.h"
#include "tests/detect/find.h"
#include "tests/io/temporary_folder.h"

namespace fiducia {
namespace {

using namespace testing;
using ::testing::Field;
using ::testing::HasSubstr;

/// A folder of images of a 5x4 board: four good ones.
class Detect : public ::testing::Test {
 protected:
  Detect() {
    for (int i = 0; i < 4; ++i) {
      const Look look{.width = 320,
                      .height = 240,
                      .focal_px = 350,
                      .tilt_deg = 8.0 * i,
                      .tilt_axis_deg = 50.0 * i,
                      .noise = 0.01,
                      .seed = i};
      write("p" + std::to_string(i + 8) + ".png", draw(chessboard_print(target), pixel_from_board(target, look), look));
    }
  }

  void write(const std::string& name, const cv::Mat& image) { cv::imwrite((folder / name).string(), image); }
  [[nodiscard]] Detection run(const DetectOptions& options = {}) const {
    return detect(picture_files({folder.path()}), target, options);
  }

  TemporaryFolder folder;
  TemporaryFolder cache;
  Target target = Target::chessboard(5, 4, 0.03);
};

bool same(const Observations& a, const Observations& b) {
  if (a.image_size != b.image_size || a.frames.size() != b.frames.size()) return false;
  for (std::size_t j = 0; j < a.frames.size(); ++j) {
    if (a.frames[j].name != b.frames[j].name || a.frames[j].corners.size() != b.frames[j].corners.size()) return false;
    for (std::size_t i = 0; i < a.frames[j].corners.size(); ++i) {
      if (a.frames[j].corners[i].id != b.frames[j].corners[i].id) return false;
      if (a.frames[j].corners[i].pixel != b.frames[j].corners[i].pixel) return false;
    }
  }
  return true;
}

TEST_F(Detect, FramesAreNamedAfterTheirFilesInNaturalOrder) {
  const Detection detection = run();
  ASSERT_EQ(detection.observations.frames.size(), 4U);
  EXPECT_EQ(detection.observations.frames[0].name, "p8.png");
  EXPECT_EQ(detection.observations.frames[2].name, "p10.png");
  EXPECT_EQ(detection.observations.image_size, (ImageSize{320, 240}));
  EXPECT_TRUE(detection.left_out.empty());
  EXPECT_NO_THROW(validate(detection.observations));
}

TEST_F(Detect, BadFilesAreListedAndTheRestGoesOn) {
  folder.put("a_text.png", "this is not an image");
  write("b_dot.png", cv::Mat(1, 1, CV_8U, cv::Scalar(0)));
  write("c_grey.png", cv::Mat(240, 320, CV_8U, cv::Scalar(128)));
  write("d_small.png", cv::Mat(120, 160, CV_8U, cv::Scalar(128)));
  const Detection detection = run();
  EXPECT_EQ(detection.observations.frames.size(), 4U);
  ASSERT_EQ(detection.left_out.size(), 4U);
  EXPECT_THAT(detection.left_out[0].reason, HasSubstr("not an image"));
  EXPECT_THAT(detection.left_out[1].reason, HasSubstr("1x1"));
  EXPECT_THAT(detection.left_out[2].reason, HasSubstr("no chessboard"));
  EXPECT_THAT(detection.left_out[3].reason, HasSubstr("160x120"));
}

TEST_F(Detect, ThreadsChangeNothing) {
  const Detection one = run({.threads = 1});
  const Detection many = run({.threads = 3});
  EXPECT_TRUE(same(one.observations, many.observations));
}

TEST_F(Detect, ProgressRunsFromNothingToAll) {
  std::vector<std::size_t> steps;
  const auto note = [&](std::size_t done, std::size_t) {
    steps.push_back(done);
    return true;
  };
  static_cast<void>(run({.threads = 2, .progress = note}));
  EXPECT_EQ(steps, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
}

TEST_F(Detect, EndsWhenItsProgressSaysStop) {
  std::vector<std::size_t> steps;
  const auto stop_at_two = [&](std::size_t done, std::size_t) {
    steps.push_back(done);
    return done < 2;
  };
  try {
    static_cast<void>(run({.progress = stop_at_two}));
    FAIL() << "it went on";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kCancelled);
  }
  EXPECT_EQ(steps, (std::vector<std::size_t>{0, 1, 2}));
}

TEST_F(Detect, TheSecondTimeIsFromMemory) {
  write("grey.png", cv::Mat(240, 320, CV_8U, cv::Scalar(128)));
  const DetectOptions options{.cache_folder = cache / "deep" / "er"};
  const Detection first = run(options);
  const Detection second = run(options);
  EXPECT_EQ(first.from_cache, 0);
  EXPECT_EQ(second.from_cache, 5) << "what was not found is remembered, too";
  EXPECT_TRUE(same(first.observations, second.observations));
  ASSERT_EQ(second.left_out.size(), 1U);
  EXPECT_EQ(second.left_out[0].reason, first.left_out[0].reason);
  EXPECT_EQ(detect(picture_files({folder.path()}), Target::chessboard(4, 5, 0.03), options).from_cache, 0)
      << "another target is another question";
}

TEST_F(Detect, AChangedPictureIsLookedAtAgainAndARenamedOneIsNot) {
  const DetectOptions options{.cache_folder = cache.path()};
  static_cast<void>(run(options));
  std::filesystem::rename(folder / "p8.png", folder / "q8.png");
  write("p9.png", cv::Mat(240, 320, CV_8U, cv::Scalar(100)));
  EXPECT_EQ(run(options).from_cache, 3);
}

TEST_F(Detect, ABrokenCacheIsIgnoredAndReplaced) {
  const DetectOptions options{.cache_folder = cache.path()};
  const Detection first = run(options);
  for (const std::string& name : cache.names()) {
    const std::string content = "fiducia.detection 1\n" + std::string(20, '9');
    cache.put(name, content);
  }
  const Detection again = run(options);
  EXPECT_EQ(again.from_cache, 0);
  EXPECT_TRUE(same(first.observations, again.observations));
  EXPECT_EQ(run(options).from_cache, 4);
}

TEST_F(Detect, AMemoryThatCannotBeWrittenIsNoError) {
  const std::string file = cache.put("file", "in the way");
  EXPECT_EQ(run({.cache_folder = file}).observations.frames.size(), 4U);
}

/// A folder of three images of a coded board.
void draw_coded(const Target& printed, const Print& print, const TemporaryFolder& folder) {
  for (int i = 0; i < 3; ++i) {
    const Look look{.width = 800, .height = 600, .focal_px = 700, .distance_m = 0.35, .tilt_deg = 12.0 * i, .seed = i};
    cv::imwrite((folder / ("p" + std::to_string(i) + ".png")).string(),
                draw(print, pixel_from_board(printed, look), look));
  }
}

TEST(DetectCoded, ACharucoBoardThatIsTakenForAChessboardIsNamed) {
  const Target printed = Target::charuco(8, 6, 0.03, 0.022, "DICT_5X5_100");
  TemporaryFolder folder;
  draw_coded(printed, charuco_print(printed, target_markers(printed), false), folder);
  const Detection detection = detect(picture_files({folder.path()}), Target::chessboard(9, 6, 0.03));
  EXPECT_TRUE(detection.observations.frames.empty());
  EXPECT_THAT(detection.hint, HasSubstr("charuco:8x6:SQUARE:MARKER:DICT_5X5_50"));
}

TEST(DetectCoded, AGridOfAnotherSizeIsRefusedWithTheOneThatIsSeen) {
  const Target printed = Target::tag_grid(5, 4, 0.04, 0.3);
  TemporaryFolder folder;
  draw_coded(printed, tag_grid_print(printed, target_markers(printed)), folder);
  const std::vector<std::filesystem::path> images = picture_files({folder.path()});
  EXPECT_EQ(detect(images, printed).observations.frames.size(), 3U);
  try {
    const Detection detection = detect(images, Target::tag_grid(4, 5, 0.04, 0.3));
    EXPECT_TRUE(detection.observations.frames.empty());
    EXPECT_THAT(detection.hint, HasSubstr("aprilgrid:5x4:TAG:SPACING_RATIO"));
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), ::testing::AllOf(HasSubstr("markers that were read only"),
                                               HasSubstr("aprilgrid:5x4:TAG:SPACING_RATIO")));
  }
}

TEST_F(Detect, WhereNoneIsFoundTheSizeThatIsSeenIsNamed) {
  const Detection detection = detect(picture_files({folder.path()}), Target::chessboard(6, 5, 0.03));
  EXPECT_TRUE(detection.observations.frames.empty());
  EXPECT_EQ(detection.left_out.size(), 4U);
  EXPECT_THAT(detection.hint, HasSubstr("5x4 inner corners"));
}

TEST_F(Detect, TargetsThatCannotBeLookedForAreRefused) {
  EXPECT_THROW(static_cast<void>(detect({}, Target::from_points({Vector3::Zero()}))), Error);
  EXPECT_THROW(static_cast<void>(detect({}, Target::chessboard(2, 4, 0.1))), Error);
  EXPECT_THROW(static_cast<void>(detect({}, Target::charuco(5, 5, 0.1, 0.05, "DICT"))), Error);
  EXPECT_TRUE(detect({}, target).observations.frames.empty());
}

TEST_F(Detect, SixteenBitsGiveTheSameCorners) {
  TemporaryFolder deep;
  const cv::Mat shallow = cv::imread((folder / "p8.png").string(), cv::IMREAD_GRAYSCALE);
  cv::Mat image;
  shallow.convertTo(image, CV_16U, 16, 100);  // twelve bits of sixteen
  cv::imwrite((deep / "p8.png").string(), image);
  const Detection from_8 = detect({folder / "p8.png"}, target);
  const Detection from_16 = detect({deep / "p8.png"}, target);
  ASSERT_EQ(from_16.observations.frames.size(), 1U);
  for (std::size_t i = 0; i < 20; ++i) {
    const Vector2 off =
        from_16.observations.frames[0].corners[i].pixel - from_8.observations.frames[0].corners[i].pixel;
    EXPECT_LT(off.norm(), 1e-3);
  }
}

}  // namespace
}  // namespace fiducia

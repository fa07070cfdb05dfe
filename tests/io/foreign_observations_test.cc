#include <gmock/gmock.h>

#include "fiducia/io/read_observations.h"
#include "tests/io/error_message.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using testing::error_message;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

const ReadOptions kTwoByTwo = {.image_size = ImageSize{640, 480}, .target = Target::chessboard(2, 2, 0.1)};

std::string vnl_refusal(const std::string& text, const ReadOptions& options = kTwoByTwo) {
  return error_message([&] { (void)parse_observations(text, "corners.vnl", options); });
}

constexpr const char* kCorners =
    "## generated\n# filename x y level\na.jpg 10 20 0\na.jpg 11.5 20 1\na.jpg - - -\na.jpg 11 30 -\n"
    "b.jpg - - -\nc.jpg 1 2 0\nc.jpg 3 4 2\nc.jpg 5 6 -1\nc.jpg 7 8 0\n";

TEST(MrcalCorners, AreReadInTheOrderOfTheBoard) {
  const ReadObservations read = parse_observations(kCorners, "corners.vnl", kTwoByTwo);
  const std::vector<Frame>& frames = read.observations.frames;
  ASSERT_THAT(frames, SizeIs(2));
  ASSERT_THAT(frames[0].corners, SizeIs(3));
  EXPECT_EQ(frames[0].corners[1].pixel, Vector2(11.5, 20));
  EXPECT_EQ(frames[0].corners[2].id, 3);
  EXPECT_EQ(frames[0].corners[0].weight, 1);
  EXPECT_EQ(frames[0].corners[1].weight, 0.5);
  EXPECT_EQ(frames[1].corners[1].weight, 0.25);
  EXPECT_EQ(frames[1].corners[2].id, 3);  // a negative level: passed over
  ASSERT_THAT(read.left_out, SizeIs(1));
  EXPECT_EQ(read.left_out[0].name, "b.jpg");
}

TEST(MrcalCorners, WeightsStandAsTheyAre) {
  const ReadObservations read =
      parse_observations("#filename x y weight\na 1 2 0.3\na 3 4 1\na 5 6 2\na 7 8 0\n", "corners.vnl", kTwoByTwo);
  ASSERT_THAT(read.observations.frames.at(0).corners, SizeIs(3));
  EXPECT_EQ(read.observations.frames[0].corners[0].weight, 0.3);
  EXPECT_EQ(read.observations.frames[0].corners[2].weight, 2);
}

TEST(MrcalCorners, RefusesWhatItDoesNotUnderstand) {
  EXPECT_THAT(vnl_refusal(kCorners, {.image_size = ImageSize{640, 480}}), HasSubstr("--target"));
  EXPECT_THAT(vnl_refusal(kCorners, {.target = kTwoByTwo.target}), HasSubstr("--image-size"));
  EXPECT_THAT(vnl_refusal("# filename x y\na 1 2\na 1 3\n"), HasSubstr("has 2 rows"));
  EXPECT_THAT(vnl_refusal("# filename x y\na 1 2\na 1 3\na 1 4\na 1 5\na 1 6\n"),
              StartsWith("corners.vnl:6: image 'a' has more than the 4 corners"));
  EXPECT_THAT(vnl_refusal("# filename x y level\na 1 2 q\n"),
              StartsWith("corners.vnl:2: level must be a finite number"));
  EXPECT_THAT(vnl_refusal("# filename x y level\na 1 2 0.5\n"), HasSubstr("whole number"));
  EXPECT_THAT(vnl_refusal("# filename x y level\na 1 2\n"), StartsWith("corners.vnl:2: the row has 3 fields"));
  EXPECT_THAT(vnl_refusal("# filename x y\na nan 2\n"), HasSubstr("x must be a finite"));
}

/// What OpenCV's calibration sample writes with -op.
std::string opencv_sample(const std::string& points, int rows, int columns, const std::string& more = "") {
  return "%YAML:1.0\n---\ncalibration_time: \"Sun 15 Nov\"\nnframes: 2\nimage_width: 640\nimage_height: 480\n"
         "board_width: 2\nboard_height: 2\nsquare_size: 2.5000000372529030e-02\nflags: 0\n"
         "camera_matrix: !!opencv-matrix\n   rows: 3\n   cols: 3\n   dt: d\n   data: [500, 0, 320, 0, 500, 240, 0, 0, "
         "1]\n"
         "distortion_coefficients: !!opencv-matrix\n   rows: 5\n   cols: 1\n   dt: d\n   data: [0, 0, 0, 0, 0]\n" +
         more + "image_points: !!opencv-matrix\n   rows: " + std::to_string(rows) +
         "\n   cols: " + std::to_string(columns) + "\n   dt: \"2f\"\n   data: [" + points + "]\n";
}

TEST(OpenCvObservations, AreTheImagePoints) {
  const ReadObservations read =
      parse_observations(opencv_sample("1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16", 2, 4), "f.yml");
  const Observations& observations = read.observations;
  EXPECT_EQ(observations.image_size, (ImageSize{640, 480}));
  EXPECT_EQ(observations.target.kind, TargetKind::kChessboard);
  EXPECT_EQ(observations.target.columns, 2);
  ASSERT_THAT(observations.frames, SizeIs(2));
  EXPECT_EQ(observations.frames[1].corners[3].pixel, Vector2(15, 16));
  EXPECT_EQ(observations.frames[1].corners[3].id, 3);
  EXPECT_THAT(read.warnings, SizeIs(0));
}

TEST(OpenCvObservations, GridPointsAreTheTarget) {
  const std::string grid =
      "grid_points: !!opencv-matrix\n   rows: 4\n   cols: 1\n   dt: \"3f\"\n   data: [0, 0, 0, .025, 0, 0, 0, .025, 0, "
      ".03, .025, 0]\n";
  const ReadObservations read = parse_observations(opencv_sample("1, 2, 3, 4, 5, 6, 7, 8", 1, 4, grid), "f.yml");
  EXPECT_EQ(read.observations.target.kind, TargetKind::kPoints);
  EXPECT_EQ(read.observations.target.points[3].x(), .03);
}

TEST(OpenCvObservations, RefusesWhatContradictsItself) {
  const auto refused = [](const std::string& text, const ReadOptions& options = {}) {
    return error_message([&] { (void)parse_observations(text, "f.yml", options); });
  };
  EXPECT_THAT(refused(opencv_sample("1, 2, 3, 4, 5, 6", 1, 3)), HasSubstr("2x2, but each image of image_points has 3"));
  EXPECT_THAT(refused(opencv_sample("1, 2, 3, 4, 5, 6", 1, 4)), HasSubstr("image_points.data has 6 numbers"));
  EXPECT_THAT(refused(opencv_sample("1, 2, 3, 4, 5, 6, 7, 8000", 1, 4)),
              AllOf(HasSubstr("view 0"), HasSubstr("outside the image")));
  EXPECT_THAT(refused(opencv_sample("1, 2, 3, 4, 5, 6, 7, 8", 1, 4), {.target = Target::chessboard(3, 3, .1)}),
              HasSubstr("target chessboard:3x3:0.1 has 9"));
  std::string without = opencv_sample("1, 2, 3, 4, 5, 6, 7, 8", 1, 4);
  without.erase(without.find("image_points"));
  EXPECT_THAT(refused(without), HasSubstr("holds no image_points"));
}

TEST(OpenCvObservations, MillimetresArePointedOut) {
  std::string text = opencv_sample("1, 2, 3, 4, 5, 6, 7, 8", 1, 4);
  text.replace(text.find("2.5000000372529030e-02"), 22, "25.");
  const ReadObservations read = parse_observations(text, "f.yml");
  ASSERT_THAT(read.warnings, SizeIs(1));
  EXPECT_THAT(read.warnings[0], HasSubstr("square_size 25 is taken for metres"));
}

}  // namespace
}  // namespace fiducia

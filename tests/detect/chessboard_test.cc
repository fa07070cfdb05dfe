#include "fiducia/detect/chessboard.h"

#include "tests/detect/find.h"

namespace fiducia {
namespace {

using namespace testing;
using ::testing::HasSubstr;

TEST(Chessboard, CornersAreWhereTheyWereDrawn) {
  const Target target = Target::chessboard(9, 6, 0.03);
  for (const double tilt : {0.0, 30.0, 60.0}) {
    const Look look{.distance_m = 0.6, .tilt_deg = tilt, .tilt_axis_deg = 70, .roll_deg = 15, .noise = 0.01};
    const Eigen::Matrix3d map = pixel_from_board(target, look);
    const FoundCorners found = find(draw(chessboard_print(target), map, look), target);
    EXPECT_EQ(found.corners.size(), 54U) << tilt << ' ' << found.reason;
    EXPECT_EQ(found.doubtful, 0);
    EXPECT_LT(worst_error(found, target, map), 0.06) << tilt;
  }
}

TEST(Chessboard, WhereTheColoursTellEveryTurnGivesTheSameOrder) {
  const Target target = Target::chessboard(5, 4, 0.03);
  for (int roll = 0; roll < 360; roll += 30) {
    const Look look{.width = 400, .height = 400, .tilt_deg = 20, .roll_deg = static_cast<double>(roll)};
    const Eigen::Matrix3d map = pixel_from_board(target, look);
    const FoundCorners found = find(draw(chessboard_print(target), map, look), target);
    ASSERT_EQ(found.corners.size(), 20U) << roll;
    EXPECT_LT(worst_error(found, target, map), 0.05) << roll;
  }
}

/// A board that looks the same upside down: the rows run to the right, and never backwards.
TEST(Chessboard, WhereTheColoursDoNotTellRowsRunToTheRight) {
  for (const auto& [columns, rows] : {std::pair{6, 4}, {5, 3}, {4, 4}, {5, 5}}) {
    const Target target = Target::chessboard(columns, rows, 0.03);
    for (const int roll : {0, 40, 100, 170, 190, 260, 320}) {
      const Look look{.width = 400, .height = 400, .distance_m = 0.6, .roll_deg = static_cast<double>(roll)};
      const Eigen::Matrix3d map = pixel_from_board(target, look);
      const FoundCorners found = find(draw(chessboard_print(target), map, look), target);
      ASSERT_EQ(static_cast<int>(found.corners.size()), columns * rows) << columns << 'x' << rows << " at " << roll;
      const Vector2 along_u = found.corners[1].pixel - found.corners[0].pixel;
      const Vector2 along_v = found.corners[static_cast<std::size_t>(columns)].pixel - found.corners[0].pixel;
      EXPECT_GT(along_u.x() * along_v.y() - along_u.y() * along_v.x(), 0) << "mirrored";
      // Squares with an even number of corners have four ways to lie; then a quarter is told apart, too.
      const double least = columns == rows && columns % 2 == 0 ? std::cos(46 * M_PI / 180) : std::cos(91 * M_PI / 180);
      EXPECT_GT(along_u.normalized().x(), least) << columns << 'x' << rows << " at " << roll;
    }
  }
}

TEST(Chessboard, CornersThatAreHiddenAreLeftOutAndTheOthersStay) {
  const Target target = Target::chessboard(9, 6, 0.03);
  const Look look{.distance_m = 0.6};
  const Eigen::Matrix3d map = pixel_from_board(target, look);
  cv::Mat image = draw(chessboard_print(target), map, look);
  // A smear over half of the surroundings of one corner, such as a highlight.
  const Vector2 hidden = project(map, target.points[22]);
  cv::circle(image, cv::Point(static_cast<int>(hidden.x()) + 3, static_cast<int>(hidden.y()) - 4), 7, 200, -1);
  const FoundCorners found = find(image, target);
  for (const Corner& corner : found.corners) EXPECT_NE(corner.id, 22);
  EXPECT_GE(found.corners.size(), 50U) << found.reason;
  EXPECT_EQ(static_cast<int>(found.corners.size()) + found.doubtful, 54);
  EXPECT_LT(worst_error(found, target, map), 0.1);
}

TEST(Chessboard, OfAnotherSizeIsNotFoundButNamed) {
  const Target target = Target::chessboard(8, 5, 0.03);
  const Look look{.distance_m = 0.6, .tilt_deg = 15};
  const cv::Mat image = draw(chessboard_print(target), pixel_from_board(target, look), look);
  const FoundCorners found = find(image, Target::chessboard(9, 6, 0.03));
  EXPECT_TRUE(found.corners.empty());
  EXPECT_THAT(found.reason, HasSubstr("9x6"));
  EXPECT_EQ(chessboard_size_seen(image), "8x5");
}

TEST(Chessboard, APartOfALargerBoardIsNotTakenForTheBoard) {
  const Target larger = Target::chessboard(9, 7, 0.03);
  const Look look{.distance_m = 0.6, .tilt_deg = 15};
  const cv::Mat image = draw(chessboard_print(larger), pixel_from_board(larger, look), look);
  for (const auto& [columns, rows] : {std::pair{5, 4}, {8, 7}, {9, 6}, {8, 6}}) {
    EXPECT_TRUE(find(image, Target::chessboard(columns, rows, 0.03)).corners.empty()) << columns << 'x' << rows;
  }
  EXPECT_EQ(find(image, larger).corners.size(), 63U);
}

TEST(Chessboard, LargePicturesAreSearchedSmallAndMeasuredWhole) {
  const Target target = Target::chessboard(6, 5, 0.03);
  const Look look{.width = 2600, .height = 2000, .focal_px = 2800, .tilt_deg = 25, .tilt_axis_deg = 20};
  const Eigen::Matrix3d map = pixel_from_board(target, look);
  const FoundCorners found = find(draw(chessboard_print(target), map, look), target);
  EXPECT_EQ(found.corners.size(), 30U);
  EXPECT_LT(worst_error(found, target, map), 0.02);
}

TEST(Chessboard, ALargePictureThatIsSoftThroughoutIsMeasuredInFewerPixels) {
  const Target target = Target::chessboard(5, 4, 0.03);
  const Look look{.width = 400, .height = 300, .focal_px = 430, .tilt_deg = 20};
  const Eigen::Matrix3d map = pixel_from_board(target, look);
  cv::Mat image;
  cv::resize(draw(chessboard_print(target), map, look), image, {}, 10, 10, cv::INTER_CUBIC);
  const FoundCorners found = find(image, target);
  EXPECT_EQ(found.corners.size(), 20U) << found.reason;
  for (const Corner& corner : found.corners) {
    const Vector2 truth = project(map, target.points[static_cast<std::size_t>(corner.id)]);
    EXPECT_LT(((corner.pixel + Vector2(0.5, 0.5)) / 10 - Vector2(0.5, 0.5) - truth).norm(), 0.05);
  }
}

}  // namespace
}  // namespace fiducia

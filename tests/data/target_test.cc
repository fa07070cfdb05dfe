#include "fiducia/data/target.h"

#include <gmock/gmock.h>

#include <functional>
#include <limits>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kBadOption);
    return error.what();
  }
  return "no error";
}

TEST(Target, AChessboardCountsItsInnerCornersRowByRow) {
  const Target board = Target::chessboard(9, 6, 0.025);
  EXPECT_EQ(board.kind, TargetKind::kChessboard);
  ASSERT_EQ(board.points.size(), 54U);
  EXPECT_EQ(board.points[0], Vector3(0, 0, 0));
  EXPECT_EQ(board.points[8], Vector3(8 * 0.025, 0, 0));
  EXPECT_EQ(board.points[9], Vector3(0, 0.025, 0)) << "corner id = row x columns + column";
  EXPECT_EQ(board.points[53], Vector3(8 * 0.025, 5 * 0.025, 0));
}

TEST(Target, ACharucoBoardCountsSquaresAndHasTheCornersBetweenThem) {
  const Target board = Target::charuco(5, 7, 0.04, 0.03, "DICT_4X4_50");
  EXPECT_EQ(board.kind, TargetKind::kCharuco);
  EXPECT_EQ(board.dictionary, "DICT_4X4_50");
  EXPECT_EQ(board.marker_m, 0.03);
  ASSERT_EQ(board.points.size(), 24U);
  EXPECT_EQ(board.points[3], Vector3(3 * 0.04, 0, 0));
  EXPECT_EQ(board.points[4], Vector3(0, 0.04, 0));
  EXPECT_EQ(board.points[23], Vector3(3 * 0.04, 5 * 0.04, 0));
}

TEST(Target, ATagGridHasFourCornersATagInKalibrsOrder) {
  const Target grid = Target::tag_grid(6, 5, 0.088, 0.3);
  EXPECT_EQ(grid.kind, TargetKind::kTagGrid);
  ASSERT_EQ(grid.points.size(), 120U);
  EXPECT_EQ(grid.points[0], Vector3(0, 0, 0));
  EXPECT_EQ(grid.points[1], Vector3(0.088, 0, 0));
  EXPECT_EQ(grid.points[2], Vector3(0.088, 0.088, 0));
  EXPECT_EQ(grid.points[3], Vector3(0, 0.088, 0));
  const double pitch = 0.088 * 1.3;
  EXPECT_LT((grid.points[4] - Vector3(pitch, 0, 0)).norm(), 1e-16) << "the next tag of the row";
  EXPECT_LT((grid.points[24] - Vector3(0, pitch, 0)).norm(), 1e-16) << "the first tag of the next row";
}

TEST(Target, AListOfPointsIsKept) {
  const Target target = Target::from_points({{1, 2, 3}, {4, 5, 6}});
  EXPECT_EQ(target.kind, TargetKind::kPoints);
  ASSERT_EQ(target.points.size(), 2U);
  EXPECT_EQ(target.points[1], Vector3(4, 5, 6));
}

TEST(Target, RefusesSizesThatMakeNoTarget) {
  EXPECT_EQ(refusal([] { static_cast<void>(Target::chessboard(1, 6, 0.025)); }),
            "target: 1x6 is not a usable size; both numbers must be from 2 to 1000");
  EXPECT_EQ(refusal([] { static_cast<void>(Target::chessboard(9, 100000, 0.025)); }),
            "target: 9x100000 is not a usable size; both numbers must be from 2 to 1000");
  EXPECT_THAT(refusal([] { static_cast<void>(Target::tag_grid(680, 880, 0.087, 0.3)); }),
              ::testing::HasSubstr("680x880 is more than any target has"));
  EXPECT_EQ(refusal([] { static_cast<void>(Target::charuco(2, 7, 0.04, 0.03, "D")); }),
            "target: 2x7 is not a usable size; both numbers must be from 3 to 1000");
  EXPECT_EQ(refusal([] { static_cast<void>(Target::tag_grid(0, 7, 0.04, 0.3)); }),
            "target: 0x7 is not a usable size; both numbers must be from 1 to 1000");
}

TEST(Target, RefusesLengthsThatAreNone) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double length : {0.0, -0.025, nan, std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(refusal([&] { static_cast<void>(Target::chessboard(9, 6, length)); }),
              "target: the spacing of the corners must be a positive length in metres");
    EXPECT_EQ(refusal([&] { static_cast<void>(Target::charuco(5, 7, length, 0.03, "D")); }),
              "target: the side of a square must be a positive length in metres");
    EXPECT_EQ(refusal([&] { static_cast<void>(Target::charuco(5, 7, 0.04, length, "D")); }),
              "target: the side of a marker must be a positive length in metres");
    EXPECT_EQ(refusal([&] { static_cast<void>(Target::tag_grid(6, 6, length, 0.3)); }),
              "target: the side of a tag must be a positive length in metres");
  }
  EXPECT_EQ(refusal([] { static_cast<void>(Target::charuco(5, 7, 0.04, 0.04, "D")); }),
            "target: the side of a marker must be less than the side of a square");
  EXPECT_EQ(refusal([] { static_cast<void>(Target::charuco(5, 7, 0.04, 0.03, "")); }),
            "target: the dictionary of a ChArUco board must be named, for example DICT_4X4_50");
  for (const double ratio : {-0.1, nan}) {
    EXPECT_EQ(refusal([&] { static_cast<void>(Target::tag_grid(6, 6, 0.088, ratio)); }),
              "target: the gap between tags over their side must not be negative");
  }
}

}  // namespace
}  // namespace fiducia

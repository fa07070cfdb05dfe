#include "fiducia/simulate/target_pattern.h"

#include <gtest/gtest.h>

#include <cmath>

#include "fiducia/core/error.h"
#include "tests/simulate/made_up_markers.h"

namespace fiducia {
namespace {

using testing::made_up_markers;

TEST(TargetPattern, ChessboardBeginsBlackBeforeItsFirstCorner) {
  const PatternGrid pattern = target_pattern(Target::chessboard(3, 2, 0.1), {}, 0.02);
  EXPECT_EQ(pattern.at(-0.05, -0.05), 0);
  EXPECT_EQ(pattern.at(0.05, -0.05), 1);
  EXPECT_EQ(pattern.at(-0.05, 0.05), 1);
  EXPECT_EQ(pattern.at(0.05, 0.05), 0);
  EXPECT_EQ(pattern.at(0.25, 0.15), 1);  // the last square: 4 x 3 of them
  EXPECT_EQ(pattern.at(0.31, 0.15), 1);  // margin
  EXPECT_EQ(pattern.at(-0.11, 0.05), 1);
  EXPECT_EQ(pattern.at(0.33, 0.05), kSurroundings);
  EXPECT_EQ(pattern.at(0.05, -0.13), kSurroundings);
  EXPECT_TRUE(pattern.outline().min().isApprox(Vector2(-0.12, -0.12)));
  EXPECT_TRUE(pattern.outline().max().isApprox(Vector2(0.32, 0.22)));
}

/// Compared with what cv::aruco::CharucoBoard::draw of OpenCV 4.6 draws for 5 x 4 squares.
TEST(TargetPattern, CharucoIsAsOpenCvDrawsIt) {
  const Target target = Target::charuco(5, 4, 0.04, 0.032, "made up");
  const PatternGrid pattern = target_pattern(target, made_up_markers(10), 0.02);
  const char* const squares[] = {"01010", "10101", "01010", "10101"};
  int id = 0;
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 5; ++column) {
      const Vector2 origin(0.04 * (column - 1), 0.04 * (row - 1));
      const bool white = squares[row][column] == '1';
      EXPECT_EQ(pattern.at(origin.x() + 0.001, origin.y() + 0.001), white ? 1 : 0);
      const auto cell = [&](int i, int j) {
        return pattern.at(origin.x() + 0.004 + 0.008 * (i + 0.5), origin.y() + 0.004 + 0.008 * (j + 0.5));
      };
      EXPECT_EQ(cell(0, 0), 0);
      EXPECT_EQ(cell(1, 1), white ? 1 : 0);
      EXPECT_EQ(cell(2, 1), white ? id % 2 : 0);
      EXPECT_EQ(cell(1, 2), 0);
      if (white) ++id;
    }
  }
}

TEST(TargetPattern, TagGridIsAsKalibrPrintsIt) {
  const PatternGrid pattern = target_pattern(Target::tag_grid(3, 2, 0.04, 0.25), made_up_markers(6), 0.01);
  for (int row = 0; row < 2; ++row) {
    for (int column = 0; column < 3; ++column) {
      const Vector2 origin(0.05 * column, 0.05 * row);
      // Cells from the left and from above, and y is up.
      const auto cell = [&](int i, int j) {
        return pattern.at(origin.x() + 0.01 * (i + 0.5), origin.y() + 0.01 * (3.5 - j));
      };
      EXPECT_EQ(cell(0, 0), 0);
      EXPECT_EQ(cell(1, 1), 1);
      EXPECT_EQ(cell(2, 1), (3 * row + column) % 2);
      EXPECT_EQ(cell(1, 2), 0);
      EXPECT_EQ(pattern.at(origin.x() + 0.02, origin.y() - 0.005), 1);  // the gap below
      for (const double x : {-0.005, 0.045}) {
        for (const double y : {-0.005, 0.045}) EXPECT_EQ(pattern.at(origin.x() + x, origin.y() + y), 0);
      }
    }
  }
  EXPECT_EQ(pattern.at(-0.015, 0.02), 1);
  EXPECT_EQ(pattern.at(-0.025, 0.02), kSurroundings);
}

TEST(TargetPattern, TagGridMayHaveNoGaps) {
  const PatternGrid pattern = target_pattern(Target::tag_grid(2, 1, 0.04, 0), made_up_markers(2), 0.01);
  EXPECT_EQ(pattern.at(0.015, 0.025), 1);
  EXPECT_EQ(pattern.at(0.065, 0.025), 1);
  EXPECT_EQ(pattern.at(0.025, 0.025), 0);
}

TEST(TargetPattern, RefusesWhatItCannotPrint) {
  EXPECT_THROW((void)target_pattern(Target::charuco(5, 4, 0.04, 0.03, "x"), made_up_markers(9), 0.02), Error);
  EXPECT_THROW((void)target_pattern(Target::tag_grid(2, 2, 0.04, 0.3), {}, 0.02), Error);
  EXPECT_THROW((void)target_pattern(Target::from_points({Vector3(0, 0, 0), Vector3(1, 1, 0)}), {}, 0.02), Error);
  EXPECT_THROW((void)target_pattern(Target::chessboard(3, 2, 0.1), {}, 0), Error);
  std::vector<Marker> uneven = made_up_markers(4);
  uneven[2].white.pop_back();
  EXPECT_THROW((void)target_pattern(Target::tag_grid(2, 2, 0.04, 0.3), uneven, 0.02), Error);
}

TEST(PatternGrid, TellsWhereItIsUniform) {
  const PatternGrid pattern = target_pattern(Target::chessboard(3, 2, 0.1), {}, 0.02);
  EXPECT_EQ(pattern.uniform(Vector2(-0.09, -0.09), Vector2(-0.01, -0.01)), 0.0);
  EXPECT_EQ(pattern.uniform(Vector2(-0.09, -0.09), Vector2(0.01, -0.01)), std::nullopt);
  EXPECT_EQ(pattern.uniform(Vector2(0.01, -0.11), Vector2(0.09, -0.01)), 1.0);  // a white square and the margin
  EXPECT_EQ(pattern.uniform(Vector2(5, 5), Vector2(6, 6)), kSurroundings);
}

TEST(PatternGrid, SoftSampleSeesAnEdgeAsTheNormalDistributionAndASaddleAsAProduct) {
  const PatternGrid pattern = target_pattern(Target::chessboard(3, 2, 0.1), {}, 0.02);
  const auto phi = [](double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); };
  for (double z = -6; z < 6; z += 0.37) {
    // 0.005 m a standard deviation; y in the middle of the first row of squares.
    EXPECT_NEAR(pattern.average({0.005 * z, 200, 0}, {-0.05, 200, 0}), phi(z), 2e-6);
    const double product = phi(z) * phi(0.5) + phi(-z) * phi(-0.5);
    EXPECT_NEAR(pattern.average({0.005 * z, 200, 0}, {-0.0025, 200, 0}), product, 2e-6);
  }
}

}  // namespace
}  // namespace fiducia

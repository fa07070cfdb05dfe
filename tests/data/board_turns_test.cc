#include "fiducia/data/board_turns.h"

#include <gtest/gtest.h>

namespace fiducia {
namespace {

TEST(BoardTurns, OnlyBoardsThatLookTheSameHaveSeveralWays) {
  EXPECT_EQ(ways_to_lie(Target::chessboard(9, 6, 0.1)), 1);
  EXPECT_EQ(ways_to_lie(Target::chessboard(8, 6, 0.1)), 2);
  EXPECT_EQ(ways_to_lie(Target::chessboard(13, 9, 0.1)), 2);
  EXPECT_EQ(ways_to_lie(Target::chessboard(7, 7, 0.1)), 2);
  EXPECT_EQ(ways_to_lie(Target::chessboard(8, 8, 0.1)), 4);
  EXPECT_EQ(ways_to_lie(Target::circles(9, 6, 0.1, 0.05)), 2);
  EXPECT_EQ(ways_to_lie(Target::circles(7, 7, 0.1, 0.05)), 4);
  EXPECT_EQ(ways_to_lie(Target::staggered_circles(4, 11, 0.1, 0.05)), 1);
  EXPECT_EQ(ways_to_lie(Target::staggered_circles(4, 10, 0.1, 0.05)), 2);
  EXPECT_EQ(ways_to_lie(Target::charuco(8, 6, 0.1, 0.08, "DICT_4X4_50")), 1);
}

/// A corner's new number is where its point goes when the board is turned about its middle.
TEST(BoardTurns, NumbersAndPointsTurnTogether) {
  for (const Target& target : {Target::chessboard(8, 6, 0.1), Target::chessboard(7, 7, 0.1),
                               Target::chessboard(8, 8, 0.1), Target::circles(9, 6, 0.1, 0.05),
                               Target::circles(7, 7, 0.1, 0.05), Target::staggered_circles(4, 10, 0.1, 0.05)}) {
    const Vector3 middle = 0.5 * (target.points.front() + target.points.back());
    for (int way = 0; way < ways_to_lie(target); ++way) {
      for (int id = 0; id < target.columns * target.rows; ++id) {
        const Vector3 there =
            middle + turned_frame(target, way) * (target.points[static_cast<std::size_t>(id)] - middle);
        const Vector3& expected = target.points[static_cast<std::size_t>(turned_id(target, id, way))];
        EXPECT_NEAR((there - expected).norm(), 0, 1e-12) << target.columns << " " << way << " " << id;
      }
    }
  }
}

TEST(BoardTurns, TurningOnAndOnComesBack) {
  const Target target = Target::chessboard(8, 8, 0.1);
  Frame frame{"a", {{3, {1, 2}}, {60, {3, 4}}}};
  Frame again = frame;
  for (int i = 0; i < 4; ++i) again = turned(target, std::move(again), 1);
  EXPECT_EQ(again.corners[0].id, 3);
  EXPECT_EQ(again.corners[1].id, 60);
  EXPECT_EQ(turned(target, frame, 2).corners[0].id, 60);
}

}  // namespace
}  // namespace fiducia

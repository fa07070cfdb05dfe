#include "fiducia/data/unseen_rows.h"

#include <gtest/gtest.h>

namespace fiducia {
namespace {

/// Five frames with the corners 0 to `last` of a target.
Observations seen_up_to(const std::string& spec, int last, int frames = 5) {
  Observations observations{{400, 300}, parse_target(spec), {}};
  for (int j = 0; j < frames; ++j) {
    Frame frame{"frame" + std::to_string(j), {}};
    for (int id = 0; id <= last; ++id) frame.corners.push_back({id, {10.0 + id, 20.0 + j}});
    observations.frames.push_back(frame);
  }
  return observations;
}

TEST(UnseenRows, OfATagGridMakeItASmallerOne) {
  EXPECT_EQ(unseen_rows(seen_up_to("aprilgrid:6x7:0.088:0.3", 143)),
            "no image shows the last row of the target: is it aprilgrid:6x6:0.088:0.3?");
  EXPECT_EQ(unseen_rows(seen_up_to("aprilgrid:6x9:0.088:0.3", 143)),
            "no image shows the last 3 rows of the target: is it aprilgrid:6x6:0.088:0.3?");
  EXPECT_EQ(unseen_rows(seen_up_to("aprilgrid:6x6:0.088:0.3", 143)), "");
  EXPECT_EQ(unseen_rows(seen_up_to("aprilgrid:6x6:0.088:0.3", 120)), "") << "one tag of the last row";
}

TEST(UnseenRows, OfACharucoBoardAreRowsOfItsSquares) {
  EXPECT_EQ(unseen_rows(seen_up_to("charuco:5x7:0.04:0.03:DICT_4X4_50", 19)),
            "no image shows the last row of the target: is it charuco:5x6:0.04:0.03:DICT_4X4_50?");
  EXPECT_EQ(unseen_rows(seen_up_to("charuco:5x7:0.04:0.03:DICT_4X4_50", 20)), "");
}

TEST(UnseenRows, MayBeChanceInFewFramesAndAreNoMatterOfBoardsThatAreSeenWhole) {
  EXPECT_EQ(unseen_rows(seen_up_to("aprilgrid:6x7:0.088:0.3", 143, 4)), "");
  EXPECT_EQ(unseen_rows(seen_up_to("chessboard:5x7:0.04", 19)), "");
}

/// Frames of a 5x4 chessboard, each without the corners that `is_missing(frame, column, row)`.
template <class Missing>
Observations chessboard_without(int frames, const Missing& is_missing) {
  Observations observations{{400, 300}, parse_target("chessboard:5x4:0.03"), {}};
  for (int j = 0; j < frames; ++j) {
    Frame frame{"frame" + std::to_string(j), {}};
    for (int id = 0; id < 20; ++id) {
      if (!is_missing(j, id % 5, id / 5)) frame.corners.push_back({id, {10.0 + id, 20.0 + j}});
    }
    observations.frames.push_back(frame);
  }
  return observations;
}

TEST(AChessboardWithoutASide, IsSmallerThanWasSaid) {
  EXPECT_TRUE(is_without_a_side(chessboard_without(4, [](int, int, int row) { return row == 3; })));
  EXPECT_TRUE(is_without_a_side(chessboard_without(4, [](int, int column, int) { return column == 0; })));
  EXPECT_TRUE(is_without_a_side(chessboard_without(4, [](int j, int, int row) { return row == (j % 2) * 3; })))
      << "upside down it is the other side";
  EXPECT_TRUE(is_without_a_side(chessboard_without(4, [](int, int column, int row) { return row == 3 && column > 0; })))
      << "one corner that is none";
}

TEST(AChessboardWithoutASide, MayHaveGlareInSomeFrames) {
  const Observations glare = chessboard_without(4, [](int j, int, int row) { return j < 2 && row == 3; });
  EXPECT_EQ(frames_without_a_side(glare), 2);
  EXPECT_FALSE(is_without_a_side(glare));
  EXPECT_FALSE(is_without_a_side(chessboard_without(1, [](int, int, int row) { return row == 3; })));
  EXPECT_FALSE(is_without_a_side(chessboard_without(4, [](int, int, int row) { return row == 1; }))) << "no side";
  EXPECT_FALSE(is_without_a_side(chessboard_without(4, [](int, int column, int) { return column > 1; })))
      << "more than a side: blur, a hand before the board";
}

}  // namespace
}  // namespace fiducia

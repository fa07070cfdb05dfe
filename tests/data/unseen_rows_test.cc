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

}  // namespace
}  // namespace fiducia

#include "fiducia/data/same_views.h"

#include <gtest/gtest.h>

namespace fiducia {
namespace {

/// Frames of a 3x3 board, each moved sideways by so many pixels.
Observations moved_by(const std::vector<double>& moves) {
  Observations observations{{400, 300}, Target::chessboard(3, 3, 0.1), {}};  // a diagonal of 500 px
  for (std::size_t j = 0; j < moves.size(); ++j) {
    Frame frame{"frame" + std::to_string(j), {}};
    for (int id = 0; id < 9; ++id) frame.corners.push_back({id, {100 + 20 * (id % 3) + moves[j], 100 + 20 * (id / 3)}});
    observations.frames.push_back(frame);
  }
  return observations;
}

TEST(SameViews, AreThoseWhoseCornersHardlyMoved) {
  const std::vector<std::string> reasons = copies_to_leave_out(moved_by({0, 10, 0, 0.4, 10.6, 20}));
  ASSERT_EQ(reasons.size(), 6U);
  EXPECT_EQ(reasons[0], "");
  EXPECT_EQ(reasons[1], "");
  EXPECT_EQ(reasons[2], "shows the same view as frame0, and counts once");
  EXPECT_EQ(reasons[3], "shows the same view as frame0, and counts once");
  EXPECT_EQ(reasons[4], "");
  EXPECT_EQ(reasons[5], "");
}

TEST(SameViews, AreNotMadeOfFewCommonCorners) {
  Observations observations = moved_by({0, 0});
  observations.frames[0].corners.resize(4);
  observations.frames[1].corners.erase(observations.frames[1].corners.begin());
  EXPECT_TRUE(copies_to_leave_out(observations).empty());
}

TEST(SameViews, NoneNoReasons) { EXPECT_TRUE(copies_to_leave_out(moved_by({0, 5, 10})).empty()); }

}  // namespace
}  // namespace fiducia

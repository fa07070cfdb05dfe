#include "fiducia/data/grid_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

using ::testing::HasSubstr;

std::string refusal(const Observations& observations) {
  try {
    require_layout(observations);
  } catch (const Error& error) {
    return error.what();
  }
  return "no Error was thrown";
}

/// A tilted board, with every seventh corner missing.
Observations seen(const Target& target, int columns, int count) {
  Observations observations{{1000, 800}, target, {}};
  for (int j = 0; j < 3; ++j) {
    Frame frame{"f" + std::to_string(j), {}};
    for (int id = 0; id < count; ++id) {
      if (id % 7 == 6) continue;
      const double x = id % columns;
      const double y = static_cast<double>(id) / columns - x / columns;
      const double depth = 1 + 0.05 * x + 0.1 * j * y / 8;
      frame.corners.push_back({id, {100 + 60 * (x + 0.3 * y) / depth, 100 + 60 * (y - 0.2 * x + 2) / depth}});
    }
    observations.frames.push_back(std::move(frame));
  }
  return observations;
}

TEST(GridLayout, CornersThatLieAsTheyShouldAreLeftAlone) {
  EXPECT_FALSE(layout_that_fits(seen(Target::chessboard(10, 8, 0.05), 10, 80)));
  EXPECT_FALSE(layout_that_fits(seen(Target::chessboard(10, 8, 0.05), 10, 2)));
}

TEST(GridLayout, AnotherNumberOfColumnsIsNamed) {
  const std::optional<GridLayout> fits = layout_that_fits(seen(Target::chessboard(8, 10, 0.05), 10, 80));
  ASSERT_TRUE(fits);
  EXPECT_EQ(fits->columns, 10);
  EXPECT_EQ(fits->rows, 8);
  EXPECT_THAT(refusal(seen(Target::chessboard(9, 9, 0.05), 10, 80)),
              HasSubstr("chessboard:9x9:0.05 numbers them, but as one of 10x8 would"));
}

TEST(GridLayout, OfCharucoSquaresAreCounted) {
  const Observations observations = seen(Target::charuco(9, 11, 0.05, 0.04, "DICT_4X4_100"), 10, 80);
  EXPECT_THAT(refusal(observations), HasSubstr("as one of 11x9 squares would"));
}

TEST(GridLayout, CornersInNoOrderAreLeftToOthers) {
  Observations observations = seen(Target::chessboard(10, 8, 0.05), 10, 80);
  for (Frame& frame : observations.frames) {
    for (std::size_t i = 0; i < frame.corners.size(); ++i) {
      std::swap(frame.corners[i].pixel, frame.corners[(17 * i + 5) % frame.corners.size()].pixel);
    }
  }
  EXPECT_FALSE(layout_that_fits(observations));
}

}  // namespace
}  // namespace fiducia

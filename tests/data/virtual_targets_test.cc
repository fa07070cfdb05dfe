#include "fiducia/data/virtual_targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "fiducia/core/random.h"

namespace fiducia {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Target as_points(const Target& target) { return Target::from_points(target.points); }

void hide(Target* target, int id) {
  target->points[static_cast<std::size_t>(id)].setConstant(std::numeric_limits<double>::quiet_NaN());
}

TEST(VirtualTargets, OfABoardAreTilesRowByRow) {
  EXPECT_THAT(virtual_targets(Target::chessboard(4, 4, 0.1)),
              ElementsAre(Tile{0, 1, 4, 5}, Tile{2, 3, 6, 7}, Tile{8, 9, 12, 13}, Tile{10, 11, 14, 15}));
}

TEST(VirtualTargets, OfABoardLeaveAnOddLastRowAndColumnOut) {
  EXPECT_THAT(virtual_targets(Target::chessboard(5, 3, 0.1)), ElementsAre(Tile{0, 1, 5, 6}, Tile{2, 3, 7, 8}));
  EXPECT_EQ(virtual_targets(Target::chessboard(10, 8, 0.05)).size(), 20U);
  EXPECT_EQ(virtual_targets(Target::chessboard(11, 9, 0.05)).size(), 20U);
}

TEST(VirtualTargets, ShareNoCorner) {
  for (const Target& target : {Target::chessboard(9, 6, 0.03), Target::charuco(8, 7, 0.04, 0.03, "DICT_4X4_50"),
                               Target::tag_grid(6, 5, 0.05, 0.3), as_points(Target::chessboard(9, 6, 0.03)),
                               Target::circles(9, 6, 0.03, 0.01), Target::staggered_circles(4, 11, 0.03, 0.01)}) {
    std::set<int> ids;
    const std::vector<Tile> tiles = virtual_targets(target);
    for (const Tile& tile : tiles) ids.insert(tile.begin(), tile.end());
    EXPECT_EQ(ids.size(), 4 * tiles.size());
    EXPECT_LT(static_cast<std::size_t>(*ids.rbegin()), target.points.size());
  }
}

TEST(VirtualTargets, OfACharucoBoardAreThoseOfTheCornersBetweenItsSquares) {
  EXPECT_THAT(virtual_targets(Target::charuco(5, 4, 0.04, 0.03, "DICT_4X4_50")),
              ElementsAre(Tile{0, 1, 4, 5}, Tile{2, 3, 6, 7}));
}

TEST(VirtualTargets, OfStaggeredDotsAreSquaresOfEverySecondRow) {
  const Target target = Target::staggered_circles(4, 11, 0.02, 0.01);
  const std::vector<Tile> tiles = virtual_targets(target);
  EXPECT_EQ(tiles.size(), 10U) << "two across, three down in the six even rows, two in the five odd ones";
  for (const Tile& tile : tiles) {
    const auto at = [&](std::size_t i) { return target.points[static_cast<std::size_t>(tile[i])]; };
    EXPECT_LT((at(1) - at(0) - Vector3(0.04, 0, 0)).norm(), 1e-12);
    EXPECT_LT((at(2) - at(0) - Vector3(0, 0.04, 0)).norm(), 1e-12);
    EXPECT_LT((at(3) - at(0) - Vector3(0.04, 0.04, 0)).norm(), 1e-12);
  }
}

TEST(VirtualTargets, OfATagGridAreItsTags) {
  EXPECT_THAT(virtual_targets(Target::tag_grid(2, 1, 0.05, 0.3)), ElementsAre(Tile{0, 1, 2, 3}, Tile{4, 5, 6, 7}));
  EXPECT_EQ(virtual_targets(Target::tag_grid(6, 5, 0.05, 0.3)).size(), 30U);
}

TEST(VirtualTargets, OfPointsThatFormABoardAreThoseOfTheBoard) {
  for (const Target& target : {Target::chessboard(4, 4, 0.1), Target::chessboard(9, 7, 0.025)}) {
    EXPECT_EQ(virtual_targets(as_points(target)), virtual_targets(target));
  }
}

/// A board whose points were measured lies almost on a lattice.
TEST(VirtualTargets, OfPointsForgiveSmallDeviations) {
  const Target board = Target::chessboard(8, 6, 0.05);
  Target measured = as_points(board);
  RandomStream random(1);
  for (Vector3& point : measured.points) {
    point += 3e-6 * Vector3{random.normal(), random.normal(), 100 * random.normal()};
  }
  EXPECT_EQ(virtual_targets(measured), virtual_targets(board));
}

TEST(VirtualTargets, OfPointsNeedAllFourCorners) {
  Target target = as_points(Target::chessboard(4, 4, 0.1));
  hide(&target, 5);
  EXPECT_THAT(virtual_targets(target), ElementsAre(Tile{2, 3, 6, 7}, Tile{8, 9, 12, 13}, Tile{10, 11, 14, 15}));
}

/// Were the rows counted on, rows 1 and 3 would become neighbours.
TEST(VirtualTargets, OfPointsWithAWholeRowMissingKeepTheNumbersOfTheOthers) {
  Target target = as_points(Target::chessboard(4, 6, 0.1));
  for (int id = 8; id < 12; ++id) hide(&target, id);
  EXPECT_THAT(virtual_targets(target),
              ElementsAre(Tile{0, 1, 4, 5}, Tile{2, 3, 6, 7}, Tile{16, 17, 20, 21}, Tile{18, 19, 22, 23}));
}

/// A gap of half a tag puts all the lines of the grid on whole multiples of the gap.
TEST(VirtualTargets, OfPointsThatFormATagGridAreItsTags) {
  for (const double ratio : {0.2, 0.25, 0.3, 0.5, 1.0}) {
    const Target grid = Target::tag_grid(6, 5, 0.088, ratio);
    std::set<std::set<int>> expected;
    for (const Tile& tag : virtual_targets(grid)) expected.insert({tag.begin(), tag.end()});
    std::set<std::set<int>> got;
    for (const Tile& tile : virtual_targets(as_points(grid))) got.insert({tile.begin(), tile.end()});
    EXPECT_EQ(got, expected) << "gap ratio " << ratio;
  }
}

TEST(VirtualTargets, OfPointsMayLieInAnyPlaneOfTheAxes) {
  const Target board = Target::chessboard(6, 4, 0.1);
  Target x_z = as_points(board);
  Target y_z = as_points(board);
  for (std::size_t i = 0; i < board.points.size(); ++i) {
    const Vector3& p = board.points[i];
    x_z.points[i] = {p.x(), 3, p.y()};
    y_z.points[i] = {-1, p.x(), p.y()};
  }
  EXPECT_EQ(virtual_targets(x_z), virtual_targets(board));
  EXPECT_EQ(virtual_targets(y_z), virtual_targets(board));
}

TEST(VirtualTargets, OfPointsThatFormNoLatticeAreNone) {
  RandomStream random(2);
  std::vector<Vector3> scattered;
  for (int i = 0; i < 60; ++i) scattered.push_back({random.uniform(), random.uniform(), 0});
  EXPECT_THAT(virtual_targets(Target::from_points(scattered)), IsEmpty());
  Target turned = as_points(Target::chessboard(6, 4, 0.1));
  for (Vector3& point : turned.points) point = rotation_exp({0, 0, 0.4}) * point;
  EXPECT_THAT(virtual_targets(turned), IsEmpty());
}

TEST(VirtualTargets, OfPointsInOnePlaceOrOnOneLineAreNone) {
  std::vector<Vector3> line;
  for (int i = 0; i < 10; ++i) line.emplace_back(0.1 * i, 0, 0);
  EXPECT_THAT(virtual_targets(Target::from_points(line)), IsEmpty());
  EXPECT_THAT(virtual_targets(Target::from_points(std::vector<Vector3>(9, Vector3(1, 2, 3)))), IsEmpty());
  EXPECT_THAT(virtual_targets(Target::from_points({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}})), IsEmpty());
  EXPECT_THAT(virtual_targets(Target::from_points({})), IsEmpty());
  Target doubled = as_points(Target::chessboard(4, 4, 0.1));
  doubled.points.push_back(doubled.points[5]);
  EXPECT_THAT(virtual_targets(doubled), IsEmpty()) << "which of the two points is the corner?";
}

}  // namespace
}  // namespace fiducia

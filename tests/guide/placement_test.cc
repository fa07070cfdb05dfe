#include "fiducia/guide/placement.h"

#include <gtest/gtest.h>

#include "fiducia/core/error.h"
#include "fiducia/guide/view.h"
#include "fiducia/guide/view_in_words.h"
#include "tests/guide/guided_camera.h"

namespace fiducia {
namespace {

using testing::guided_board;
using testing::guided_camera;
using testing::guided_fisheye;

TEST(Placement, IsReadBackFromThePoseThatItGives) {
  for (const Camera& camera : {guided_camera(), guided_fisheye()}) {
    for (const Target& target : {guided_board(), Target::tag_grid(6, 6, 0.08, 0.3)}) {
      const Board board = board_of(target);
      RandomStream random(3);
      for (int i = 0; i < 50; ++i) {
        const Placement placement{{random.uniform(100, 1100), random.uniform(100, 700)},
                                  random.uniform(0.3, 2),
                                  {random.uniform(-0.6, 0.6), random.uniform(-0.6, 0.6)},
                                  random.uniform(-1.5, 1.5)};
        const auto pose = pose_of(placement, camera, board);
        ASSERT_TRUE(pose);
        const auto back = placement_of(*pose, camera, board);
        ASSERT_TRUE(back);
        EXPECT_NEAR((back->pixel - placement.pixel).norm(), 0, 1e-6);
        EXPECT_NEAR(back->distance_m, placement.distance_m, 1e-12);
        EXPECT_NEAR((back->tilt_rad - placement.tilt_rad).norm(), 0, 1e-9);
        EXPECT_NEAR(back->roll_rad, placement.roll_rad, 1e-9);
      }
    }
  }
}

TEST(Board, HasItsOuterSquaresInItsOutline) {
  const Board board = board_of(guided_board());
  EXPECT_NEAR(board.size_m().x(), 11 * 0.05, 1e-12);
  EXPECT_NEAR(board.size_m().y(), 9 * 0.05, 1e-12);
  EXPECT_FALSE(board.coded);
  EXPECT_TRUE(board_of(Target::charuco(6, 5, 0.04, 0.03, "DICT_5X5_100")).coded);
}

TEST(Board, OfAListOfPointsHasTheirDistance) {
  const Board board = board_of(Target::from_points(guided_board().points));
  EXPECT_NEAR(board.spacing_m, 0.05, 1e-12);
}

TEST(Board, ThatStandsUprightInItsOwnFrameIsRefused) {
  EXPECT_THROW(static_cast<void>(board_of(Target::from_points({{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}}))), Error);
  EXPECT_THROW(static_cast<void>(board_of(Target::from_points({{0, 0, 0}, {1, 0, 0}}))), Error);
}

TEST(Board, ShowsTheSideThatWasSeen) {
  Board board = board_of(guided_board());
  const Matrix3 upright = board.upright;
  const Pose front{Matrix3::Identity(), {0, 0, 1}};
  face_as_seen({front}, &board);
  EXPECT_TRUE(board.upright.isApprox(upright));
  Pose back = front;
  back.rotation = Vector3(1, -1, -1).asDiagonal();
  face_as_seen({back, back, front}, &board);
  EXPECT_TRUE(board.upright.isApprox(back.rotation));
}

TEST(View, ShowsTheFrontOfTheBoardUprightInThePicture) {
  const Camera camera = guided_camera();
  for (const Target& target : {guided_board(), Target::tag_grid(6, 6, 0.05, 0.3)}) {
    const Board board = board_of(target);
    const auto pose = pose_of({{968, 608}, 1.2, {0, 0}, 0}, camera, board);
    ASSERT_TRUE(pose);
    const auto view = view_at(*pose, camera, board, {});
    ASSERT_TRUE(view);
    EXPECT_EQ(view->corners.size(), target.points.size());
    // x of the target goes right.
    EXPECT_GT(view->corners[1].pixel.x(), view->corners[0].pixel.x() + 1);
    // The back is never seen.
    Pose turned = *pose;
    turned.rotation = turned.rotation * Vector3(1, -1, -1).asDiagonal();
    turned.translation = *pose * board.centre - turned.rotation * board.centre;
    EXPECT_FALSE(view_at(turned, camera, board, {}));
  }
}

TEST(View, KeepsTheLimits) {
  const Camera camera = guided_camera();
  const Board board = board_of(guided_board());
  const auto at = [&](const Placement& placement, const ViewLimits& limits = {}) {
    return view_at(*pose_of(placement, camera, board), camera, board, limits).has_value();
  };
  const Vector2 middle(968, 608);
  EXPECT_TRUE(at({middle, 1.2, {0.5, 0}, 0}));
  EXPECT_FALSE(at({middle, 1.2, {1.2, 0}, 0})) << "too oblique";
  EXPECT_FALSE(at({middle, 0.4, {0, 0}, 0})) << "larger than the image";
  EXPECT_FALSE(at({{100, 100}, 1.2, {0, 0}, 0})) << "partly outside";
  EXPECT_FALSE(at({middle, 9, {0, 0}, 0})) << "squares of 8 px";
  EXPECT_TRUE(at({middle, 9, {0, 0}, 0}, {.min_square_px = 5}));
  EXPECT_FALSE(at({middle, 1.2, {0, 0}, 0}, {.max_distance_m = 1}));
  EXPECT_FALSE(at({middle, 1.2, {0, 0}, 0}, {.min_distance_m = 1.5}));
}

TEST(View, OfACodedTargetMayBePartial) {
  const Camera camera = guided_camera();
  const Board board = board_of(Target::charuco(11, 9, 0.05, 0.04, "DICT_5X5_100"));
  const auto pose = pose_of({{300, 608}, 1.0, {0, 0}, 0}, camera, board);
  const auto view = view_at(*pose, camera, board, {.least_visible = 0.5});
  ASSERT_TRUE(view);
  EXPECT_LT(view->corners.size(), board.points.size());
  EXPECT_GE(view->corners.size(), board.points.size() / 2);
  EXPECT_FALSE(view_at(*pose, camera, board, {.least_visible = 0.95}));
}

TEST(Outline, IsAClosedLineRoundTheCorners) {
  const Camera camera = guided_camera();
  const Board board = board_of(guided_board());
  const auto pose = pose_of({{968, 608}, 1.2, {0.3, 0.2}, 0.4}, camera, board);
  const std::vector<Vector2> line = outline_of(*pose, camera, board, 5);
  ASSERT_EQ(line.size(), 21U);
  EXPECT_EQ(line.front(), line.back());
  EXPECT_NEAR((line[5] - *camera.project(*pose * Vector3(board.high.x(), board.low.y(), 0))).norm(), 0, 1e-9);
}

TEST(Words, NameTheSideThatIsFarther) {
  const Camera camera = guided_camera();
  const Board board = board_of(guided_board());
  const std::vector<std::pair<Vector2, std::string>> tilts = {{{0, -0.7}, "its right side away"},
                                                              {{0, 0.7}, "its left side away"},
                                                              {{0.7, 0}, "its lower side away"},
                                                              {{-0.7, 0}, "its upper side away"},
                                                              {{0.5, 0.5}, "its lower left corner away"}};
  for (const auto& [tilt, words] : tilts) {
    const Placement placement{{968, 608}, 1.2, tilt, 0};
    EXPECT_NE(view_in_words(placement, camera, board).find(words), std::string::npos)
        << view_in_words(placement, camera, board);
  }
  // By geometry: with its left side away, corner 0 is farther than the last one of the first row.
  const auto pose = pose_of({{968, 608}, 1.2, {0, 0.7}, 0}, camera, board);
  EXPECT_GT((*pose * board.points[0]).norm(), (*pose * board.points[9]).norm() + 0.1);
}

TEST(Words, AreThoseOfAPerson) {
  const Camera camera = guided_camera();
  const Board board = board_of(guided_board());
  EXPECT_EQ(
      view_in_words({{1500, 300}, 1.234, {0, 0.7}, 0}, camera, board).substr(0, 116),
      "tilt the board 40 degrees to the left (its left side away from the camera), in the upper right corner of the "
      "image, ");
  EXPECT_EQ(view_in_words({{968, 608}, 1.2, {0, 0}, 0}, camera, board),
            "hold the board square to the camera, in the middle of the image, 1.2 m away, 35% of the image's width");
  EXPECT_EQ(view_in_words({{968, 608}, 1.2, {0, 0}, 1.5708}, camera, board, {.distance_known = false}),
            "hold the board square to the camera, its long side upright, in the middle of the image, 30% of the "
            "image's width");
}

}  // namespace
}  // namespace fiducia

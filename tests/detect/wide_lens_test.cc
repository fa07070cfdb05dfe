// Boards that fill the image of a fisheye lens, on fewer images than the table of docs/detect.md.

#include <gtest/gtest.h>

#include "benchmarks/detectors/wide_lens.h"
#include "fiducia/detect/charuco_layout.h"
#include "fiducia/detect/smooth_prediction.h"

namespace fiducia::bench {
namespace {

void expect_filled(const WideLensCase& conditions) {
  const DetectorAccuracy found = wide_lens_accuracy(conditions);
  EXPECT_EQ(found.found_pictures, found.pictures);
  EXPECT_GE(found.found_corners, 0.95 * found.corners);
  EXPECT_GT(found.corners, 100 * found.pictures);
  EXPECT_LT(found.rms_px, 0.1);
  EXPECT_LT(found.worst_px, 0.5);
}

TEST(WideLens, CharucoOfManySquares) {
  // The ends of the rows are out of view, so that either layout explains the markers.
  const Target target = Target::charuco(31, 16, 0.03, 0.0225, "DICT_5X5_250");
  expect_filled({.target = target, .field_deg = 185, .pictures = 2});
}

TEST(WideLens, FalseMarkersDoNotGetThrough) {
  const Target target = Target::charuco(31, 16, 0.03, 0.0225, "DICT_5X5_250");
  expect_filled({.target = target, .field_deg = 130, .false_markers = 8, .pictures = 1, .seed = 3});
}

TEST(WideLens, TagGrid) {
  expect_filled({.target = Target::tag_grid(12, 8, 0.03, 0.3), .field_deg = 185, .pictures = 2});
}

TEST(WideLens, Chessboard) {
  const Target target = Target::chessboard(15, 10, 0.03);
  expect_filled({.target = target, .field_deg = 185, .whole_board = true, .pictures = 2});
}

}  // namespace
}  // namespace fiducia::bench

namespace fiducia {
namespace {

TEST(SmoothPrediction, FollowsACubicAndNamesTheStrayPoint) {
  const auto pixel_of = [](const Vector2& at) {
    return Vector2(40 * at.x() - 0.3 * at.x() * at.x() * at.y(), 35 * at.y() + 0.2 * at.x() * at.y());
  };
  std::vector<PlacedPixel> points;
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 7; ++column) points.push_back({Vector2(column, row), pixel_of(Vector2(column, row))});
  }
  const Vector2 outside(7, 2.5);
  const std::optional<Vector2> predicted = predict_smoothly(points, outside, 4);
  ASSERT_TRUE(predicted);
  EXPECT_LT((*predicted - pixel_of(outside)).norm(), 1e-6);
  EXPECT_TRUE(stray_points(points, 3).empty());
  points[17].pixel += Vector2(3, 0);
  EXPECT_EQ(stray_points(points, 3), std::vector<std::size_t>{17});
  EXPECT_FALSE(predict_smoothly({points.begin(), points.begin() + 7}, outside, 10));  // on a line
}

TEST(CharucoLayout, LegacyIsOneColumnLess) {
  const Target target = Target::charuco(5, 4, 0.03, 0.02, "DICT_4X4_50");
  const std::vector<Corner> corners = {{0, {1, 2}}, {1, {3, 4}}, {7, {5, 6}}};
  const std::vector<Corner> shifted = as_legacy(corners, target);
  ASSERT_EQ(shifted.size(), 2U);  // the first column has no place in it
  EXPECT_EQ(shifted[0].id, 0);
  EXPECT_EQ(shifted[0].pixel, Vector2(3, 4));
  EXPECT_EQ(shifted[1].id, 6);
}

}  // namespace
}  // namespace fiducia

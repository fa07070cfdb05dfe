// What docs/detect.md promises, on fewer images than its tables.

#include <gtest/gtest.h>

#include "benchmarks/detectors/accuracy.h"

namespace fiducia::bench {
namespace {

void expect_exact(const DetectorCase& conditions, double rms_px, double worst_px) {
  const DetectorAccuracy found = detector_accuracy(conditions);
  EXPECT_EQ(found.found_pictures, found.pictures);
  EXPECT_GE(found.found_corners, 0.98 * found.corners);
  EXPECT_LT(found.rms_px, rms_px);
  EXPECT_LT(std::abs(found.mean_x_px), 0.005);
  EXPECT_LT(std::abs(found.mean_y_px), 0.005);
  EXPECT_LT(found.worst_px, worst_px);
}

TEST(Accuracy, Chessboard) {
  const Target target = Target::chessboard(9, 6, 0.03);
  expect_exact({.target = target, .square_px = 30, .pictures = 5}, 0.012, 0.08);
  expect_exact({.target = target, .square_px = 12, .pictures = 5}, 0.03, 0.2);
  expect_exact({.target = target, .square_px = 30, .psf_px = 1.5, .noise = 0.03, .most_tilt_deg = 45, .pictures = 5},
               0.06, 0.5);
}

TEST(Accuracy, Charuco) {
  const Target target = Target::charuco(7, 5, 0.03, 0.0225, "DICT_5X5_100");
  expect_exact({.target = target, .square_px = 45, .most_tilt_deg = 50, .pictures = 5}, 0.02, 0.2);
}

TEST(Accuracy, TagGrid) {
  const Target target = Target::tag_grid(4, 3, 0.03, 0.3);
  expect_exact({.target = target, .square_px = 50, .most_tilt_deg = 50, .pictures = 5}, 0.012, 0.1);
}

}  // namespace
}  // namespace fiducia::bench

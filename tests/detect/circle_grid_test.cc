#include "fiducia/detect/circle_grid.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "fiducia/detect/detect_corners.h"
#include "fiducia/detect/dot_centre.h"
#include "fiducia/detect/dot_lattice.h"
#include "tests/detect/draw_board.h"

namespace fiducia {
namespace {

using testing::draw;
using testing::Look;
using testing::pixel_from_board;
using testing::Print;
using testing::project;

Print dots_print(const Target& target, bool bright = false) {
  return [target, bright](double x, double y) {
    const bool staggered = target.kind == TargetKind::kStaggered;
    const double s = target.spacing_m;
    bool is_dot = false;
    const int top = static_cast<int>(std::floor(y / s));
    for (int row = std::max(top, 0); row <= std::min(top + 1, target.rows - 1); ++row) {
      const double shift = staggered && row % 2 == 1 ? s : 0;
      const double pitch = staggered ? 2 * s : s;
      const double column = std::round((x - shift) / pitch);
      if (column < 0 || column >= target.columns) continue;
      is_dot |= 2 * std::hypot(x - shift - column * pitch, y - row * s) < target.diameter_m;
    }
    return is_dot == bright ? 1.0 : 0.0;
  };
}

FoundCorners found_in(const cv::Mat& image, const Target& target) {
  return detect_corners({.pixels = image.data, .width = image.cols, .height = image.rows, .bytes_per_row = image.step},
                        target);
}

/// RMS per coordinate; `turned`: the board lies upside down, and looks the same.
double error_px(const FoundCorners& found, const Target& target, const Eigen::Matrix3d& map, bool turned = false) {
  double sum = 0;
  for (const Corner& corner : found.corners) {
    const auto id = static_cast<std::size_t>(corner.id);
    const Vector3& point = target.points[turned ? target.points.size() - 1 - id : id];
    sum += (corner.pixel - project(map, point)).squaredNorm();
  }
  return std::sqrt(sum / (2 * static_cast<double>(found.corners.size())));
}

TEST(CircleGrid, CentresAreFoundWhereTheyAre) {
  for (const Target& target : {Target::circles(8, 5, 0.03, 0.015), Target::staggered_circles(4, 9, 0.02, 0.014)}) {
    for (const double tilt : {0.0, 45.0}) {
      for (const double roll : {20.0, -75.0}) {
        const Look look{.focal_px = 800, .distance_m = 0.45, .tilt_deg = tilt, .tilt_axis_deg = 30, .roll_deg = roll};
        const Eigen::Matrix3d map = pixel_from_board(target, look);
        const FoundCorners found = found_in(draw(dots_print(target), map, look), target);
        ASSERT_EQ(found.corners.size(), target.points.size())
            << target_spec(target) << ' ' << tilt << ' ' << roll << ": " << found.reason;
        EXPECT_LT(error_px(found, target, map), 0.03) << target_spec(target) << ' ' << tilt << ' ' << roll;
      }
    }
  }
}

TEST(CircleGrid, BrightDotsOnABlackBoardAreDotsToo) {
  const Target target = Target::staggered_circles(3, 8, 0.025, 0.015);
  const Look look{.focal_px = 800, .distance_m = 0.5, .tilt_deg = 30, .roll_deg = 10, .noise = 0.02};
  const Eigen::Matrix3d map = pixel_from_board(target, look);
  const FoundCorners found = found_in(draw(dots_print(target, true), map, look), target);
  ASSERT_EQ(found.corners.size(), target.points.size()) << found.reason;
  EXPECT_LT(error_px(found, target, map), 0.05);
}

TEST(CircleGrid, UpsideDownTheRowsRunToTheRight) {
  const Target target = Target::circles(8, 5, 0.03, 0.015);
  const Look look{.focal_px = 800, .distance_m = 0.5, .tilt_deg = 25, .roll_deg = 170};
  const Eigen::Matrix3d map = pixel_from_board(target, look);
  const FoundCorners found = found_in(draw(dots_print(target), map, look), target);
  ASSERT_EQ(found.corners.size(), target.points.size()) << found.reason;
  EXPECT_LT(error_px(found, target, map, true), 0.03);
}

TEST(CircleGrid, TheDiameterNeedNotBeKnown) {
  const Target printed = Target::circles(8, 5, 0.03, 0.02);
  const Target said = Target::circles(8, 5, 0.03, 0.009);
  const Look look{.focal_px = 800, .distance_m = 0.45, .tilt_deg = 45, .tilt_axis_deg = 60};
  const Eigen::Matrix3d map = pixel_from_board(printed, look);
  const FoundCorners found = found_in(draw(dots_print(printed), map, look), said);
  ASSERT_EQ(found.corners.size(), printed.points.size()) << found.reason;
  EXPECT_LT(error_px(found, printed, map), 0.03);
}

TEST(CircleGrid, OfALargerGridNoPartIsTaken) {
  const Target target = Target::circles(9, 7, 0.03, 0.015);
  const Look look{.focal_px = 800, .distance_m = 0.6};
  const cv::Mat image = draw(dots_print(target), pixel_from_board(target, look), look);
  for (const Target& smaller : {Target::circles(8, 7, 0.03, 0.015), Target::circles(9, 6, 0.03, 0.015)}) {
    EXPECT_TRUE(found_in(image, smaller).corners.empty());
  }
  // Where glare hides some dots from the search, the others are no smaller grid.
  cv::Mat glare = image.clone();
  cv::circle(glare, cv::Point(120, 90), 26, 220, cv::FILLED);
  const FoundCorners part = found_in(glare, Target::circles(9, 6, 0.03, 0.015));
  EXPECT_TRUE(part.corners.empty()) << part.corners.size();
}

/// The middle of many points of the disc, each weighted by the area that the homography makes of it.
TEST(DotCentre, EccentricityIsThatOfTheDiscsImage) {
  const Look look{.focal_px = 800, .distance_m = 0.4, .tilt_deg = 45, .tilt_axis_deg = 20};
  const Target target = Target::circles(8, 5, 0.03, 0.024);
  const Eigen::Matrix3d map = pixel_from_board(target, look);
  const Vector2 centre(0.2, 0.11);
  Vector2 sum = Vector2::Zero();
  double weight = 0;
  constexpr int kSteps = 400;
  for (int i = 0; i < kSteps; ++i) {
    for (int j = 0; j < kSteps; ++j) {
      const Vector2 at((i + 0.5) / kSteps * 2 - 1, (j + 0.5) / kSteps * 2 - 1);
      if (at.norm() > 1) continue;
      const Vector2 point = centre + 0.5 * target.diameter_m * at;
      const double depth = map.row(2).dot(Vector3(point.x(), point.y(), 1));
      const double area = 1 / (depth * depth * depth);
      sum += area * project(map, {point.x(), point.y(), 0});
      weight += area;
    }
  }
  const Vector2 off = sum / weight - project(map, {centre.x(), centre.y(), 0});
  EXPECT_GT(off.norm(), 0.2) << "a dot of 24 mm, tilted by 45 degrees";
  EXPECT_LT((eccentricity(map, centre, target.diameter_m) - off).norm(), 2e-3 * off.norm());
}

TEST(DotLattice, IsFoundAmongClutterAndThroughAStrongLens) {
  const Target target = Target::staggered_circles(5, 10, 0.02, 0.01);
  std::vector<Vector2> blobs;
  for (const Vector3& point : target.points) {
    const Vector2 at = (point.head<2>() - Vector2(0.09, 0.09)) / 0.09;
    blobs.emplace_back(300 + 260 * at.x() / (1 + 0.12 * at.squaredNorm()),
                       200 + 180 * at.y() / (1 + 0.12 * at.squaredNorm()));
  }
  std::mt19937 random(1);
  std::uniform_real_distribution<double> anywhere(0, 600);
  for (int i = 0; i < 15; ++i) {
    const Vector2 at{anywhere(random), 420 + 0.3 * anywhere(random)};
    blobs.push_back(at);
  }
  const auto found = dots_among(blobs, target);
  ASSERT_TRUE(found);
  for (std::size_t id = 0; id < found->size(); ++id) {
    // Ten rows: it looks the same upside down.
    EXPECT_TRUE((*found)[id] == id || (*found)[id] == target.points.size() - 1 - id);
  }
  EXPECT_FALSE(dots_among({blobs.begin(), blobs.begin() + 49}, target)) << "one is missing";
}

}  // namespace
}  // namespace fiducia

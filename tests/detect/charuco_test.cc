#include "fiducia/core/error.h"
#include "fiducia/detect/aruco_dictionary.h"
#include "fiducia/detect/target_markers.h"
#include "tests/detect/find.h"

namespace fiducia {
namespace {

using namespace testing;
using ::testing::HasSubstr;

class Dictionary : public ::testing::TestWithParam<std::string> {};

TEST_P(Dictionary, ItsBoardIsFoundWhole) {
  const Target target = Target::charuco(5, 4, 0.04, 0.03, GetParam());
  const Look look{.width = 480, .height = 400, .distance_m = 0.4, .tilt_deg = 20, .tilt_axis_deg = 50, .roll_deg = 130};
  const Eigen::Matrix3d map = pixel_from_board(target, look);
  const cv::Mat image = draw(charuco_print(target, target_markers(target), false), map, look);
  const FoundCorners found = find(image, target);
  EXPECT_EQ(found.corners.size(), 12U) << found.reason;
  EXPECT_LT(worst_error(found, target, map), 0.05);
}

INSTANTIATE_TEST_SUITE_P(All, Dictionary, ::testing::ValuesIn(aruco_dictionary_names()),
                         [](const auto& test) { return test.param; });

TEST(Charuco, BothLayoutsAreToldApart) {
  for (const bool legacy : {false, true}) {
    for (const auto& [columns, rows] : {std::pair{5, 6}, {6, 6}, {6, 5}}) {
      const Target target = Target::charuco(columns, rows, 0.03, 0.022, "DICT_4X4_50");
      const Look look{.distance_m = 0.4, .tilt_deg = 25};
      const Eigen::Matrix3d map = pixel_from_board(target, look);
      const cv::Mat image = draw(charuco_print(target, target_markers(target), legacy), map, look);
      const FoundCorners found = find(image, target);
      EXPECT_EQ(static_cast<int>(found.corners.size()), (columns - 1) * (rows - 1)) << columns << 'x' << rows;
      EXPECT_LT(worst_error(found, target, map), 0.05) << columns << 'x' << rows << " legacy " << legacy;
    }
  }
}

TEST(Charuco, OfABoardHalfOutOfViewTheCornersInViewAreFound) {
  const Target target = Target::charuco(8, 6, 0.03, 0.022, "DICT_5X5_100");
  const Look look{.distance_m = 0.4, .tilt_deg = 20, .offset_x_px = 260, .offset_y_px = -120};
  const Eigen::Matrix3d map = pixel_from_board(target, look);
  const FoundCorners found = find(draw(charuco_print(target, target_markers(target), false), map, look), target);
  int in_view = 0;  // with all the square to the lower left of them
  for (const Vector3& point : target.points) {
    const Vector2 pixel = project(map, point);
    in_view += pixel.x() > 60 && pixel.x() < 580 && pixel.y() > 60 && pixel.y() < 420 ? 1 : 0;
  }
  ASSERT_GT(in_view, 8);
  EXPECT_LT(found.corners.size(), target.points.size());
  EXPECT_GE(static_cast<int>(found.corners.size()), in_view);
  EXPECT_LT(worst_error(found, target, map), 0.05);
}

TEST(Charuco, MarkersOfOneRowDoNotTellTheLayout) {
  const Target target = Target::charuco(6, 6, 0.03, 0.022, "DICT_4X4_50");
  const Look look{.distance_m = 0.4};
  const Eigen::Matrix3d map = pixel_from_board(target, look);
  cv::Mat image = draw(charuco_print(target, target_markers(target), false), map, look);
  image.rowRange(static_cast<int>(project(map, {0, 0, 0}).y()) + 4, image.rows) = 200;
  const FoundCorners found = find(image, target);
  EXPECT_TRUE(found.corners.empty());
  EXPECT_THAT(found.reason, HasSubstr("too few"));
}

TEST(Charuco, AnEmptyPictureHasAReason) {
  const Target target = Target::charuco(6, 6, 0.03, 0.022, "DICT_4X4_50");
  EXPECT_THAT(find(cv::Mat(200, 300, CV_8U, cv::Scalar(128)), target).reason, HasSubstr("DICT_4X4_50"));
}

TEST(Charuco, DictionariesThatDoNotExistOrDoNotSufficeAreNamed) {
  try {
    static_cast<void>(target_markers(Target::charuco(6, 6, 0.03, 0.022, "DICT_9X9_7")));
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("DICT_9X9_7"));
    EXPECT_THAT(error.what(), HasSubstr("DICT_APRILTAG_36h11"));
  }
  try {
    static_cast<void>(target_markers(Target::charuco(12, 12, 0.03, 0.022, "DICT_4X4_50")));
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("72 markers"));
  }
}

}  // namespace
}  // namespace fiducia

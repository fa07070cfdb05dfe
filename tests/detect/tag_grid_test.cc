#include "fiducia/core/error.h"
#include "fiducia/detect/tag_family.h"
#include "fiducia/detect/target_markers.h"
#include "tests/detect/find.h"

namespace fiducia {
namespace {

using namespace testing;
using ::testing::HasSubstr;

TEST(TagGrid, KalibrsGridIsFoundWhole) {
  const Target target = Target::tag_grid(4, 3, 0.04, 0.3);
  for (const double tilt : {0.0, 45.0}) {
    const Look look{.distance_m = 0.4, .tilt_deg = tilt, .tilt_axis_deg = 30, .roll_deg = 20, .noise = 0.01};
    const Eigen::Matrix3d map = pixel_from_board(target, look);
    const FoundCorners found = find(draw(tag_grid_print(target, target_markers(target)), map, look), target);
    EXPECT_EQ(found.corners.size(), 48U) << tilt << ' ' << found.reason;
    EXPECT_LT(worst_error(found, target, map), 0.06) << tilt;
  }
}

TEST(TagGrid, TagsWithABorderOfOneAndWithoutSquaresBetweenThemAreFoundToo) {
  const Target target = Target::tag_grid(4, 3, 0.04, 0.3);
  const TagFamily family(1);
  std::vector<Marker> markers;
  for (int id = 0; id < 12; ++id) markers.push_back(family.marker(id));
  const Look look{.distance_m = 0.4, .tilt_deg = 20, .roll_deg = 200};
  const Eigen::Matrix3d map = pixel_from_board(target, look);
  const FoundCorners found = find(draw(tag_grid_print(target, markers, false), map, look), target);
  EXPECT_EQ(found.corners.size(), 48U) << found.reason;
  EXPECT_LT(worst_error(found, target, map), 0.15) << "two half edges carry less than four";
}

TEST(TagGrid, OfAGridHalfOutOfViewTheTagsInViewAreFound) {
  const Target target = Target::tag_grid(6, 6, 0.03, 0.3);
  const Look look{.distance_m = 0.3, .tilt_deg = 15, .offset_x_px = -200, .offset_y_px = 150};
  const Eigen::Matrix3d map = pixel_from_board(target, look);
  const FoundCorners found = find(draw(tag_grid_print(target, target_markers(target)), map, look), target);
  EXPECT_GT(found.corners.size(), 40U);
  EXPECT_LT(found.corners.size(), target.points.size());
  EXPECT_LT(worst_error(found, target, map), 0.06);
}

TEST(TagGrid, ATagThatIsCoveredIsLeftOutAndOneInTheWrongPlaceRefused) {
  const Target target = Target::tag_grid(4, 3, 0.04, 0.3);
  std::vector<Marker> markers = target_markers(target);
  std::swap(markers[0], markers[6]);  // two tags that are glued on in each other's place
  const Look look{.distance_m = 0.4};
  const Eigen::Matrix3d map = pixel_from_board(target, look);
  const FoundCorners found = find(draw(tag_grid_print(target, markers), map, look), target);
  EXPECT_EQ(found.corners.size(), 40U);
  for (const Corner& corner : found.corners) EXPECT_TRUE(corner.id / 4 != 0 && corner.id / 4 != 6) << corner.id;
  EXPECT_LT(worst_error(found, target, map), 0.06);
}

TEST(TagGrid, NothingFoundHasAReason) {
  const Target target = Target::tag_grid(4, 3, 0.04, 0.3);
  EXPECT_THAT(find(cv::Mat(200, 300, CV_8U, cv::Scalar(128)), target).reason, HasSubstr("36h11"));
}

TEST(TagGrid, MoreTagsThanTheFamilyHasAreRefused) {
  EXPECT_THROW(static_cast<void>(target_markers(Target::tag_grid(30, 30, 0.04, 0.3))), Error);
}

}  // namespace
}  // namespace fiducia

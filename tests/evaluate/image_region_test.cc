#include "fiducia/evaluate/image_region.h"

#include <gtest/gtest.h>

#include <limits>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

TEST(ImageRegion, ADiscHoldsItsRimAndNothingBeyond) {
  const RegionWeight disc = disc_region({100, 50}, 5);
  EXPECT_EQ(disc({100, 50}), 1);
  EXPECT_EQ(disc({103, 54}), 1);
  EXPECT_EQ(disc({103.01, 54}), 0);
  EXPECT_EQ(disc({100, 44.9}), 0);
}

TEST(ImageRegion, ARectangleIsGivenByAnyTwoOppositeCorners) {
  for (const RegionWeight& rectangle : {rectangle_region({10, 20}, {30, 40}), rectangle_region({30, 40}, {10, 20}),
                                        rectangle_region({10, 40}, {30, 20})}) {
    EXPECT_EQ(rectangle({10, 20}), 1);
    EXPECT_EQ(rectangle({30, 40}), 1);
    EXPECT_EQ(rectangle({20, 30}), 1);
    EXPECT_EQ(rectangle({9.9, 30}), 0);
    EXPECT_EQ(rectangle({20, 40.1}), 0);
  }
}

TEST(ImageRegion, AMaskWeighsTheNearestPixel) {
  const RegionWeight mask = mask_region({{3, 2}, {0, 1, 2, 3, 4, 0.5F}});
  EXPECT_EQ(mask({0, 0}), 0);
  EXPECT_EQ(mask({1, 0}), 1);
  EXPECT_EQ(mask({0, 1}), 3) << "row by row";
  EXPECT_EQ(mask({1.4, 0.6}), 4);
  EXPECT_EQ(mask({2.4, 1.4}), 0.5) << "the last pixel reaches half a pixel beyond its centre";
  EXPECT_EQ(mask({-0.5, -0.5}), 0);
}

TEST(ImageRegion, EitherOfTwoWeighsAsTheLarger) {
  const RegionWeight either = either_region(disc_region({0, 0}, 1), mask_region({{2, 1}, {0.5F, 2.0F}}));
  EXPECT_EQ(either({0, 0}), 1);
  EXPECT_EQ(either({1, 0}), 2);
  EXPECT_EQ(either({0, 5}), 0.5);
}

/// An empty region weighs everything alike elsewhere, but says nothing beside another.
TEST(ImageRegion, EitherOfOneAndNoneIsTheOne) {
  const RegionWeight disc = disc_region({0, 0}, 1);
  for (const RegionWeight& either : {either_region(disc, {}), either_region({}, disc)}) {
    ASSERT_TRUE(either);
    EXPECT_EQ(either({0, 0}), 1);
    EXPECT_EQ(either({3, 0}), 0);
  }
  EXPECT_FALSE(either_region({}, {}));
}

TEST(ImageRegion, RefusesRegionsThatAreNone) {
  EXPECT_THROW(disc_region({0, 0}, 0), Error);
  EXPECT_THROW(disc_region({0, 0}, -3), Error);
  EXPECT_THROW(disc_region({0, 0}, std::numeric_limits<double>::quiet_NaN()), Error);
  EXPECT_THROW(mask_region({{3, 2}, {1, 1, 1}}), Error);
  EXPECT_THROW(mask_region({{0, 0}, {}}), Error) << "no pixel to weigh by";
}

}  // namespace
}  // namespace fiducia

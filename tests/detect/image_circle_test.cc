#include <gtest/gtest.h>

#include <cmath>
#include <opencv2/imgproc.hpp>

#include "fiducia/core/random.h"
#include "fiducia/detect/find_image_circle.h"
#include "fiducia/detect/light_of.h"

namespace fiducia {
namespace {

constexpr ImageSize kSize{1280, 800};

/// Images of random scenes, seen through a lens that leaves the outside of a circle dark.
std::vector<LightGrid> images_through(const ImageCircle& lens, int count, int darkest = 60) {
  std::vector<LightGrid> images;
  RandomStream random(3);
  for (int i = 0; i < count; ++i) {
    cv::Mat image(kSize.height, kSize.width, CV_8U);
    for (int row = 0; row < image.rows; ++row) {
      for (int column = 0; column < image.cols; ++column) {
        const bool lit = lens.contains({column, row});
        image.at<std::uint8_t>(row, column) =
            static_cast<std::uint8_t>((lit ? darkest : 0) + static_cast<int>(random.index(lit ? 120 : 6)));
      }
    }
    images.push_back(light_of(image));
  }
  return images;
}

void expect_circle(const ImageCircle& lens) {
  const std::optional<ImageCircle> found = find_image_circle(images_through(lens, 4), kSize, {});
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->centre.x(), lens.centre.x(), 4);
  EXPECT_NEAR(found->centre.y(), lens.centre.y(), 4);
  EXPECT_NEAR(found->radius_px, lens.radius_px, 5);
}

TEST(FindImageCircle, OfACircleWithinTheImage) { expect_circle({{650, 395}, 360}); }

TEST(FindImageCircle, OfACircleThatTheSensorCuts) {
  expect_circle({{630, 410}, 520});
  expect_circle({{640, 400}, 700});
}

TEST(FindImageCircle, ThereIsNoneInAnImageThatIsLit) {
  EXPECT_FALSE(find_image_circle(images_through({{640, 400}, 2000}, 4), kSize, {}));
}

TEST(FindImageCircle, DarkCornersThatLieOutsideNoCircleAreNone) {
  std::vector<LightGrid> images = images_through({{640, 400}, 2000}, 4);
  for (LightGrid& image : images) {  // a dark band on the left, as of a wall
    for (int row = 0; row < LightGrid::kRows; ++row) {
      for (int column = 0; column < 20 + row % 9; ++column) {
        image.cells[static_cast<std::size_t>(row * LightGrid::kColumns + column)] = 2;
      }
    }
  }
  EXPECT_FALSE(find_image_circle(images, kSize, {}));
}

TEST(FindImageCircle, WhatIsDarkInSomeImagesOnlyIsTheScene) {
  std::vector<LightGrid> images = images_through({{640, 400}, 420}, 4);
  const std::vector<LightGrid> lit = images_through({{640, 400}, 2000}, 1);
  images.push_back(lit.front());
  EXPECT_FALSE(find_image_circle(images, kSize, {}));
}

TEST(FindImageCircle, TwoImagesSayNothing) {
  EXPECT_FALSE(find_image_circle(images_through({{640, 400}, 420}, 2), kSize, {}));
}

TEST(FindImageCircle, HoldsEveryCorner) {
  const Frame frame{"far", {{0, {640, 400 - 378}, 1}}};
  const std::optional<ImageCircle> found = find_image_circle(images_through({{640, 400}, 370}, 3), kSize, {frame});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->contains({640, 400 - 377.9}));
}

}  // namespace
}  // namespace fiducia

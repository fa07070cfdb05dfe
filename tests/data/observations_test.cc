#include "fiducia/data/observations.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Observations sound() {
  Observations observations;
  observations.image_size = {640, 480};
  observations.target = Target::chessboard(3, 2, 0.1);
  observations.frames = {{"left.png", {{0, {10, 20}}, {5, {600, 400}}, {2, {300, 50}}}},
                         {"right.png", {{1, {30, 40}}}}};
  return observations;
}

/// What validate() says once `spoil` has been at sound observations.
std::string fault(const std::function<void(Observations&)>& spoil) {
  Observations observations = sound();
  spoil(observations);
  try {
    validate(observations);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kBadData);
    return error.what();
  }
  return "no error";
}

TEST(Validate, AcceptsPartialViewsInAnyOrder) {
  EXPECT_NO_THROW(validate(sound()));
  Observations observations = sound();
  observations.frames.push_back({"empty.png", {}});  // the solver leaves it out and says so
  EXPECT_NO_THROW(validate(observations));
}

TEST(Validate, RefusesAnImageWithoutPixels) {
  EXPECT_EQ(fault([](Observations& o) {
              o.image_size = {0, 480};
            }),
            "the image size 0x480 is not usable; give width and height in pixels");
  EXPECT_EQ(fault([](Observations& o) {
              o.image_size = {640, -1};
            }),
            "the image size 640x-1 is not usable; give width and height in pixels");
}

TEST(Validate, RefusesNothingToCalibrateFrom) {
  EXPECT_EQ(fault([](Observations& o) { o.target.points.clear(); }), "the target has no points");
  EXPECT_EQ(fault([](Observations& o) { o.frames.clear(); }),
            "there are no frames; at least a few images of the target are needed");
}

TEST(Validate, RefusesAFrameNameThatOccursTwice) {
  EXPECT_EQ(fault([](Observations& o) { o.frames[1].name = "left.png"; }),
            "frame name 'left.png' occurs twice; every image needs a name of its own");
}

TEST(Validate, RefusesCornersThatTheTargetDoesNotHave) {
  EXPECT_EQ(
      fault([](Observations& o) { o.frames[0].corners[1].id = 6; }),
      "frame 'left.png', corner 6: the target has corners 0 to 5; is it the right target, with columns before rows?");
  EXPECT_EQ(fault([](Observations& o) { o.frames[1].corners[0].id = -1; }),
            "frame 'right.png', corner -1: the target has corners 0 to 5; is it the right target, with columns before "
            "rows?");
  EXPECT_EQ(fault([](Observations& o) { o.target.points[5].y() = kNan; }),
            "frame 'left.png', corner 5: its position on the target is not a finite number");
}

TEST(Validate, LetsAPointOfTheTargetBeUnknownThatNoFrameShows) {
  EXPECT_EQ(fault([](Observations& o) { o.target.points[4] = Vector3::Constant(kNan); }), "no error");
}

TEST(Validate, RefusesACornerThatOccursTwice) {
  EXPECT_EQ(fault([](Observations& o) { o.frames[0].corners[2].id = 0; }),
            "frame 'left.png', corner 0: it occurs twice in this frame");
}

TEST(Validate, RefusesPixelsThatAreNotNumbers) {
  for (const double bad : {kNan, std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(fault([&](Observations& o) { o.frames[0].corners[1].pixel.x() = bad; }),
              "frame 'left.png', corner 5: its pixel is not a finite number; leave unseen corners out");
  }
}

TEST(Validate, RefusesWeightsThatAreNotPositiveNumbers) {
  for (const double bad : {kNan, std::numeric_limits<double>::infinity(), 0.0, -1.0}) {
    EXPECT_EQ(
        fault([&](Observations& o) { o.frames[0].corners[1].weight = bad; }),
        "frame 'left.png', corner 5: its weight is not a positive number; leave out corners that shall not count");
  }
  EXPECT_EQ(fault([](Observations& o) { o.frames[0].corners[1].weight = 1e-9; }), "no error");
}

TEST(Validate, RefusesPixelsOutsideTheImage) {
  EXPECT_EQ(fault([](Observations& o) {
              o.frames[0].corners[1].pixel = {700, 100.5};
            }),
            "frame 'left.png', corner 5: (700.00, 100.50) lies outside the image of 640x480 pixels; is the image size "
            "right?");
  // The image ends at -0.5 and 639.5; a detector may refine a corner a little beyond.
  const auto at = [](double u, double v) {
    return fault([&](Observations& o) { o.frames[0].corners[0].pixel = {u, v}; });
  };
  for (const double inside : {-2.4, 641.4}) EXPECT_EQ(at(inside, 100), "no error") << inside;
  for (const double inside : {-2.4, 481.4}) EXPECT_EQ(at(100, inside), "no error") << inside;
  for (const double outside : {-2.6, 641.6}) EXPECT_NE(at(outside, 100), "no error") << outside;
  for (const double outside : {-2.6, 481.6}) EXPECT_NE(at(100, outside), "no error") << outside;
}

}  // namespace
}  // namespace fiducia

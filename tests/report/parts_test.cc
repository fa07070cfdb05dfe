#include <gtest/gtest.h>

#include "fiducia/camera/registry.h"
#include "fiducia/report/base64.h"
#include "fiducia/report/domain_edge.h"
#include "fiducia/report/rounded.h"

namespace fiducia {
namespace {

TEST(Base64, IsThatOfTheStandard) {  // the examples of RFC 4648
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xff\xfe\xfd"), "//79");
}

TEST(Rounded, KeepsWhatCanBeSeen) {
  EXPECT_EQ(rounded(1.23456, 1e3), 1.235);
  EXPECT_EQ(rounded_to_digits(0.000123456, 3), 0.000123);
  EXPECT_EQ(rounded_to_digits(0, 3), 0);
}

TEST(DomainEdge, IsNothingWhereTheWholeImageHasRays) {
  EXPECT_TRUE(domain_edge({make_model("pinhole"), {500, 320, 240}, {640, 480}}).empty());
}

TEST(DomainEdge, IsWhereTheLensFoldsOver) {
  // r - 0.4 r^3 turns at r = sqrt(1/1.2), 2/3 of which is seen: a circle of that many focal lengths.
  const Camera camera(make_model("radial1"), {300, 300, 319.5, 239.5, -0.4}, {640, 480});
  const double radius = 300 * 2.0 / 3 * std::sqrt(1 / 1.2);
  const std::vector<Vector2> edge = domain_edge(camera);
  ASSERT_EQ(edge.size(), 180U);
  for (const Vector2& pixel : edge) {
    EXPECT_NEAR((pixel - Vector2(319.5, 239.5)).norm(), radius, 0.5);
    EXPECT_TRUE(camera.unproject(pixel).has_value());
  }
}

}  // namespace
}  // namespace fiducia

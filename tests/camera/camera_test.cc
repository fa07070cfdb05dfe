#include "fiducia/camera/camera.h"

#include <gmock/gmock.h>

#include <functional>
#include <limits>

#include "fiducia/camera/registry.h"
#include "fiducia/core/error.h"

namespace fiducia {
namespace {

constexpr ImageSize kSize = {640, 480};

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kBadOption);
    return error.what();
  }
  return "no error";
}

TEST(Camera, KeepsWhatItWasMadeOf) {
  const Camera camera("radial1", {{"k1", -0.1}, {"cy", 240}, {"fx", 500}, {"fy", 501}, {"cx", 320}}, kSize);
  EXPECT_EQ(camera.parameters(), (std::vector<double>{500, 501, 320, 240, -0.1}));
  EXPECT_EQ(camera.parameter("k1"), -0.1);
  EXPECT_EQ(camera.image_size(), kSize);
  EXPECT_EQ(camera.model().info().name, "radial1");
}

TEST(Camera, IsAValue) {
  const Camera one(make_model("pinhole"), {500, 320, 240}, kSize);
  Camera other(make_model("radial1"), {400, 400, 320, 240, -0.3}, kSize);
  other = one;
  EXPECT_EQ(*other.project({1, 0, 1}), *one.project({1, 0, 1}));
  EXPECT_EQ(*other.project({100, 0, 1}), *one.project({100, 0, 1})) << "the old model's limit must not stay";
}

TEST(Camera, RefusesAWrongNumberOfParameters) {
  EXPECT_EQ(refusal([] {
              Camera(make_model("pinhole"), {500, 320}, kSize);
            }),
            "model pinhole takes 3 parameters (f, cx, cy), not 2");
  EXPECT_EQ(refusal([] {
              Camera(make_model("pinhole"), {500, 320, 240, 0}, kSize);
            }),
            "model pinhole takes 3 parameters (f, cx, cy), not 4");
}

TEST(Camera, RefusesWhatIsNotANumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal([&] {
              Camera(make_model("pinhole"), {500, nan, 240}, kSize);
            }),
            "parameter 'cx' is not a finite number");
  EXPECT_EQ(refusal([&] {
              Camera("pinhole", {{"f", -infinity}, {"cx", 320}, {"cy", 240}}, kSize);
            }),
            "parameter 'f' is not a finite number");
}

TEST(Camera, RefusesNamesThatTheModelDoesNotHave) {
  EXPECT_EQ(refusal([] {
              Camera("pinhole", {{"f", 500}, {"cx", 320}, {"cy", 240}, {"k1", 0}}, kSize);
            }),
            "model pinhole has no parameter 'k1'; it has f, cx, cy");
  EXPECT_EQ(refusal([] {
              Camera("pinhole", {{"f", 500}, {"cx", 320}}, kSize);
            }),
            "parameter 'cy' of model pinhole is missing; it has f, cx, cy");
  EXPECT_THAT(refusal([] {
                Camera("pinehole", {{"f", 500}, {"cx", 320}, {"cy", 240}}, kSize);
              }),
              testing::StartsWith("unknown camera model 'pinehole'; the models are pinhole, "));
  const Camera camera(make_model("pinhole"), {500, 320, 240}, kSize);
  EXPECT_EQ(refusal([&] { static_cast<void>(camera.parameter("fx")); }),
            "model pinhole has no parameter 'fx'; it has f, cx, cy");
}

}  // namespace
}  // namespace fiducia

#include "fiducia/evaluate/convert_model.h"

#include <gtest/gtest.h>

#include "fiducia/camera/registry.h"
#include "fiducia/core/error.h"
#include "tests/statistical/paper_camera.h"

namespace fiducia {
namespace {

Camera wide_brown() {
  return {make_model("opencv5"), {900, 905, 640.3, 355.2, -0.3, 0.11, 0.001, -0.0007, -0.02}, {1280, 720}};
}

Camera fisheye_camera() {
  return {make_model("fisheye"), {600, 602, 640, 360, 0.02, -0.003, 0.001, -0.0002}, {1280, 720}};
}

/// A wider model that holds the camera exactly is found exactly.
TEST(ConvertModel, AWiderModelLosesNothing) {
  for (const char* wider : {"opencv8", "opencv12"}) {
    const ModelConversion conversion = convert_model(wide_brown(), make_model(wider));
    EXPECT_LT(conversion.error.largest_px, 1e-9) << wider;
    EXPECT_EQ(conversion.error.not_projected, 0);
    EXPECT_EQ(conversion.error.points, 65 * 49);
  }
  const Camera pinhole("pinhole", {{"f", 700}, {"cx", 639.5}, {"cy", 359.5}}, {1280, 720});
  for (const std::shared_ptr<const Model>& model : all_models()) {
    EXPECT_LT(convert_model(pinhole, model).error.largest_px, model->info().name == "fisheye" ? 0.05 : 1e-6)
        << model->info().name;
  }
}

TEST(ConvertModel, ToItselfChangesNothing) {
  EXPECT_EQ(convert_model(wide_brown(), make_model("opencv5")).camera.parameters(), wide_brown().parameters());
}

/// The result is a minimum: no single parameter can be moved to a smaller mean square.
TEST(ConvertModel, FindsTheNearestCamera) {
  const Camera original = fisheye_camera();
  for (const char* name : {"opencv8", "double_sphere", "mei", "eucm"}) {
    const ModelConversion conversion = convert_model(original, make_model(name));
    const auto sum = [&](const std::vector<double>& theta) {
      double squares = 0;
      for (int y = 0; y <= 48; ++y) {
        for (int x = 0; x <= 64; ++x) {
          const Vector2 pixel(20.0 * x - 0.5, 15.0 * y - 0.5);
          squares += (make_model(name)->project(theta.data(), *original.unproject(pixel)) - pixel).squaredNorm();
        }
      }
      return squares;
    };
    const std::vector<double>& theta = conversion.camera.parameters();
    const double least = sum(theta);
    for (std::size_t i = 0; i < theta.size(); ++i) {
      for (const double step : {-1e-4, 1e-4}) {
        std::vector<double> moved = theta;
        moved[i] += step * std::max(std::abs(theta[i]), 1.0);
        EXPECT_GT(sum(moved), least * (1 - 1e-9)) << name << " " << i;
      }
    }
    EXPECT_LT(conversion.error.mean_px, conversion.error.quantile95_px);
    EXPECT_LT(conversion.error.quantile95_px, conversion.error.largest_px);
    EXPECT_NEAR(
        conversion.error.largest_px,
        (*conversion.camera.project(*original.unproject(conversion.error.largest_at)) - conversion.error.largest_at)
            .norm(),
        1e-9);
  }
}

/// A lens of 200 degrees does not fit into a pinhole image: the rays behind cannot be projected, and that is said.
/// A start for a model that has the lens as a special case is that lens: a fit could end at another one with poles.
TEST(LensLike, IsTheLensItselfWhereTheModelHasIt) {
  const Calibration radial2 = calibrate(testing::paper_views(4, 25), {.model = "radial2"});
  for (const char* name : {"radial3", "opencv4", "opencv8", "opencv12"}) {
    const std::shared_ptr<const Model> richer = make_model(name);
    const auto special = as_special_case(radial2, *richer);
    ASSERT_TRUE(special) << name;
    for (std::size_t i = 0; i < special->size(); ++i) {
      const int same = radial2.model->index_of(richer->info().parameters[i].name);
      const double expected = same < 0 ? 0 : radial2.camera->parameters()[static_cast<std::size_t>(same)];
      EXPECT_EQ((*special)[i], expected) << name << i;
    }
    EXPECT_EQ(lens_like(radial2, *richer), special) << name;
  }
  for (const char* name : {"pinhole", "radial1", "fisheye"}) {
    EXPECT_FALSE(as_special_case(radial2, *make_model(name))) << name;
    EXPECT_TRUE(lens_like(radial2, *make_model(name))) << name;
  }
}

TEST(ConvertModel, SaysWhatCannotBeProjected) {
  const Camera wide(make_model("fisheye"), {300, 300, 640, 360, 0, 0, 0, 0}, {1280, 720});
  const ModelConversion conversion = convert_model(wide, make_model("radial2"));
  EXPECT_GT(conversion.error.not_projected, 0);
}

}  // namespace
}  // namespace fiducia

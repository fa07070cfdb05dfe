#include "fiducia/use/projection.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "fiducia/camera/registry.h"
#include "fiducia/core/error.h"
#include "fiducia/use/lookup_map.h"
#include "fiducia/use/output_camera.h"

namespace fiducia {
namespace {

constexpr double kPiOfTest = std::numbers::pi;
const std::vector<Projection> kAllProjections = {Projection::kPinhole, Projection::kEquirectangular,
                                                 Projection::kCylindrical, Projection::kStereographic};

Camera fisheye_camera() {
  return {"fisheye",
          {{"fx", 200}, {"fy", 201}, {"cx", 322}, {"cy", 236}, {"k1", 0.01}, {"k2", -0.002}, {"k3", 0}, {"k4", 0}},
          {640, 480}};
}

TEST(Projection, PutsKnownRaysWhereItsFormulaSays) {
  const double root2 = std::sqrt(2.0);
  EXPECT_LT((*onto_plane(Projection::kPinhole, {1, 0.5, 2}) - Vector2(0.5, 0.25)).norm(), 1e-14);
  EXPECT_LT((*onto_plane(Projection::kEquirectangular, {1, 0, -1}) - Vector2(0.75 * kPiOfTest, 0)).norm(), 1e-14);
  EXPECT_LT((*onto_plane(Projection::kEquirectangular, {0, 1, 1}) - Vector2(0, kPiOfTest / 4)).norm(), 1e-14);
  EXPECT_LT((*onto_plane(Projection::kCylindrical, {1, 2 * root2, 1}) - Vector2(kPiOfTest / 4, 2)).norm(), 1e-14);
  // 90 degrees from the axis: 2 tan(45 degrees).
  EXPECT_LT((*onto_plane(Projection::kStereographic, {0, -3, 0}) - Vector2(0, -2)).norm(), 1e-14);
  EXPECT_FALSE(onto_plane(Projection::kPinhole, {1, 0, -0.1}));
  EXPECT_FALSE(onto_plane(Projection::kCylindrical, {0, 1, 0}));
  EXPECT_FALSE(onto_plane(Projection::kStereographic, {0, 0, -1}));
  EXPECT_FALSE(from_plane(Projection::kEquirectangular, {3.2, 0}));
  EXPECT_FALSE(from_plane(Projection::kEquirectangular, {0, 1.6}));
}

TEST(Projection, ThereAndBackIsTheSameRay) {
  for (const Projection projection : kAllProjections) {
    for (double a = -0.9; a < 1; a += 0.3) {
      for (double b = -0.9; b < 1; b += 0.3) {
        const Vector3 ray = *from_plane(projection, {a, b});
        EXPECT_NEAR(ray.norm(), 1, 1e-14);
        EXPECT_LT((*onto_plane(projection, ray) - Vector2(a, b)).norm(), 1e-13) << name_of(projection);
      }
    }
    EXPECT_EQ(projection_named(name_of(projection)), projection);
  }
  EXPECT_THROW((void)projection_named("mercator"), Error);
}

TEST(OutputCamera, ShowsTheFieldOfViewThatIsAskedFor) {
  for (const Projection projection : kAllProjections) {
    const OutputCamera output =
        output_camera(fisheye_camera(), {projection, {800, 600}, Framing::kFieldOfView, 100 * kPiOfTest / 180});
    const Vector3 left = *output.unproject({-0.5, 299.5});
    const Vector3 right = *output.unproject({799.5, 299.5});
    EXPECT_NEAR(std::acos(left.dot(right)) * 180 / kPiOfTest, 100, 1e-9) << name_of(projection);
  }
  EXPECT_THROW((void)output_camera(fisheye_camera(), {Projection::kPinhole, {}, Framing::kFieldOfView, kPiOfTest}),
               Error);
}

TEST(OutputCamera, KeepAllLosesNothingAndCropLeavesNothingEmpty) {
  for (const Projection projection : kAllProjections) {
    SCOPED_TRACE(std::string(name_of(projection)));
    const Camera camera = fisheye_camera();
    if (projection == Projection::kPinhole) {  // 100 degrees from the axis in the corners
      EXPECT_THROW((void)output_camera(camera, {projection, {}, Framing::kKeepAll}), Error);
    } else {
      EXPECT_EQ(source_loss(camera, output_camera(camera, {projection, {}, Framing::kKeepAll})).lost, 0);
    }
    const OutputCamera cropped = output_camera(camera, {projection, {320, 240}, Framing::kCrop});
    EXPECT_EQ(map_to_source(camera, cropped).share_without_place(), 0);
    EXPECT_LT((cropped.centre - Vector2(159.5, 119.5)).norm(), 6) << "this lens is nearly symmetric";
    const double lost = source_loss(camera, cropped).lost;
    EXPECT_GT(lost, 0);
    EXPECT_LT(lost, 0.8);
    // It is the largest: 3% wider has pixels without a source.
    OutputCamera wider = cropped;
    wider.focal_px /= 1.03;
    EXPECT_GT(map_to_source(camera, wider).share_without_place(), 0);
  }
}

TEST(OutputCamera, KeepsTheScaleOfAPinholeCameraAsItIs) {
  const Camera pinhole("pinhole", {{"f", 500}, {"cx", 300}, {"cy", 250}}, {640, 480});
  const OutputCamera output = output_camera(pinhole, {});
  EXPECT_NEAR(output.focal_px, 500, 1e-4);
  EXPECT_LT((output.centre - Vector2(300, 250)).norm(), 1e-6);
  const LookupMap map = map_to_source(pinhole, output);
  EXPECT_EQ(map.share_without_place(), 0);
  EXPECT_NEAR(map.x[123 * 640 + 77], 77, 1e-3);
  EXPECT_NEAR(map.y[123 * 640 + 77], 123, 1e-3);
}

TEST(LookupMap, TheTwoDirectionsAreInverseToEachOther) {
  for (const Projection projection : kAllProjections) {
    const Camera camera = fisheye_camera();
    const OutputCamera output = output_camera(camera, {.projection = projection});
    const LookupMap forth = map_to_source(camera, output, 2);
    const LookupMap back = map_to_output(camera, output, 2);
    int checked = 0;
    for (int v = 3; v < 480; v += 20) {
      for (int u = 3; u < 640; u += 20) {
        const auto at = static_cast<std::size_t>(v * 640 + u);
        if (back.x[at] == LookupMap::kNowhere) continue;
        const Vector3 ray = *output.unproject({static_cast<double>(back.x[at]), static_cast<double>(back.y[at])});
        EXPECT_LT((*camera.project(ray) - Vector2(u, v)).norm(), 2e-3);
        ++checked;
      }
    }
    EXPECT_GT(checked, 300);
    EXPECT_LT(forth.share_without_place(), 1);
  }
}

}  // namespace
}  // namespace fiducia

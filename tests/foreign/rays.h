#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/camera/registry.h"
#include "fiducia/io/file.h"
#include "fiducia/io/formats/camera_file.h"
#include "fiducia/io/formats/opencv_lens.h"
#include "fiducia/io/read_observations.h"

namespace fiducia::testing {

/// Pixels all over the image and their rays, z at least a hundredth: most tools divide by it.
struct RaysOverImage {
  explicit RaysOverImage(const Camera& camera) {
    constexpr int kSteps = 20;
    const ImageSize size = camera.image_size();
    for (int y = 0; y <= kSteps; ++y) {
      for (int x = 0; x <= kSteps; ++x) {
        const Vector2 pixel(static_cast<double>(size.width * x) / kSteps - 0.5,
                            static_cast<double>(size.height * y) / kSteps - 0.5);
        const auto ray = camera.unproject(pixel);
        if (!ray || ray->z() < 0.01) continue;
        pixels.push_back(*camera.project(*ray));
        rays.push_back(*ray);
      }
    }
    EXPECT_GT(pixels.size(), 200U);
  }

  std::vector<Vector2> pixels;
  std::vector<Vector3> rays;
};

inline void expect_near_pixels(const std::vector<Vector2>& found, const std::vector<Vector2>& expected,
                               double tolerance_px) {
  ASSERT_EQ(found.size(), expected.size());
  double largest = 0;
  for (std::size_t i = 0; i < found.size(); ++i) largest = std::max(largest, (found[i] - expected[i]).norm());
  EXPECT_LT(largest, tolerance_px);
}

/// A camera of each model that is one of OpenCV's.
inline std::vector<Camera> opencv_cameras() {
  const ImageSize size{1280, 720};
  std::vector<Camera> cameras = {
      {make_model("pinhole"), {912.25, 640.125, 355.1}, size},
      {make_model("radial1"), {912.25, 910.75, 640.125, 355.1, -0.21}, size},
      {make_model("radial2"), {912.25, 910.75, 640.125, 355.1, -0.21, 0.07}, size},
      {make_model("radial3"), {912.25, 910.75, 640.125, 355.1, -0.21, 0.07, -0.003}, size},
      {make_model("opencv4"), {912.25, 910.75, 640.125, 355.1, -0.21, 0.07, 1.1e-3, -7e-4}, size},
      {make_model("opencv5"), {912.25, 910.75, 640.125, 355.1, -0.21, 0.07, 1.1e-3, -7e-4, -0.003}, size},
      {make_model("opencv8"), {912.25, 910.75, 640.125, 355.1, -0.1, 0.05, 1.1e-3, -7e-4, 1e-3, 0.1, 0.02, 1e-5}, size},
      {make_model("opencv12"),
       {912.25, 910.75, 640.125, 355.1, -0.1, 0.05, 1.1e-3, -7e-4, 1e-3, 0.1, 0.02, 1e-5, 1e-3, -2e-4, 5e-4, 1e-4},
       size},
      {make_model("fisheye"), {512.25, 510.75, 640.125, 355.1, 0.02, -0.003, 1e-3, -1e-4}, size},
  };
  return cameras;
}

}  // namespace fiducia::testing

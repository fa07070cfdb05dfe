// What OpenCV itself reads of our files and writes for us to read, and whether it then sees the same pixels.

#include <gmock/gmock.h>

#include <opencv2/calib3d.hpp>

#include "tests/foreign/rays.h"
#include "tests/io/temporary_folder.h"

namespace fiducia {
namespace {

using testing::RaysOverImage;

/// OpenCV's own projection of the rays.
std::vector<Vector2> projected_by_opencv(const cv::Mat& matrix, const cv::Mat& coefficients, bool fisheye,
                                         const std::vector<Vector3>& rays) {
  std::vector<cv::Point3d> points;
  for (const Vector3& ray : rays) points.emplace_back(ray.x(), ray.y(), ray.z());
  std::vector<cv::Point2d> pixels;
  const cv::Vec3d zero(0, 0, 0);
  if (fisheye) {
    cv::fisheye::projectPoints(points, pixels, zero, zero, matrix, coefficients);
  } else {
    cv::projectPoints(points, zero, zero, matrix, coefficients, pixels);
  }
  std::vector<Vector2> result;
  for (const cv::Point2d& pixel : pixels) result.emplace_back(pixel.x, pixel.y);
  return result;
}

class OpenCvReads : public ::testing::TestWithParam<const char*> {
 protected:
  testing::TemporaryFolder folder;
};

TEST_P(OpenCvReads, OurFilesAndSeesTheSamePixels) {
  for (const char* extension : {"yml", "xml", "json"}) {
    for (const Camera& camera : testing::opencv_cameras()) {
      SCOPED_TRACE(std::string(camera.model().info().name) + " " + extension);
      const std::string format = std::string(extension) == "yml" ? "opencv" : "opencv-" + std::string(extension);
      const std::string file = folder.put("a." + std::string(extension),
                                          camera_file_text(camera_format_named(format), {{.camera = camera}}));
      cv::FileStorage storage(file, cv::FileStorage::READ);
      ASSERT_TRUE(storage.isOpened());
      cv::Mat matrix, coefficients;
      storage["camera_matrix"] >> matrix;
      storage["distortion_coefficients"] >> coefficients;
      EXPECT_EQ(static_cast<int>(storage["image_width"]), camera.image_size().width);
      const bool fisheye = static_cast<int>(storage["fisheye_model"]) == 1;
      const RaysOverImage over(camera);
      testing::expect_near_pixels(projected_by_opencv(matrix, coefficients, fisheye, over.rays), over.pixels, 1e-6);
    }
  }
}

TEST_P(OpenCvReads, AndWritesWhatWeRead) {
  for (const Camera& camera : testing::opencv_cameras()) {
    SCOPED_TRACE(std::string(camera.model().info().name));
    const std::string file = (folder / ("b." + std::string(GetParam()))).string();
    const OpenCvLens lens = require_opencv_lens(camera, "");
    const cv::Mat matrix = (cv::Mat_<double>(3, 3) << lens.fx, 0, lens.cx, 0, lens.fy, lens.cy, 0, 0, 1);
    std::vector<double> values = lens.coefficients.empty() ? std::vector<double>(5, 0) : lens.coefficients;
    const cv::Mat coefficients(values, true);
    {
      cv::FileStorage storage(file, cv::FileStorage::WRITE);
      storage << "calibration_time"
              << "Sun Nov 15 11:00:00 2026"
              << "image_width" << camera.image_size().width << "image_height" << camera.image_size().height << "flags"
              << 0 << "fisheye_model" << static_cast<int>(lens.fisheye) << "camera_matrix" << matrix
              << "distortion_coefficients" << coefficients << "avg_reprojection_error" << 0.123;
    }
    const CameraFile read = read_camera_file(read_file(file), file);
    EXPECT_EQ(read.format, "opencv");
    const RaysOverImage over(read.cameras.at(0).camera);
    testing::expect_near_pixels(projected_by_opencv(matrix, coefficients, lens.fisheye, over.rays), over.pixels, 1e-6);
  }
}

/// The keys and the layout of OpenCV's calibration sample, image_points as it writes them.
TEST_P(OpenCvReads, ItsImagePointsAreOurs) {
  const std::string file = (folder / ("c." + std::string(GetParam()))).string();
  cv::Mat points(3, 6, CV_32FC2);
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 6; ++i) {
      points.at<cv::Vec2f>(j, i) =
          cv::Vec2f(static_cast<float>(100 + 10 * i + j) + 0.25F, static_cast<float>(50 + i + 7 * j));
    }
  }
  std::vector<cv::Point3f> grid;
  for (int i = 0; i < 6; ++i)
    grid.emplace_back(static_cast<float>(i % 3) * 0.025F, static_cast<float>(i / 3) * 0.025F, 0.F);
  {
    cv::FileStorage storage(file, cv::FileStorage::WRITE);
    storage << "image_width" << 640 << "image_height" << 480 << "board_width" << 3 << "board_height" << 2
            << "square_size" << 0.025F << "image_points" << points << "grid_points" << grid;
  }
  const ReadObservations read = read_observations(file);
  ASSERT_EQ(read.observations.frames.size(), 3U);
  EXPECT_EQ(read.observations.frames[2].corners[5].pixel, Vector2(152.25, 69));
  EXPECT_EQ(read.observations.target.kind, TargetKind::kChessboard);
}

INSTANTIATE_TEST_SUITE_P(Syntax, OpenCvReads, ::testing::Values("yml", "xml", "json"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace fiducia

// Rigs as the tools themselves read our files, and as they write them for us.

#include "fiducia/io/formats/rig_files.h"

#include <gmock/gmock.h>

#include <Eigen/Geometry>
#include <opencv2/calib3d.hpp>

#include "fiducia/use/lookup_map.h"
#include "fiducia/use/stereo_rectification.h"
#include "tests/foreign/rays.h"
#include "tests/foreign/run_tool.h"
#include "tests/io/temporary_folder.h"

namespace fiducia {
namespace {

class RigOfOtherTools : public ::testing::Test {
 protected:
  static std::vector<FileCamera> pair(bool fisheye) {
    const std::vector<Camera> cameras = testing::opencv_cameras();
    const Camera& lens = fisheye ? cameras.back() : cameras[5];
    std::vector<double> other = lens.parameters();
    other[0] += 3;
    other[2] -= 7;
    return {{.name = "left", .camera = lens, .from_reference = Pose::from_vectors({0.3, -0.1, 0.2}, {1, 2, 3})},
            {.name = "right",
             .camera = Camera(lens.shared_model(), other, lens.image_size()),
             .from_reference = Pose::from_vectors({0.01, -0.02, 0.03}, {-0.2, 0.01, 0.004}) *
                               Pose::from_vectors({0.3, -0.1, 0.2}, {1, 2, 3})}};
  }
  static Pose right_from_left(const std::vector<FileCamera>& cameras) {
    return *cameras[1].from_reference * cameras[0].from_reference->inverse();
  }
  std::vector<std::string> put(const std::vector<FileContent>& files) {
    std::vector<std::string> names;
    for (const FileContent& file : files) names.push_back(folder.put(file.name, file.content));
    return names;
  }
  static void expect_pose(const Rig& rig, const Pose& expected, double tolerance) {
    const Pose difference = rig.pose_between(1, 0) * expected.inverse();
    EXPECT_LT(difference.rotation_vector().norm() + difference.translation.norm(), tolerance);
  }
  testing::TemporaryFolder folder;
};

/// With the matrices that it finds in our files OpenCV makes the same maps.
TEST_F(RigOfOtherTools, OpenCvRectifiesByOurFiles) {
  for (const bool fisheye : {false, true}) {
    const std::vector<FileCamera> cameras = pair(fisheye);
    const std::vector<std::string> files = put(rig_file_texts(camera_format_named("opencv"), cameras));
    cv::FileStorage intrinsics(files[0], cv::FileStorage::READ);
    cv::FileStorage extrinsics(files[1], cv::FileStorage::READ);
    const StereoRectification ours =
        rectify_stereo(cameras[0].camera, cameras[1].camera, right_from_left(cameras), {.framing = Framing::kCrop});
    for (const std::string number : {"1", "2"}) {
      SCOPED_TRACE(number);
      cv::Mat matrix, coefficients, rotation, projection, map_x, map_y;
      intrinsics["M" + number] >> matrix;
      intrinsics["D" + number] >> coefficients;
      extrinsics["R" + number] >> rotation;
      extrinsics["P" + number] >> projection;
      const cv::Size size(1280, 720);
      if (fisheye) {
        cv::fisheye::initUndistortRectifyMap(matrix, coefficients, rotation, projection, size, CV_32F, map_x, map_y);
      } else {
        cv::initUndistortRectifyMap(matrix, coefficients, rotation, projection, size, CV_32F, map_x, map_y);
      }
      const FileCamera& camera = cameras[number == "1" ? 0 : 1];
      const LookupMap map = map_to_source(camera.camera, number == "1" ? ours.a : ours.b);
      double largest = 0;
      for (int v = 0; v < 720; v += 7) {
        for (int u = 0; u < 1280; u += 7) {
          const auto at = static_cast<std::size_t>(v * 1280 + u);
          largest = std::max<double>(largest, std::abs(map.x[at] - map_x.at<float>(v, u)));
          largest = std::max<double>(largest, std::abs(map.y[at] - map_y.at<float>(v, u)));
        }
      }
      EXPECT_LT(largest, 2e-3);  // floats, and OpenCV steps along a row
    }
  }
}

TEST_F(RigOfOtherTools, WhatOpenCvWritesIsRead) {
  const std::vector<FileCamera> cameras = pair(false);
  const std::string intrinsics = (folder / "intrinsics.xml").string();
  const std::string extrinsics = (folder / "extrinsics.xml").string();
  {
    cv::FileStorage first(intrinsics, cv::FileStorage::WRITE);
    cv::FileStorage second(extrinsics, cv::FileStorage::WRITE);
    for (const int i : {0, 1}) {
      const OpenCvLens lens = *opencv_lens(cameras[static_cast<std::size_t>(i)].camera);
      first << "M" + std::to_string(i + 1)
            << (cv::Mat_<double>(3, 3) << lens.fx, 0, lens.cx, 0, lens.fy, lens.cy, 0, 0, 1);
      first << "D" + std::to_string(i + 1) << cv::Mat(lens.coefficients).reshape(1, 1);
    }
    const Pose pose = right_from_left(cameras);
    cv::Mat rotation(3, 3, CV_64F), translation(3, 1, CV_64F);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) rotation.at<double>(i, j) = pose.rotation(i, j);
      translation.at<double>(i) = pose.translation[i];
    }
    second << "R" << rotation << "T" << translation;
  }
  const CameraFile read = read_camera_files({{intrinsics, read_file(intrinsics)}, {extrinsics, read_file(extrinsics)}},
                                            {.image_size = ImageSize{1280, 720}});
  expect_pose(rig_of(read, "f"), right_from_left(cameras), 1e-12);
}

/// mrcal sees points of the reference frame where we see them, in both cameras.
TEST_F(RigOfOtherTools, MrcalSeesTheSamePixels) {
  if (!testing::succeeds(testing::python() + " -c 'import mrcal'")) GTEST_SKIP() << "mrcal is not installed";
  const std::string script = folder.put("project.py", R"(
import sys
import numpy as np
import mrcal
model = mrcal.cameramodel(sys.argv[1])
rt = model.extrinsics_rt_fromref() if hasattr(model, 'extrinsics_rt_fromref') else model.rt_cam_ref()
points = mrcal.transform_point_rt(rt, np.loadtxt(sys.argv[2]))
np.savetxt(sys.argv[3], mrcal.project(points, *model.intrinsics()), fmt='%.17g')
model.write(sys.argv[4])
)");
  const std::vector<FileCamera> cameras = pair(false);
  const std::vector<std::string> files = put(rig_file_texts(camera_format_named("mrcal"), cameras));
  std::vector<FileContent> again;
  for (std::size_t i = 0; i < 2; ++i) {
    std::vector<Vector3> points;
    std::vector<Vector2> expected;
    for (const Vector3& ray : testing::RaysOverImage(cameras[i].camera).rays) {
      points.push_back(cameras[i].from_reference->inverse() * (2.5 * ray));
      expected.push_back(*cameras[i].camera.project(*cameras[i].from_reference * points.back()));
    }
    const std::string in = folder.put("points.txt", testing::rows_of(points));
    const std::string pixels = (folder / "pixels.txt").string();
    const std::string written = (folder / (cameras[i].name + "_again.cameramodel")).string();
    ASSERT_TRUE(
        testing::succeeds(testing::python() + " " + script + " " + files[i] + " " + in + " " + pixels + " " + written));
    testing::expect_near_pixels(testing::pixels_in(read_file(pixels)), expected, 1e-9);
    again.push_back({written, read_file(written)});
  }
  const Rig rig = rig_of(read_camera_files(again), "f");
  EXPECT_EQ(rig.cameras[1].name, "right_again");
  expect_pose(rig, right_from_left(cameras), 1e-6);  // mrcal writes fewer digits
}

TEST_F(RigOfOtherTools, RosWritesThePairAgain) {
  constexpr const char* kConvert = "/usr/lib/camera_calibration_parsers/convert";
  if (!std::filesystem::exists(kConvert)) GTEST_SKIP() << "ROS' camera_calibration_parsers are not installed";
  for (const bool fisheye : {false, true}) {
    std::vector<FileContent> again;
    for (const std::string& file : put(rig_file_texts(camera_format_named("ros"), pair(fisheye)))) {
      const std::string written = file + ".again.yaml";
      ASSERT_TRUE(testing::succeeds(std::string(kConvert) + " " + file + " " + written));
      again.push_back({written, read_file(written)});
    }
    expect_pose(rig_of(read_camera_files(again), "f"), right_from_left(pair(fisheye)), 1e-9);
  }
}

}  // namespace
}  // namespace fiducia

#include "fiducia/io/formats/opencv_stereo.h"

#include "fiducia/core/error.h"
#include "fiducia/io/formats/camera_labels.h"
#include "fiducia/io/formats/file_pair.h"
#include "fiducia/io/formats/foreign_values.h"
#include "fiducia/io/formats/opencv_calibration.h"

namespace fiducia {
namespace {

StoredMatrix stored(const Eigen::MatrixXd& matrix) {
  return {static_cast<int>(matrix.rows()), static_cast<int>(matrix.cols()), 1, numbers_by_row(matrix)};
}

std::string intrinsics_text(const std::vector<FileCamera>& cameras) {
  const std::vector<std::string> names = camera_labels(cameras);
  const OpenCvLens first = require_opencv_lens(cameras[0].camera, "OpenCV's file");
  const OpenCvLens second = require_opencv_lens(cameras[1].camera, "OpenCV's file");
  if (first.fisheye != second.fisheye) {
    throw Error(ErrorCode::kBadOption, "OpenCV's file of a pair holds two fisheyes or none, and of " + names[0] +
                                           " and " + names[1] + " one is; convert to one model with --model");
  }
  OpenCvStorageText text(OpenCvSyntax::kYaml);
  for (std::size_t i = 0; i < 2; ++i) {
    const OpenCvLens& lens = i == 0 ? first : second;
    const std::string number = std::to_string(i + 1);
    const std::vector<double> coefficients = lens.coefficients.empty() ? std::vector<double>(5, 0) : lens.coefficients;
    text.add("M" + number, StoredMatrix{3, 3, 1, {lens.fx, 0, lens.cx, 0, lens.fy, lens.cy, 0, 0, 1}});
    text.add("D" + number, StoredMatrix{1, static_cast<int>(coefficients.size()), 1, coefficients});
    text.add("name" + number, names[i]);
  }
  text.add("image_width", cameras[0].camera.image_size().width);
  text.add("image_height", cameras[0].camera.image_size().height);
  text.add("fisheye_model", first.fisheye ? 1 : 0);
  return text.finish();
}

}  // namespace

bool is_opencv_extrinsics(const Tree& root) {
  return root.find("R") != nullptr && root.find("T") != nullptr && !is_opencv_calibration(root);
}

Pose read_opencv_stereo_pose(const TreeDocument& document) {
  return pose_of_parts(document, document.member(document.root(), "R"), document.member(document.root(), "T"));
}

std::vector<FileContent> opencv_stereo_files(const std::vector<FileCamera>& cameras) {
  const FilePair pair = file_pair(cameras, "OpenCV's stereo calibration");
  OpenCvStorageText text(OpenCvSyntax::kYaml);
  text.add("R", stored(pair.second_from_first.rotation));
  text.add("T", stored(pair.second_from_first.translation));
  text.add("R1", stored(pair.rectification.rotations.rectified_from_a));
  text.add("R2", stored(pair.rectification.rotations.rectified_from_b));
  text.add("P1", stored(pair.rectification.projection_a()));
  text.add("P2", stored(pair.rectification.projection_b()));
  text.add("Q", stored(pair.rectification.disparity_to_depth()));
  return {{"intrinsics.yml", intrinsics_text(cameras)}, {"extrinsics.yml", text.finish()}};
}

}  // namespace fiducia

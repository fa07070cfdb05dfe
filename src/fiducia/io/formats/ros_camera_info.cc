#include "fiducia/io/formats/ros_camera_info.h"

#include "fiducia/io/formats/foreign_values.h"
#include "fiducia/io/formats/opencv_storage.h"
#include "fiducia/io/json.h"
#include "fiducia/io/tree/parse_tree.h"

namespace fiducia {
namespace {

constexpr std::string_view kModels = "plumb_bob, rational_polynomial and equidistant";

/// The coefficients that a distortion_model may have.
void require_count(const TreeDocument& document, const Tree& value, const std::string& model, std::size_t count) {
  const bool right = model == "plumb_bob"             ? count == 4 || count == 5
                     : model == "rational_polynomial" ? count == 8 || count == 12 || count == 14
                                                      : count == 4;
  if (!right)
    document.fail(value, "has " + std::to_string(count) + " coefficients, which is not what " + model + " has");
}

std::string matrix_text(const std::string& key, int rows, int columns, const std::vector<double>& values) {
  return key + ":\n  rows: " + std::to_string(rows) + "\n  cols: " + std::to_string(columns) +
         "\n  data: " + bracketed(values) + "\n";
}

}  // namespace

bool is_ros_camera_info(const Tree& root) {
  const Tree* matrix = root.find("camera_matrix");
  return matrix != nullptr && matrix->is_map() && !is_opencv_matrix(*matrix);
}

CameraFile read_ros_camera_info(std::string_view text, const std::string& file_name, const CameraFileOptions&) {
  return read_ros_camera(parse_yaml(text, file_name));
}

CameraFile read_ros_camera(const TreeDocument& document) {
  const Tree& root = document.root();
  const ImageSize size = {pixel_count(document, document.member(root, "image_width")),
                          pixel_count(document, document.member(root, "image_height"))};
  const Tree& matrix_value = document.member(root, "camera_matrix");
  const StoredMatrix matrix = opencv_matrix(document, matrix_value);
  if (matrix.rows != 3 || matrix.columns != 3) document.fail(matrix_value, "must be 3 x 3");
  OpenCvLens lens = lens_of_matrix(document, matrix_value, matrix.values);
  const Tree& coefficients = document.member(root, "distortion_coefficients");
  lens.coefficients = opencv_matrix(document, coefficients).values;
  std::string model = "plumb_bob";  // what the calibrator wrote before it wrote the model
  if (const Tree* value = document.optional_member(root, "distortion_model")) {
    model = document.string(*value);
    if (model == "fisheye") model = "equidistant";
    if (model.empty() || kModels.find(model) == std::string_view::npos) {
      document.fail(*value, "is none of the models that are understood: " + std::string(kModels));
    }
  } else if (lens.coefficients.size() == 4) {
    document.fail(root,
                  "has four coefficients and no distortion_model, which would say what they mean: plumb_bob or "
                  "equidistant; add it");
  } else if (lens.coefficients.size() == 8) {
    model = "rational_polynomial";
  }
  // An empty list is ROS' word for no distortion.
  if (!lens.coefficients.empty()) require_count(document, coefficients, model, lens.coefficients.size());
  if (lens.coefficients.empty() && model == "equidistant") lens.coefficients.assign(4, 0);
  lens.fisheye = model == "equidistant";
  CameraFile file{"ros", {}};
  FileCamera camera{.camera = camera_at(document, coefficients, lens, size)};
  if (const Tree* name = document.optional_member(root, "camera_name")) camera.name = document.string(*name);
  file.cameras.push_back(std::move(camera));
  return file;
}

std::string ros_camera_info_text(const FileCamera& camera, const Matrix3& rectification,
                                 const Eigen::Matrix<double, 3, 4>& projection) {
  const OpenCvLens lens = require_opencv_lens(camera.camera, "ROS' camera_info");
  const std::string model = lens.fisheye ? "equidistant" : lens.uses_only(5) ? "plumb_bob" : "rational_polynomial";
  const std::vector<double> coefficients = lens.fisheye ? lens.coefficients
                                                        : lens.padded(lens.uses_only(5)   ? 5
                                                                      : lens.uses_only(8) ? 8
                                                                                          : 12);
  const ImageSize size = camera.camera.image_size();
  return "image_width: " + std::to_string(size.width) + "\nimage_height: " + std::to_string(size.height) +
         "\ncamera_name: " + Json(camera.name.empty() ? "camera" : camera.name).dump() + "\n" +
         matrix_text("camera_matrix", 3, 3, {lens.fx, 0, lens.cx, 0, lens.fy, lens.cy, 0, 0, 1}) +
         "distortion_model: " + model + "\n" +
         matrix_text("distortion_coefficients", 1, static_cast<int>(coefficients.size()), coefficients) +
         matrix_text("rectification_matrix", 3, 3, numbers_by_row(rectification)) +
         matrix_text("projection_matrix", 3, 4, numbers_by_row(projection));
}

std::string ros_camera_info(const std::vector<FileCamera>& cameras) {
  const OpenCvLens lens = require_opencv_lens(cameras.front().camera, "ROS' camera_info");
  Eigen::Matrix<double, 3, 4> projection = Eigen::Matrix<double, 3, 4>::Zero();
  projection.diagonal() << lens.fx, lens.fy, 1;
  projection.col(2).head<2>() << lens.cx, lens.cy;
  return ros_camera_info_text(cameras.front(), Matrix3::Identity(), projection);
}

}  // namespace fiducia

#include "fiducia/io/formats/opencv_calibration.h"

#include <array>
#include <cmath>

#include "fiducia/core/error.h"
#include "fiducia/io/formats/foreign_values.h"
#include "fiducia/io/formats/opencv_lens.h"
#include "fiducia/io/formats/opencv_stereo.h"
#include "fiducia/io/text.h"

namespace fiducia {
namespace {

/// Names that camera matrix and coefficients go by.
struct KeyPair {
  std::string_view matrix;
  std::string_view coefficients;
  std::string_view camera;  // how to call the camera
};

constexpr std::array kKeyPairs = {
    KeyPair{"camera_matrix", "distortion_coefficients", ""},
    KeyPair{"camera_matrix", "dist_coeffs", ""},
    KeyPair{"camera_matrix", "dist_coeff", ""},
    KeyPair{"camera_matrix", "distortion", ""},
    KeyPair{"cameraMatrix", "distCoeffs", ""},
    KeyPair{"Camera_Matrix", "Distortion_Coefficients", ""},
    KeyPair{"mtx", "dist", ""},
    KeyPair{"K", "D", ""},
    KeyPair{"k", "d", ""},
    KeyPair{"M1", "D1", "M1"},
    KeyPair{"M2", "D2", "M2"},
    KeyPair{"K1", "D1", "K1"},
    KeyPair{"K2", "D2", "K2"},
    KeyPair{"cameraMatrix1", "distCoeffs1", "cameraMatrix1"},
    KeyPair{"cameraMatrix2", "distCoeffs2", "cameraMatrix2"},
};

/// Flags of cv::calibrateCamera that the fisheye model has no bits for: CALIB_FIX_K5 and beyond.
constexpr int kFlagsOfBrownAlone = ~0xFFF;

OpenCvLens read_matrix(const TreeDocument& document, const Tree& value) {
  const StoredMatrix matrix = opencv_matrix(document, value);
  if (matrix.channels != 1 || matrix.values.size() != 9 || (matrix.rows != 3 && matrix.rows != 1)) {
    document.fail(value, "must be a matrix of 3 rows and 3 columns");
  }
  return lens_of_matrix(document, value, matrix.values);
}

bool is_fisheye(const TreeDocument& document, const Tree& coefficients, std::size_t count,
                const CameraFileOptions& options) {
  const Tree& root = document.root();
  if (const Tree* flag = document.optional_member(root, "fisheye_model")) {
    return document.integer(*flag, 0, 1) == 1;
  }
  if (const Tree* model = document.optional_member(root, "distortion_model")) {
    const std::string& name = document.string(*model);
    if (name == "equidistant" || name == "fisheye") return true;
    if (name == "plumb_bob" || name == "rational_polynomial" || name == "radtan") return false;
    document.fail(*model, "is none of equidistant, fisheye, plumb_bob, rational_polynomial and radtan");
  }
  if (count != 4) return false;
  if (const Tree* flags = document.optional_member(root, "flags")) {
    if (flags->is_text() && !flags->quoted && number_in(flags->text) &&
        (document.integer(*flags, 0, 1 << 30) & kFlagsOfBrownAlone) != 0) {
      return false;
    }
  }
  if (options.four_coefficients == "fisheye") return true;
  if (options.four_coefficients == "opencv4") return false;
  document.fail(coefficients,
                "are four coefficients, which mean k1 k2 p1 p2 or a fisheye's k1 k2 k3 k4, and nothing in the file "
                "(fisheye_model: 0 or 1) says which; give --model opencv4 or --model fisheye");
}

Camera read_opencv_camera(const TreeDocument& document, const KeyPair& keys, ImageSize size,
                          const CameraFileOptions& options) {
  const Tree& matrix = document.member(document.root(), keys.matrix);
  OpenCvLens lens = read_matrix(document, matrix);
  const Tree* coefficients = document.optional_member(document.root(), keys.coefficients);
  if (coefficients == nullptr) {  // rather a name that is not known than a lens without distortion
    document.fail(matrix, "stands without the lens' distortion (" + std::string(keys.coefficients) +
                              "), or that has a name that is not known; rename it, or write zeros where there is none");
  }
  const StoredMatrix stored = opencv_matrix(document, *coefficients);
  if (stored.channels != 1 || (stored.rows > 1 && stored.columns > 1)) {
    document.fail(*coefficients, "must be one row or one column of coefficients");
  }
  lens.coefficients = stored.values;
  lens.fisheye = is_fisheye(document, *coefficients, lens.coefficients.size(), options);
  return camera_at(document, *coefficients, lens, size);
}

const KeyPair* first_pair_in(const Tree& root) {
  for (const KeyPair& keys : kKeyPairs) {
    if (root.find(keys.matrix) != nullptr && root.find(keys.coefficients) != nullptr) return &keys;
  }
  for (const KeyPair& keys : kKeyPairs) {
    if (root.find(keys.matrix) != nullptr) return &keys;
  }
  return nullptr;
}

std::string name_in(const TreeDocument& document) {
  for (const std::string_view key : {"camera_name", "camera_id", "name"}) {
    const Tree* name = document.optional_member(document.root(), key);
    if (name != nullptr && name->is_text()) return document.string(*name);
  }
  return {};
}

std::string opencv_text(const std::vector<FileCamera>& cameras, OpenCvSyntax syntax) {
  const FileCamera& only = cameras.front();
  const OpenCvLens lens = require_opencv_lens(only.camera, "OpenCV's file");
  OpenCvStorageText text(syntax);
  if (!only.name.empty()) text.add("camera_name", only.name);
  text.add("image_width", only.camera.image_size().width);
  text.add("image_height", only.camera.image_size().height);
  text.add("camera_matrix", StoredMatrix{3, 3, 1, {lens.fx, 0, lens.cx, 0, lens.fy, lens.cy, 0, 0, 1}});
  const std::vector<double> coefficients = lens.coefficients.empty() ? std::vector<double>(5, 0) : lens.coefficients;
  text.add("distortion_coefficients", StoredMatrix{static_cast<int>(coefficients.size()), 1, 1, coefficients});
  text.add("fisheye_model", lens.fisheye ? 1 : 0);
  return text.finish();
}

}  // namespace

bool is_opencv_calibration(const Tree& root) { return first_pair_in(root) != nullptr; }

CameraFile read_opencv_calibration(std::string_view text, const std::string& file_name,
                                   const CameraFileOptions& options) {
  return read_opencv_cameras(parse_opencv_storage(text, file_name), options);
}

CameraFile read_opencv_cameras(const TreeDocument& document, const CameraFileOptions& options) {
  const KeyPair* keys = first_pair_in(document.root());
  if (keys == nullptr) {
    document.fail(document.root(), "holds no camera: none of the keys camera_matrix, cameraMatrix, mtx, K and M1");
  }
  const ImageSize size = opencv_image_size(document, options.image_size, options.presumed_image_size);
  CameraFile file{"opencv", {}};
  if (keys->camera.empty()) {
    file.cameras.push_back({.name = name_in(document), .camera = read_opencv_camera(document, *keys, size, options)});
    return file;
  }
  CameraCollector cameras("opencv");
  for (const KeyPair& pair : kKeyPairs) {
    if (pair.camera.empty() || document.root().find(pair.matrix) == nullptr) continue;
    const std::string key(pair.camera);
    std::string name;
    if (const Tree* value = document.optional_member(document.root(), "name" + key.substr(key.size() - 1));
        value != nullptr && value->is_text()) {
      name = document.string(*value);
    }
    cameras.add(key, name, [&] {
      return FileCamera{.key = key, .name = name, .camera = read_opencv_camera(document, pair, size, options)};
    });
  }
  CameraFile pair = std::move(cameras).finish();
  const bool posed = document.root().find("R") != nullptr && document.root().find("T") != nullptr;
  if (pair.cameras.size() == 2 && posed) {
    pair.cameras[0].from_reference = Pose{};
    pair.cameras[1].from_reference = read_opencv_stereo_pose(document);
  }
  return pair;
}

ImageSize opencv_image_size(const TreeDocument& document, const std::optional<ImageSize>& given,
                            const std::optional<ImageSize>& presumed) {
  const Tree& root = document.root();
  constexpr std::array<std::array<std::string_view, 2>, 5> kSizes = {{{"image_width", "image_height"},
                                                                      {"image_Width", "image_Height"},
                                                                      {"imageWidth", "imageHeight"},
                                                                      {"width", "height"},
                                                                      {"calibImageWidth", "calibImageHeight"}}};
  std::optional<ImageSize> size;
  const Tree* said_at = nullptr;
  for (const auto& [width, height] : kSizes) {
    said_at = document.optional_member(root, width);
    if (said_at == nullptr) continue;
    size = ImageSize{pixel_count(document, *said_at), pixel_count(document, document.member(root, height))};
    break;
  }
  for (const std::string_view key :
       {"cameraResolution", "image_size", "imageSize", "img_size", "resolution", "DIM", "size"}) {
    const Tree* resolution = size ? nullptr : document.optional_member(root, key);
    if (resolution == nullptr || !resolution->is_list()) continue;
    said_at = resolution;
    size = image_size_of(document, *resolution);
  }
  if (size && given && *size != *given) {
    document.fail(*said_at, "is for images of " + to_string(*size) + " pixels, not of the " + to_string(*given) +
                                " that --image-size says");
  }
  if (size) return *size;
  if (given) return *given;
  if (presumed) return *presumed;
  throw Error(ErrorCode::kBadOption,
              document.file_name() +
                  ": the file does not say how large the images are (image_width and image_height, or image_size); "
                  "give --image-size WxH");
}

std::string opencv_yaml(const std::vector<FileCamera>& cameras) { return opencv_text(cameras, OpenCvSyntax::kYaml); }
std::string opencv_xml(const std::vector<FileCamera>& cameras) { return opencv_text(cameras, OpenCvSyntax::kXml); }
std::string opencv_json(const std::vector<FileCamera>& cameras) { return opencv_text(cameras, OpenCvSyntax::kJson); }

}  // namespace fiducia

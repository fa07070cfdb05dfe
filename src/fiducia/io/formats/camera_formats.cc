#include <algorithm>
#include <charconv>

#include "fiducia/camera/registry.h"
#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/io/formats/basalt_calibration.h"
#include "fiducia/io/formats/calibio_calibration.h"
#include "fiducia/io/formats/camera_file.h"
#include "fiducia/io/formats/camera_labels.h"
#include "fiducia/io/formats/colmap_cameras.h"
#include "fiducia/io/formats/colmap_rig.h"
#include "fiducia/io/formats/fiducia_cameras.h"
#include "fiducia/io/formats/foreign_values.h"
#include "fiducia/io/formats/kalibr_files.h"
#include "fiducia/io/formats/matlab_intrinsics.h"
#include "fiducia/io/formats/mrcal_cameramodel.h"
#include "fiducia/io/formats/numpy_calibration.h"
#include "fiducia/io/formats/opencv_calibration.h"
#include "fiducia/io/formats/opencv_stereo.h"
#include "fiducia/io/formats/ros_camera_info.h"
#include "fiducia/io/formats/ros_stereo.h"
#include "fiducia/io/text.h"
#include "fiducia/io/tree/parse_tree.h"

namespace fiducia {
namespace {

[[noreturn]] void refuse_unknown(const std::string& file_name) {
  throw Error(ErrorCode::kBadFile,
              file_name +
                  ": not a calibration of any kind that is understood (Fiducia's calibration.json, OpenCV, ROS, "
                  "Kalibr, mrcal, COLMAP, basalt, calib.io, NumPy's .npz)");
}

/// A brace may begin YAML too; its keys need no quotes.
bool is_json(std::string_view start) {
  if (!start.starts_with('{')) return start.starts_with('[');
  const std::string_view first = trimmed(start.substr(1));
  return first.empty() || first.starts_with('"') || first.starts_with('}');
}

/// The pupil of a simulated lens: it is the same in every frame.
std::optional<FilePupil> true_pupil(const TreeDocument& document, const Tree& truth) {
  const Tree* effects = document.optional_member(truth, "effects");
  const Tree* pupil = effects == nullptr ? nullptr : document.optional_member(*effects, "pupil");
  if (pupil == nullptr) return std::nullopt;
  const Tree& frames = document.list(document.member(*pupil, "frames"));
  if (frames.items.empty()) return std::nullopt;
  const std::vector<double> values = document.numbers(frames.items.front(), 2);
  return FilePupil{{values[0], values[1]}};
}

/// What a simulation or a rendered folder knows about its camera.
CameraFile read_truth(const TreeDocument& document) {
  const Tree& root = document.root();
  const Tree* truth = document.optional_member(root, "truth");
  if (truth == nullptr) document.fail(root, "holds observations and no camera; name a calibration");
  const Tree& values = document.member(*truth, "parameters");
  const Tree& name = document.member(*truth, "model");
  std::shared_ptr<const Model> model;
  try {
    model = make_model(document.string(name));
  } catch (const Error& error) {
    document.fail(name, std::string("cannot be used: ") + error.what());
  }
  std::vector<double> parameters;
  for (const ParameterInfo& parameter : model->info().parameters) {
    parameters.push_back(document.number(document.member(values, parameter.name)));
  }
  const ImageSize size = image_size_of(document, document.member(root, "image_size"));
  CameraFile file{"fiducia-truth", {}};
  file.cameras.push_back({.camera = camera_at(document, values, model->info().name, std::move(parameters), size),
                          .pupil = true_pupil(document, *truth)});
  return file;
}

CameraFile read_json_file(std::string_view text, const std::string& file_name, const CameraFileOptions& options) {
  const TreeDocument document = parse_json(text, file_name);
  const Tree& root = document.root();
  if (is_colmap_rig(root)) {
    document.fail(root, "says where COLMAP's cameras are, not what they are; give cameras.txt with it");
  }
  const Tree* format = root.find("format");
  if (format != nullptr && format->text.starts_with("fiducia.observations")) return read_truth(document);
  if (format != nullptr) return read_fiducia_cameras(text, file_name, options);
  if (is_basalt_calibration(root)) return read_basalt_cameras(document);
  if (is_calibio_calibration(root)) return read_calibio_cameras(document, options);
  if (is_opencv_calibration(root)) return read_opencv_cameras(document, options);
  refuse_unknown(file_name);
}

CameraFile read_yaml_file(std::string_view text, const std::string& file_name, const CameraFileOptions& options) {
  const TreeDocument document = parse_yaml(text, file_name);
  const Tree& root = document.root();
  if (is_kalibr_camchain(root)) return read_kalibr_cameras(document);
  if (is_kalibr_target(root)) {
    document.fail(root, "is a target of Kalibr, not a calibration; name it with --target");
  }
  if (is_ros_camera_info(root)) return read_ros_camera(document);
  if (is_opencv_calibration(root)) return read_opencv_cameras(document, options);
  if (is_opencv_extrinsics(root)) {
    document.fail(root, "says where the cameras of a pair are, not what they are; give intrinsics.yml with it");
  }
  refuse_unknown(file_name);
}

/// A camera of a file, whether it could be read or not.
struct Place {
  const std::string* key;
  const std::string* name;
  const FileCamera* camera = nullptr;
  const std::string* reason = nullptr;
};

/// All cameras of the file in its order.
std::vector<Place> places_of(const CameraFile& file) {
  std::vector<Place> places;
  auto unread = file.unread.begin();
  const auto take_unread = [&] {
    for (; unread != file.unread.end() && unread->index == places.size(); ++unread) {
      places.push_back({&unread->key, &unread->name, nullptr, &unread->reason});
    }
  };
  for (const FileCamera& camera : file.cameras) {
    take_unread();
    places.push_back({&camera.key, &camera.name, &camera, nullptr});
  }
  take_unread();
  return places;
}

}  // namespace

const std::vector<CameraFormat>& camera_formats() {
  static const std::vector<CameraFormat> kFormats = {
      {"fiducia", "Fiducia's calibration.json", ".json", read_fiducia_cameras, fiducia_cameras, true},
      {"opencv", "OpenCV FileStorage, YAML", "", read_opencv_calibration, opencv_yaml, false, opencv_stereo_files},
      {"opencv-xml", "OpenCV FileStorage, XML", ".xml", read_opencv_calibration, opencv_xml},
      {"opencv-json", "OpenCV FileStorage, JSON", "", read_opencv_calibration, opencv_json},
      {"ros", "ROS camera_info YAML", "", read_ros_camera_info, ros_camera_info, false, ros_stereo_files},
      {"ros-ost", "ROS ost.txt", "", read_ros_ost, nullptr},
      {"kalibr", "Kalibr camchain YAML", "", read_kalibr_camchain, kalibr_camchain, true},
      {"mrcal", "mrcal .cameramodel", ".cameramodel", read_mrcal_cameramodel, mrcal_cameramodel, false,
       mrcal_rig_files},
      {"colmap", "COLMAP cameras.txt", ".txt", read_colmap_cameras, colmap_cameras, true, colmap_rig_files},
      {"basalt", "basalt JSON", "", read_basalt_calibration, basalt_calibration, true},
      {"calibio", "calib.io JSON", "", read_calibio_calibration, nullptr, true},
      {"numpy", "NumPy .npz, as OpenCV's Python tutorial saves it", ".npz", read_numpy_calibration, nullptr},
      {"matlab", "MATLAB script", ".m", nullptr, matlab_intrinsics},
  };
  return kFormats;
}

const CameraFormat& camera_format_named(std::string_view name) {
  std::vector<std::string> names;
  for (const CameraFormat& format : camera_formats()) {
    if (format.name == name) return format;
    names.emplace_back(format.name);
  }
  throw Error(ErrorCode::kBadOption,
              "there is no format " + excerpt(name) + "; there are " + some_of(names, names.size()));
}

CameraFile read_camera_file(std::string_view text, const std::string& file_name, const CameraFileOptions& options) {
  if (is_numpy_archive(text)) return read_numpy_calibration(text, file_name, options);
  text = without_byte_order_mark(text);
  const std::string_view start = trimmed(text);
  if (start.empty()) throw Error(ErrorCode::kBadFile, file_name + ": the file is empty");
  if (start.find('\0') != std::string_view::npos) refuse_unknown(file_name);
  if (start.starts_with('<')) return read_opencv_calibration(text, file_name, options);
  if (!start.starts_with("%YAML") && is_mrcal_cameramodel(start)) return read_mrcal_cameramodel(text, file_name);
  if (is_json(start)) return read_json_file(text, file_name, options);
  if (is_ros_ost(start)) return read_ros_ost(text, file_name);
  if (is_colmap_cameras(start)) return read_colmap_cameras(text, file_name);
  return read_yaml_file(text, file_name, options);
}

const FileCamera& camera_of(const CameraFile& file, const std::string& which, const std::string& file_name) {
  const std::vector<Place> places = places_of(file);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::string& key = *places[i].key;
    const std::string& name = *places[i].name;
    names.push_back(std::to_string(i));
    if (!key.empty()) names.back() += " or " + excerpt(key);
    if (!name.empty() && name != key) names.back() += " or " + excerpt(name);
    if (places[i].camera == nullptr) names.back() += " (not readable)";
  }
  const auto refuse = [&](const std::string& message) {
    throw Error(ErrorCode::kBadOption,
                file_name + ": " + message + (names.size() == 1 ? "; there is " : "; there are ") + some_of(names, 20));
  };
  if (which.empty()) {
    if (places.size() > 1) refuse("the file has several cameras; choose one with --camera NAME or --camera INDEX");
    return file.cameras.front();
  }
  const Place* found = nullptr;
  for (const Place& place : places) {
    if (*place.key != which && *place.name != which && "/" + *place.name != which) continue;
    if (found != nullptr) refuse("--camera " + excerpt(which) + " means more than one camera; give its index");
    found = &place;
  }
  if (found == nullptr) {
    std::size_t index = places.size();
    const auto [end, error] = std::from_chars(which.data(), which.data() + which.size(), index);
    if (error != std::errc() || end != which.data() + which.size() || index >= places.size()) {
      refuse("there is no camera " + excerpt(which));
    }
    found = &places[index];
  }
  if (found->camera == nullptr) throw Error(ErrorCode::kBadFile, *found->reason);
  return *found->camera;
}

std::string words_of_unread(const CameraFile& file) {
  std::string words;
  for (const UnreadCamera& unread : file.unread) {
    if (!words.empty()) words += '\n';
    words += "camera " + std::to_string(unread.index);
    if (!unread.key.empty()) words += " " + excerpt(unread.key);
    if (!unread.name.empty()) words += " " + excerpt(unread.name);
    words += " is left out: " + unread.reason;
  }
  return words;
}

namespace {

/// Which of several cameras a format cannot hold is said with its name.
void require_each(const CameraFormat& format, const std::vector<FileCamera>& cameras) {
  if (cameras.size() < 2 || format.write == nullptr) return;
  const std::vector<std::string> names = camera_labels(cameras);
  for (std::size_t i = 0; i < cameras.size(); ++i) {
    try {
      static_cast<void>(format.write({cameras[i]}));
    } catch (const Error& error) {
      throw Error(error.code(), "camera " + excerpt(names[i]) + ": " + error.what());
    }
  }
}

}  // namespace

std::string camera_file_text(const CameraFormat& format, const std::vector<FileCamera>& cameras) {
  if (format.write == nullptr) {
    throw Error(ErrorCode::kBadOption,
                std::string(format.title) + " is read, but not written; choose another with --to");
  }
  if (cameras.size() > 1 && !format.several) {
    throw Error(ErrorCode::kBadOption, std::string(format.title) + " holds one camera, not " +
                                           std::to_string(cameras.size()) + "; choose one with --camera");
  }
  require_each(format, cameras);
  return format.write(cameras);
}

std::vector<FileContent> rig_file_texts(const CameraFormat& format, const std::vector<FileCamera>& cameras) {
  if (format.write_rig == nullptr) {
    throw Error(ErrorCode::kBadOption, std::string(format.title) + " is not written as a folder of files");
  }
  require_each(format, cameras);
  return format.write_rig(cameras);
}

}  // namespace fiducia

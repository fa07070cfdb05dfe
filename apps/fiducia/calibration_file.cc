#include "apps/fiducia/calibration_file.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "apps/fiducia/parse.h"
#include "fiducia/camera/pupil.h"
#include "fiducia/core/error.h"
#include "fiducia/detect/picture_files.h"
#include "fiducia/io/file.h"

namespace fiducia {

void add_calibration_options(CLI::App& command, CalibrationArguments& arguments) {
  command.add_option("--camera", arguments.camera,
                     "Which camera of a file with several: its name, or its index from 0");
  command.add_option("--model", arguments.model,
                     "opencv4 or fisheye: what the four coefficients of an OpenCV file mean that does not say it");
}

std::string calibration_file_of(const std::string& named) {
  namespace fs = std::filesystem;
  const fs::path path(named);
  const std::string extension = path.extension().string();
  if (extension == ".html" || extension == ".htm") {
    throw Error(ErrorCode::kBadFile,
                named +
                    ": a page for people is no calibration; give the calibration.json that was written beside it, "
                    "or that the page lets you download");
  }
  const fs::path inside = path / "calibration.json";
  return fs::is_directory(path) && fs::exists(inside) ? inside.string() : named;
}

std::vector<FileContent> calibration_files(const std::vector<std::string>& named) {
  namespace fs = std::filesystem;
  constexpr std::array kExtensions = {".yaml", ".yml", ".xml", ".json", ".cameramodel", ".txt", ".npz"};
  std::vector<FileContent> files;
  for (const std::string& name : named) {
    const std::string file = calibration_file_of(name);
    if (!fs::is_directory(file)) {
      files.push_back({file, read_file(file)});
      continue;
    }
    std::vector<std::string> inside;
    for (const fs::directory_entry& entry : fs::directory_iterator(file)) {
      const std::string extension = entry.path().extension().string();
      const bool known = std::find(kExtensions.begin(), kExtensions.end(), extension) != kExtensions.end();
      if (known && entry.is_regular_file()) inside.push_back(entry.path().string());
    }
    if (inside.empty()) throw Error(ErrorCode::kBadFile, file + ": there is no calibration file in this folder");
    std::sort(inside.begin(), inside.end(), natural_less);
    for (const std::string& one : inside) files.push_back({one, read_file(one)});
  }
  return files;
}

CalibrationRecord read_calibration(const std::string& named, const CalibrationArguments& arguments,
                                   const CameraFileOptions& known) {
  const std::string file = calibration_file_of(named);
  require_option(arguments.model.empty() || arguments.model == "opencv4" || arguments.model == "fisheye",
                 "--model: a calibration has its model; only opencv4 and fisheye can be asked for, where a file of "
                 "OpenCV with four coefficients leaves open which of the two it is");
  const std::string text = read_file(file);
  CameraFileOptions options = known;
  options.four_coefficients = arguments.model;
  const CameraFile cameras = read_camera_file(text, file, options);
  const FileCamera& camera = camera_of(cameras, arguments.camera, file);
  // Of a rig, as of other tools, only the cameras are known.
  if (cameras.format == "fiducia" && !camera.from_reference) return read_calibration_json(text, file);
  return {.camera = camera.camera, .pupil = camera.pupil};
}

std::string far_scene_note(const CalibrationRecord& record) {
  if (!record.pupil) return {};
  std::string note = "note: the entrance pupil of this lens moves with the angle; the scene is taken to be far away";
  if (!std::isfinite(record.pupil->nearest_m)) return note + "\n";
  return note + fmt::format(", where {:.3g} m away a pixel is up to {:.3g} px off\n", record.pupil->nearest_m,
                            pupil_effect_px(record.camera, record.pupil->values, record.pupil->nearest_m));
}

}  // namespace fiducia

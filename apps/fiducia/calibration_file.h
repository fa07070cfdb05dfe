#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/common.h"
#include "fiducia/io/calibration_json.h"
#include "fiducia/io/formats/camera_file.h"

namespace fiducia {

/// What tells the camera in a calibration file that leaves something open.
struct CalibrationArguments {
  std::string camera;  ///< which of several: a name or an index
  std::string model;   ///< opencv4 or fisheye: what four coefficients of OpenCV mean
};

void add_calibration_options(CLI::App& command, CalibrationArguments& arguments);

/// The file that a name means: that of a folder which 'fiducia calibrate -o' wrote is its calibration.json. Throws an
/// Error for a report.
[[nodiscard]] std::string calibration_file_of(const std::string& named);

/// The calibration files that names mean, with their content: files, and folders as the files in them that may be
/// calibrations (of a folder which 'fiducia calibrate -o' wrote its calibration.json alone), in natural order.
[[nodiscard]] std::vector<FileContent> calibration_files(const std::vector<std::string>& named);

/// A calibration of any format, or the folder of one. Of formats other than ours only the camera is known.
[[nodiscard]] CalibrationRecord read_calibration(const std::string& file, const CalibrationArguments& arguments,
                                                 const CameraFileOptions& known = {});

/// What becomes of a pupil that moves where a camera maps directions and knows no distances; empty without one.
[[nodiscard]] std::string far_scene_note(const CalibrationRecord& record);

}  // namespace fiducia

#include "fuzz/readers.h"

#include "fiducia/io/calibration_json.h"
#include "fiducia/io/formats/basalt_calibration.h"
#include "fiducia/io/formats/calibio_calibration.h"
#include "fiducia/io/formats/camera_file.h"
#include "fiducia/io/formats/colmap_cameras.h"
#include "fiducia/io/formats/colmap_rig.h"
#include "fiducia/io/formats/fiducia_cameras.h"
#include "fiducia/io/formats/kalibr_files.h"
#include "fiducia/io/formats/mrcal_cameramodel.h"
#include "fiducia/io/formats/mrcal_corners.h"
#include "fiducia/io/formats/opencv_calibration.h"
#include "fiducia/io/formats/opencv_stereo.h"
#include "fiducia/io/formats/rig_files.h"
#include "fiducia/io/formats/ros_camera_info.h"
#include "fiducia/io/formats/ros_stereo.h"
#include "fiducia/io/instants_csv.h"
#include "fiducia/io/observations_csv.h"
#include "fiducia/io/observations_json.h"
#include "fiducia/io/provenance.h"
#include "fiducia/io/read_observations.h"
#include "fiducia/io/tree/parse_tree.h"
#include "fiducia/report/agreement.h"
#include "fiducia/report/evaluated_calibration.h"

namespace fiducia {
namespace {

const CameraFileOptions kPresumedSize = {.image_size = ImageSize{640, 480}};
const ReadOptions kSmallBoard = {.image_size = ImageSize{640, 480}, .target = Target::chessboard(3, 2, 0.1)};

/// A camera reader under its own name; the result is used, so that what it holds is looked at.
template <CameraFormat::Reader Read>
void camera(std::string_view bytes) {
  for (const FileCamera& entry : Read(bytes, "f", kPresumedSize).cameras)
    static_cast<void>(entry.camera.project({0.1, 0.2, 1}));
}

template <ReadObservations (*Read)(std::string_view, const std::string&, const ReadOptions&)>
void observations(std::string_view bytes) {
  static_cast<void>(Read(bytes, "f", kSmallBoard));
}

void opencv_stereo(std::string_view bytes) {
  static_cast<void>(read_opencv_stereo_pose(parse_opencv_storage(bytes, "f")));
}

void colmap_rig(std::string_view bytes) { static_cast<void>(read_colmap_rig(parse_json(bytes, "f"))); }

/// A file twice, which is a rig where it says where its camera is.
void rig_files(std::string_view bytes) {
  const std::string text(bytes);
  static_cast<void>(rig_of(read_camera_files({{"a", text}, {"b", text}}, kPresumedSize), "f"));
}

ReadObservations opencv_observations(std::string_view bytes, const std::string& name, const ReadOptions& options) {
  return read_opencv_observations(parse_opencv_storage(bytes, name), options);
}

/// A calibration.json that a report is made from, with observations that may be its own.
void report(std::string_view bytes) {
  static const Observations kSeen = {
      {640, 480}, Target::chessboard(3, 2, 0.1), {{"a", {{0, {100, 100}}, {1, {200, 100}}, {5, {300, 200}}}}}};
  const EvaluatedCalibration calibration = read_evaluated_calibration(std::string(bytes), "f");
  require_its_observations(calibration, "f", kSeen);
  require_its_residuals(calibration, "f", used_frames(calibration, kSeen));
}

}  // namespace

const std::vector<FuzzReader>& fuzz_readers() {
  static const std::vector<FuzzReader> kReaders = {
      {"camera_file", camera<read_camera_file>},
      {"opencv_calibration", camera<read_opencv_calibration>},
      {"ros_camera_info", camera<read_ros_camera_info>},
      {"ros_ost", camera<read_ros_ost>},
      {"kalibr_camchain", camera<read_kalibr_camchain>},
      {"mrcal_cameramodel", camera<read_mrcal_cameramodel>},
      {"colmap_cameras", camera<read_colmap_cameras>},
      {"basalt_calibration", camera<read_basalt_calibration>},
      {"calibio_calibration", camera<read_calibio_calibration>},
      {"fiducia_cameras", camera<read_fiducia_cameras>},
      {"opencv_stereo", opencv_stereo},
      {"ros_stereo", [](std::string_view bytes) { static_cast<void>(read_ros_pose(bytes, "f")); }},
      {"colmap_rig", colmap_rig},
      {"rig_files", rig_files},
      {"calibration_json", [](std::string_view bytes) { static_cast<void>(read_calibration_json(bytes, "f")); }},
      {"provenance_json", [](std::string_view bytes) { static_cast<void>(read_provenance_json(bytes, "f")); }},
      {"report", report},
      {"kalibr_target", [](std::string_view bytes) { static_cast<void>(read_kalibr_target(bytes, "f")); }},
      {"target_spec", [](std::string_view bytes) { static_cast<void>(parse_target(bytes)); }},
      {"observations", observations<parse_observations>},
      {"observations_csv", observations<read_observations_csv>},
      {"observations_json", observations<read_observations_json>},
      {"opencv_observations", observations<opencv_observations>},
      {"mrcal_corners", observations<read_mrcal_corners>},
      {"instants_csv",
       [](std::string_view bytes) {
         static_cast<void>(read_instants_csv(bytes, "f", {"left", "right"}));
       }},
  };
  return kReaders;
}

}  // namespace fiducia

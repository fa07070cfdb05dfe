#include "fiducia/report/downloads.h"

#include "fiducia/core/error.h"
#include "fiducia/io/formats/camera_file.h"

namespace fiducia {
namespace {

/// How the file of a format is called where it stands alone.
struct DownloadName {
  std::string_view format;
  std::string_view file;
};
constexpr DownloadName kDownloads[] = {
    {"opencv", "opencv.yaml"},   {"opencv-xml", "opencv.xml"}, {"opencv-json", "opencv.json"},
    {"ros", "camera_info.yaml"}, {"kalibr", "camchain.yaml"},  {"mrcal", "camera.cameramodel"},
    {"colmap", "cameras.txt"},   {"matlab", "intrinsics.m"},
};

}  // namespace

Json downloads_part(const EvaluatedCalibration& calibration, const std::string& text) {
  Json downloads = Json::array();
  downloads.push_back({{"label", "calibration.json"}, {"file", "calibration.json"}, {"text", text}});
  const FileCamera camera{.name = calibration.camera_name, .camera = calibration.camera};
  for (const DownloadName& download : kDownloads) {
    const CameraFormat& format = camera_format_named(download.format);
    try {
      downloads.push_back(
          {{"label", format.title}, {"file", download.file}, {"text", camera_file_text(format, {camera})}});
    } catch (const Error&) {
      continue;  // the format does not have the model: 'fiducia convert' approximates, a report does not
    }
  }
  return downloads;
}

}  // namespace fiducia

#include "fiducia/io/formats/fiducia_cameras.h"

#include <set>

#include "fiducia/io/calibration_json.h"
#include "fiducia/io/domain_json.h"
#include "fiducia/io/formats/camera_labels.h"
#include "fiducia/io/json_values.h"

namespace fiducia {
namespace {

/// Of a rig that could not be calibrated only the diagnosis was written.
void refuse_failed_rig(const JsonDocument& document, const Json& root) {
  const Json* rig = document.optional_member(root, "rig");
  if (rig == nullptr || document.optional_member(root, "cameras") != nullptr) return;
  const Json* message = document.optional_member(root, "message");
  document.fail(*rig, "is that of a calibration that did not succeed" +
                          (message == nullptr ? "" : " (" + document.string(*message) + ")") + " and holds no cameras");
}

CameraFile read_rig_cameras(const JsonDocument& document, const Json& entries) {
  CameraFile file{"fiducia", {}};
  std::set<std::string> names;
  for (const Json& entry : document.array(entries)) {
    const Json& name = document.member(entry, "name");
    if (!names.insert(document.string(name)).second) document.fail(name, "is the name of two cameras");
    const Json& pose = document.member(entry, "camera_from_rig");
    file.cameras.push_back(
        {.name = document.string(name),
         .camera = read_camera_object(document, entry),
         .from_reference = Pose::from_vectors(document.vector3(document.member(pose, "rotation_vector")),
                                              document.vector3(document.member(pose, "translation")))});
  }
  if (file.cameras.empty()) document.fail(entries, "holds no camera");
  return file;
}

/// Adds model, image_size, parameters and the domain of a splined lens.
void add_lens(const FileCamera& camera, Json* object) {
  (*object)["model"] = camera.camera.model().info().name;
  (*object)["image_size"] = json_array(camera.camera.image_size());
  (*object)["parameters"] = parameters_object(camera.camera);
  if (Json domain = domain_array(camera.camera); !domain.is_null()) (*object)["domain"] = std::move(domain);
}

}  // namespace

CameraFile read_fiducia_cameras(std::string_view text, const std::string& file_name, const CameraFileOptions&) {
  const JsonDocument document(text, file_name);
  document.require_format(kCalibrationFormat);
  refuse_failed_rig(document, document.root());
  if (const Json* cameras = document.optional_member(document.root(), "cameras")) {
    return read_rig_cameras(document, *cameras);
  }
  CameraFile file{"fiducia", {}};
  const CalibrationRecord record = read_calibration_json(document);
  file.cameras.push_back({.name = record.camera_name, .camera = record.camera, .pupil = record.pupil});
  return file;
}

std::string fiducia_cameras(const std::vector<FileCamera>& cameras) {
  Json object = {{"format", kCalibrationFormat}};
  if (cameras.size() == 1) {
    const FileCamera& only = cameras.front();
    if (!only.name.empty()) object["camera_name"] = only.name;
    add_lens(only, &object);
    if (only.pupil) object["pupil"] = pupil_object(*only.pupil);
    return readable(object);
  }
  require_poses(cameras);
  const std::vector<std::string> names = camera_labels(cameras);
  object["cameras"] = Json::array();
  for (std::size_t i = 0; i < cameras.size(); ++i) {
    Json entry = {{"name", names[i]}};
    add_lens(cameras[i], &entry);
    entry["camera_from_rig"] = {{"rotation_vector", json_array(cameras[i].from_reference->rotation_vector())},
                                {"translation", json_array(cameras[i].from_reference->translation)}};
    object["cameras"].push_back(std::move(entry));
  }
  return readable(object);
}

}  // namespace fiducia

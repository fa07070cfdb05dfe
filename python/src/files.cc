#include "apps/fiducia/calibration_file.h"
#include "apps/fiducia/parse.h"
#include "fiducia/io/file.h"
#include "fiducia/io/formats/camera_file.h"
#include "fiducia/io/formats/rig_files.h"
#include "python/src/arrays.h"
#include "python/src/cameras.h"
#include "python/src/options.h"

namespace fiducia::python {
namespace {

CameraFileOptions file_options(const Keywords& keywords) {
  CameraFileOptions known;
  std::string size;
  keywords.take("image_size", &size);
  if (!size.empty()) known.presumed_image_size = parse_image_size("--image-size", size);
  keywords.take("model", &known.four_coefficients);
  return known;
}

CalibrationRecord read_record(const std::string& file, const py::dict& given) {
  const Keywords keywords(given);
  CalibrationArguments arguments;
  keywords.take("camera", &arguments.camera);
  keywords.take("model", &arguments.model);
  const CameraFileOptions known = file_options(keywords);
  const py::gil_scoped_release release;
  return read_calibration(calibration_file_of(file), arguments, known);
}

/// (name, camera, camera_from_reference or None) of each camera in files that belong together, or in one text.
py::list camera_list(const CameraFile& file) {
  py::list list;
  for (const FileCamera& one : file.cameras) {
    const py::object pose = one.from_reference ? py::object(pose_array(*one.from_reference)) : py::none();
    list.append(py::make_tuple(one.name.empty() ? one.key : one.name, one.camera, pose));
  }
  return list;
}

CalibrationRecord record_of_camera(const Camera& camera) { return {.camera = camera}; }

}  // namespace

void bind_files(py::module_& module) {
  py::class_<CalibrationRecord>(module, "CalibrationRecord", "What a calibration file says.")
      .def(py::init(&record_of_camera), py::arg("camera"))
      .def_static(
          "from_json",
          [](const std::string& text, const std::string& name) { return read_calibration_json(text, name); },
          py::arg("text"), py::arg("name"))
      .def_readonly("camera", &CalibrationRecord::camera)
      .def_readonly("camera_name", &CalibrationRecord::camera_name)
      .def_readonly("bound95_px", &CalibrationRecord::bound95_px)
      .def_property_readonly("covariance", [](const CalibrationRecord& record) -> py::object {
        if (!record.covariance_cr2) return py::none();
        return matrix_array(*record.covariance_cr2);
      });
  module.def("read_record", &read_record, py::arg("file"), py::arg("options"));
  module.def(
      "read_cameras",
      [](const std::vector<std::string>& files, const py::dict& given) {
        const CameraFileOptions known = file_options(Keywords(given));
        return camera_list(read_camera_files(calibration_files(files), known));
      },
      py::arg("files"), py::arg("options"));
  module.def(
      "read_camera_text",
      [](const std::string& text, const std::string& name, const py::dict& given) {
        return camera_list(read_camera_file(text, name, file_options(Keywords(given))));
      },
      py::arg("text"), py::arg("name"), py::arg("options"));
  module.def("format_names", [] {
    std::vector<std::string> names;
    for (const CameraFormat& format : camera_formats()) {
      if (format.write != nullptr) names.emplace_back(format.name);
    }
    return names;
  });
  module.def("write_file", [](const std::string& path, const std::string& text) { write_file_atomically(path, text); });
}

}  // namespace fiducia::python

#include "fiducia/io/formats/calibio_calibration.h"

#include "fiducia/core/error.h"
#include "fiducia/io/formats/foreign_values.h"
#include "fiducia/io/tree/parse_tree.h"

namespace fiducia {
namespace {

constexpr std::string_view kOrder[] = {"k1", "k2", "p1", "p2", "k3", "k4",   "k5",
                                       "k6", "s1", "s2", "s3", "s4", "tauX", "tauY"};

double value_of(const TreeDocument& document, const Tree& parameters, std::string_view name) {
  return document.number(document.member(document.member(parameters, name), "val"));
}

/// The shortest of OpenCV's lists of coefficients that holds all that are not zero.
std::vector<double> shortened(std::vector<double> coefficients) {
  for (const std::size_t count : {4U, 5U, 8U, 12U}) {
    if (OpenCvLens{.coefficients = coefficients}.uses_only(count)) {
      coefficients.resize(count);
      break;
    }
  }
  return coefficients;
}

/// Beside the parameters, a level or two deeper; the levels have changed names over the versions.
const Tree* image_size_below(const Tree& data, int levels) {
  if (const Tree* size = data.find("imageSize")) return size;
  if (levels == 0) return nullptr;
  for (const Tree& item : data.items) {
    if (const Tree* size = image_size_below(item, levels - 1)) return size;
  }
  return nullptr;
}

ImageSize calibio_image_size(const TreeDocument& document, const Tree& data, const CameraFileOptions& options) {
  if (const Tree* size = image_size_below(data, 3)) {
    return {pixel_count(document, document.member(*size, "width")),
            pixel_count(document, document.member(*size, "height"))};
  }
  if (options.image_size) return *options.image_size;
  if (options.presumed_image_size) return *options.presumed_image_size;
  document.fail(data, "does not say how large the images are (imageSize); give --image-size WxH");
}

Camera read_calibio_camera(const TreeDocument& document, const Tree& entry, const CameraFileOptions& options) {
  const Tree& model = document.member(entry, "model");
  if (const Tree* type = document.optional_member(model, "polymorphic_name")) {
    if (document.string(*type).find("OpenCV") == std::string::npos) {
      document.fail(*type, "is '" + document.string(*type) + "'; what is understood: libCalib::CameraModelOpenCV");
    }
  }
  const Tree& data = document.member(document.member(model, "ptr_wrapper"), "data");
  const Tree& parameters = document.member(data, "parameters");
  const double f = value_of(document, parameters, "f");
  OpenCvLens lens{f, f * value_of(document, parameters, "ar"), value_of(document, parameters, "cx"),
                  value_of(document, parameters, "cy")};
  for (const std::string_view name : kOrder) {
    lens.coefficients.push_back(parameters.find(name) == nullptr ? 0 : value_of(document, parameters, name));
  }
  lens.coefficients = shortened(lens.coefficients);
  return camera_at(document, parameters, lens, calibio_image_size(document, data, options));
}

}  // namespace

bool is_calibio_calibration(const Tree& root) {
  const Tree* calibration = root.find("Calibration");
  return calibration != nullptr && calibration->find("cameras") != nullptr;
}

CameraFile read_calibio_calibration(std::string_view text, const std::string& file_name,
                                    const CameraFileOptions& options) {
  return read_calibio_cameras(parse_json(text, file_name), options);
}

CameraFile read_calibio_cameras(const TreeDocument& document, const CameraFileOptions& options) {
  const Tree& cameras = document.list(document.member(document.member(document.root(), "Calibration"), "cameras"));
  if (cameras.items.empty()) document.fail(cameras, "holds no camera");
  CameraCollector read("calibio");
  for (const Tree& entry : cameras.items) {
    read.add({}, {}, [&] { return FileCamera{.camera = read_calibio_camera(document, entry, options)}; });
  }
  return std::move(read).finish();
}

}  // namespace fiducia

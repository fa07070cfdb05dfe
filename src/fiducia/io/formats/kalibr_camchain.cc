#include <algorithm>

#include "fiducia/core/error.h"
#include "fiducia/io/formats/foreign_values.h"
#include "fiducia/io/formats/kalibr_files.h"
#include "fiducia/io/json.h"
#include "fiducia/io/tree/parse_tree.h"

namespace fiducia {
namespace {

constexpr std::string_view kReadable =
    "pinhole with radtan, equidistant, fov or none, omni with radtan or none, ds with none and eucm with none";

Camera read_kalibr_camera(const TreeDocument& document, const Tree& entry) {
  const Tree& model_value = document.member(entry, "camera_model");
  const Tree* distortion_value = document.optional_member(entry, "distortion_model");
  const std::string& model = document.string(model_value);
  const std::string distortion = distortion_value == nullptr ? "none" : document.string(*distortion_value);
  const Tree& intrinsics = document.member(entry, "intrinsics");
  const ImageSize size = image_size_of(document, document.member(entry, "resolution"));
  std::vector<double> coefficients;
  if (distortion != "none") {
    const Tree& values = document.member(entry, "distortion_coeffs");
    if (distortion != "radtan" && distortion != "equidistant" && distortion != "fov") {
      document.fail(*distortion_value, "is " + distortion + "; what is understood: " + std::string(kReadable));
    }
    coefficients = document.numbers(values, distortion == "fov" ? 1 : 4);
  }
  const bool plain = distortion == "none";
  if (model == "pinhole") {
    const std::vector<double> p = document.numbers(intrinsics, 4);
    if (distortion == "fov") {
      return camera_at(document, intrinsics, "fov", {p[0], p[1], p[2], p[3], coefficients[0]}, size);
    }
    const OpenCvLens lens{p[0], p[1], p[2], p[3], distortion == "equidistant", coefficients};
    return camera_at(document, intrinsics, lens, size);
  }
  if (model == "omni" && (plain || distortion == "radtan")) {
    const std::vector<double> p = document.numbers(intrinsics, 5);
    coefficients.resize(4, 0);
    std::vector<double> theta = {p[1], p[2], p[3], p[4], p[0]};
    theta.insert(theta.end(), coefficients.begin(), coefficients.end());
    return camera_at(document, intrinsics, "mei", theta, size);
  }
  if ((model == "ds" || model == "eucm") && plain) {  // xi, alpha; alpha, beta
    const std::vector<double> p = document.numbers(intrinsics, 6);
    return camera_at(document, intrinsics, model == "ds" ? "double_sphere" : "eucm",
                     {p[2], p[3], p[4], p[5], p[0], p[1]}, size);
  }
  document.fail(model_value, "is " + model + " with " + distortion + "; what is understood: " + std::string(kReadable));
}

struct KalibrTerms {
  std::string model;
  std::vector<double> intrinsics;
  std::string distortion = "none";
  std::vector<double> coefficients = {};
};

KalibrTerms kalibr_terms(const Camera& camera) {
  const std::string_view name = camera.model().info().name;
  const std::vector<double>& theta = camera.parameters();
  if (name == "mei") {
    return {"omni", {theta[4], theta[0], theta[1], theta[2], theta[3]}, "radtan", {theta.begin() + 5, theta.end()}};
  }
  if (name == "double_sphere" || name == "eucm") {
    return {name == "eucm" ? "eucm" : "ds", {theta[4], theta[5], theta[0], theta[1], theta[2], theta[3]}};
  }
  if (name == "fov") return {"pinhole", {theta.begin(), theta.begin() + 4}, "fov", {theta[4]}};
  const std::optional<OpenCvLens> lens = opencv_lens(camera);
  if (!lens || (!lens->fisheye && !lens->uses_only(4))) {
    refuse_to_express(camera, "Kalibr's camchain",
                      "pinhole, radial1, radial2, opencv4, fisheye, fov, double_sphere, eucm and mei");
  }
  KalibrTerms terms{"pinhole", {lens->fx, lens->fy, lens->cx, lens->cy}};
  if (lens->coefficients.empty()) return terms;
  terms.distortion = lens->fisheye ? "equidistant" : "radtan";
  terms.coefficients = lens->padded(4);
  return terms;
}

std::string matrix_rows(const Pose& pose) {
  std::string text;
  for (int i = 0; i < 3; ++i) {
    const auto row = pose.rotation.row(i);
    text += "  - " + bracketed({row[0], row[1], row[2], pose.translation[i]}) + "\n";
  }
  return text + "  - [0.0, 0.0, 0.0, 1.0]\n";
}

}  // namespace

bool is_kalibr_camchain(const Tree& root) {
  return root.is_map() && std::any_of(root.items.begin(), root.items.end(),
                                      [](const Tree& item) { return item.find("camera_model") != nullptr; });
}

CameraFile read_kalibr_camchain(std::string_view text, const std::string& file_name, const CameraFileOptions&) {
  return read_kalibr_cameras(parse_yaml(text, file_name));
}

CameraFile read_kalibr_cameras(const TreeDocument& document) {
  const Tree& root = document.root();
  if (!root.is_map()) document.fail(root, "must be a map of cameras: cam0, cam1, ...");
  CameraCollector cameras("kalibr");
  std::optional<Pose> last;
  bool is_first_read = false;  // and may be the beginning of a chain
  std::size_t count = 0;
  for (std::size_t i = 0; i < root.items.size(); ++i) {
    const Tree& entry = root.items[i];
    if (!entry.is_map()) continue;
    std::string name;
    if (const Tree* topic = document.optional_member(entry, "rostopic"); topic != nullptr && topic->is_text()) {
      name = document.string(*topic);
      if (name.starts_with('/')) name.erase(0, 1);
    }
    // The chain goes on through a camera that cannot be read.
    const Tree* step = document.optional_member(entry, "T_cn_cnm1");
    if (step != nullptr) {
      last = pose_of_matrix(document, *step) * last.value_or(Pose{});
      if (count == 1 && is_first_read) cameras.cameras().front().from_reference = Pose{};
    } else {
      last.reset();
    }
    const bool was_read = cameras.add(root.keys[i], name, [&] {
      return FileCamera{
          .key = root.keys[i], .name = name, .camera = read_kalibr_camera(document, entry), .from_reference = last};
    });
    if (count++ == 0) is_first_read = was_read;
  }
  if (count == 0) document.fail(root, "holds no camera");
  return std::move(cameras).finish();
}

std::string kalibr_camchain(const std::vector<FileCamera>& cameras) {
  std::string text;
  const bool chained = cameras.size() > 1 && std::all_of(cameras.begin(), cameras.end(), [](const FileCamera& camera) {
                         return camera.from_reference.has_value();
                       });
  for (std::size_t i = 0; i < cameras.size(); ++i) {
    const FileCamera& camera = cameras[i];
    const KalibrTerms terms = kalibr_terms(camera.camera);
    const ImageSize size = camera.camera.image_size();
    text += "cam" + std::to_string(i) + ":\n";
    if (chained && i > 0) {
      text += "  T_cn_cnm1:\n" + matrix_rows(*camera.from_reference * cameras[i - 1].from_reference->inverse());
    }
    text += "  cam_overlaps: []\n  camera_model: " + terms.model +
            "\n  distortion_coeffs: " + bracketed(terms.coefficients) + "\n  distortion_model: " + terms.distortion +
            "\n  intrinsics: " + bracketed(terms.intrinsics) + "\n  resolution: [" + std::to_string(size.width) + ", " +
            std::to_string(size.height) + "]\n";
    text += "  rostopic: " + Json("/" + (camera.name.empty() ? "cam" + std::to_string(i) : camera.name)).dump() + "\n";
  }
  return text;
}

}  // namespace fiducia

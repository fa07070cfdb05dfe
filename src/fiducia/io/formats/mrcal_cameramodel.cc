#include "fiducia/io/formats/mrcal_cameramodel.h"

#include "fiducia/io/formats/foreign_values.h"
#include "fiducia/io/text.h"
#include "fiducia/io/tree/parse_tree.h"

namespace fiducia {
namespace {

constexpr std::string_view kPrefix = "LENSMODEL_";
constexpr std::string_view kPossible = "LENSMODEL_PINHOLE, _OPENCV4, _OPENCV5, _OPENCV8 and _OPENCV12";

/// The number of distortion coefficients of a lens model.
std::size_t coefficients_of(const TreeDocument& document, const Tree& value) {
  const std::string& name = document.string(value);
  for (const auto& [known, count] : {std::pair<std::string_view, std::size_t>{"LENSMODEL_PINHOLE", 0},
                                     {"LENSMODEL_OPENCV4", 4},
                                     {"LENSMODEL_OPENCV5", 5},
                                     {"LENSMODEL_OPENCV8", 8},
                                     {"LENSMODEL_OPENCV12", 12}}) {
    if (name == known) return count;
  }
  document.fail(value,
                "is " + excerpt(name) + ", which is not modelled here; what is understood: " + std::string(kPossible));
}

}  // namespace

bool is_mrcal_cameramodel(std::string_view text) {
  return text.find("lensmodel") != std::string_view::npos && text.find(kPrefix) != std::string_view::npos;
}

CameraFile read_mrcal_cameramodel(std::string_view text, const std::string& file_name, const CameraFileOptions&) {
  const TreeDocument document = parse_python_literal(text, file_name);
  const Tree& root = document.root();
  const std::size_t coefficients = coefficients_of(document, document.member(root, "lensmodel"));
  const Tree& intrinsics = document.member(root, "intrinsics");
  const std::vector<double> p = document.numbers(intrinsics, 4 + coefficients);
  const ImageSize size = image_size_of(document, document.member(root, "imagersize"));
  const OpenCvLens lens{p[0], p[1], p[2], p[3], false, {p.begin() + 4, p.end()}};
  FileCamera camera{.camera = camera_at(document, intrinsics, lens, size)};
  for (const std::string_view key : {"rt_cam_ref", "extrinsics"}) {
    const Tree* pose = document.optional_member(root, key);
    if (pose == nullptr) continue;
    const std::vector<double> rt = document.numbers(*pose, 6);
    camera.from_reference = Pose::from_vectors({rt[0], rt[1], rt[2]}, {rt[3], rt[4], rt[5]});
    break;
  }
  CameraFile file{"mrcal", {}};
  file.cameras.push_back(std::move(camera));
  return file;
}

std::string mrcal_cameramodel(const std::vector<FileCamera>& cameras) {
  const Camera& camera = cameras.front().camera;
  const std::optional<OpenCvLens> lens = opencv_lens(camera);
  if (!lens || lens->fisheye) {
    refuse_to_express(camera, "mrcal's cameramodel", "pinhole, radial1 to radial3 and opencv4 to opencv12");
  }
  const std::size_t count = lens->coefficients.size();
  std::vector<double> intrinsics = {lens->fx, lens->fy, lens->cx, lens->cy};
  intrinsics.insert(intrinsics.end(), lens->coefficients.begin(), lens->coefficients.end());
  const Pose pose = cameras.front().from_reference.value_or(Pose{});
  const Vector3 r = pose.rotation_vector();
  const Vector3& t = pose.translation;
  const ImageSize size = camera.image_size();
  return "{\n    'lensmodel': '" + std::string(kPrefix) + (count == 0 ? "PINHOLE" : "OPENCV" + std::to_string(count)) +
         "',\n    # fx, fy, cx, cy, then the distortion in OpenCV's order\n    'intrinsics': " + bracketed(intrinsics) +
         ",\n    # rotation (Rodrigues) and translation: camera <- reference\n    'extrinsics': " +
         bracketed({r[0], r[1], r[2], t[0], t[1], t[2]}) + ",\n    'imagersize': [" + std::to_string(size.width) +
         ", " + std::to_string(size.height) + "],\n}\n";
}

}  // namespace fiducia

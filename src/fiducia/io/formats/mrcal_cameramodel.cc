#include "fiducia/io/formats/mrcal_cameramodel.h"

#include <cmath>

#include "fiducia/camera/cahvore.h"
#include "fiducia/core/error.h"
#include "fiducia/io/formats/camera_labels.h"
#include "fiducia/io/formats/foreign_values.h"
#include "fiducia/io/formats/mrcal_spline.h"
#include "fiducia/io/text.h"
#include "fiducia/io/tree/parse_tree.h"

namespace fiducia {
namespace {

constexpr std::string_view kPrefix = "LENSMODEL_";
constexpr std::string_view kPossible =
    "LENSMODEL_PINHOLE, _OPENCV4, _OPENCV5, _OPENCV8, _OPENCV12, _CAHVOR, _CAHVORE_linearity=... and "
    "_SPLINED_STEREOGRAPHIC_...";
constexpr std::string_view kCahvor = "LENSMODEL_CAHVOR";
constexpr std::string_view kCahvore = "LENSMODEL_CAHVORE_linearity=";
constexpr std::size_t kCahvorSize = 9;    // fx fy cx cy alpha beta r0 r1 r2
constexpr std::size_t kCahvoreSize = 12;  // and e0 e1 e2

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

std::optional<SplineGrid> grid_in(const TreeDocument& document, const Tree& name) {
  try {
    return grid_of_mrcal_name(document.string(name));
  } catch (const Error& error) {
    document.fail(name, std::string("cannot be used: ") + error.what());
  }
}

Camera read_splined(const TreeDocument& document, const SplineGrid& grid, ImageSize size) {
  const Tree& intrinsics = document.member(document.root(), "intrinsics");
  const auto model = std::make_shared<const SplineModel>(grid);
  const auto count = static_cast<std::size_t>(model->size());
  if (document.list(intrinsics).items.size() != count) {
    document.fail(intrinsics, "has " + std::to_string(intrinsics.items.size()) +
                                  " numbers; fx, fy, cx, cy and two for " + std::to_string(grid.columns) + "x" +
                                  std::to_string(grid.rows) + " knots make " + std::to_string(count));
  }
  Camera camera = camera_at(document, intrinsics, model->info().name, document.numbers(intrinsics), size);
  const Tree* region = document.optional_member(document.root(), "valid_intrinsics_region");
  if (region == nullptr) return camera;
  std::vector<Vector2> polygon;
  for (const Tree& point : document.list(*region).items) {
    const std::vector<double> pixel = document.numbers(point, 2);
    polygon.emplace_back(pixel[0], pixel[1]);
  }
  return with_valid_region(camera, polygon);
}

Camera read_opencv_lens(const TreeDocument& document, const Tree& name, ImageSize size) {
  const std::size_t coefficients = coefficients_of(document, name);
  const Tree& intrinsics = document.member(document.root(), "intrinsics");
  const std::vector<double> p = document.numbers(intrinsics, 4 + coefficients);
  const OpenCvLens lens{p[0], p[1], p[2], p[3], false, {p.begin() + 4, p.end()}};
  return camera_at(document, intrinsics, lens, size);
}

/// The camera of CAHVOR, or of CAHVORE as long as it has one centre.
Camera read_cahvor(const TreeDocument& document, const Tree& name, ImageSize size) {
  const Tree& intrinsics = document.member(document.root(), "intrinsics");
  if (document.string(name) == kCahvor) {
    return camera_at(document, intrinsics, "cahvor", document.numbers(intrinsics, kCahvorSize), size);
  }
  const std::string_view setting = std::string_view(name.text).substr(kCahvore.size());
  const std::optional<double> linearity = number_in(setting);
  if (!linearity || !(std::abs(*linearity) <= 1)) {
    document.fail(name, "has the linearity " + excerpt(setting) + "; it is a number from -1 to 1");
  }
  std::vector<double> p = document.numbers(intrinsics, kCahvoreSize);
  if (p[9] != 0 || p[10] != 0 || p[11] != 0) {
    document.fail(intrinsics,
                  "has a CAHVORE lens whose centre of projection moves with the angle (its last three numbers, e0 e1 "
                  "e2, are not zero): no central camera projects as it does at all distances. Calibrate a central "
                  "model, such as LENSMODEL_SPLINED_STEREOGRAPHIC or CAHVORE with e0 = e1 = e2 = 0");
  }
  p.resize(kCahvorSize);
  const CahvoreModel model(*linearity);
  return camera_at(document, intrinsics, model.info().name, std::move(p), size);
}

Camera read_lens(const TreeDocument& document, const Tree& name, ImageSize size) {
  if (const std::optional<SplineGrid> grid = grid_in(document, name)) return read_splined(document, *grid, size);
  const std::string& text = document.string(name);
  if (text == kCahvor || text.starts_with(kCahvore)) return read_cahvor(document, name, size);
  return read_opencv_lens(document, name, size);
}

/// Everything before the extrinsics.
struct MrcalLens {
  std::string name;
  std::string comment;
  std::vector<double> intrinsics;
};

MrcalLens lens_for_mrcal(const Camera& camera) {
  if (const SplineModel* spline = as_spline(camera.model())) {
    return {mrcal_name_of(spline->grid()), "fx, fy, cx, cy, then the knots, row by row, x and y of each",
            camera.parameters()};
  }
  constexpr const char* kCahvorComment = "fx, fy, cx, cy, alpha, beta, r0, r1, r2";
  if (camera.model().info().name == "cahvor") return {std::string(kCahvor), kCahvorComment, camera.parameters()};
  if (const auto* cahvore = dynamic_cast<const CahvoreModel*>(&camera.model())) {
    std::vector<double> intrinsics = camera.parameters();
    intrinsics.resize(kCahvoreSize, 0);
    return {std::string(kCahvore) + shortest(cahvore->linearity()), std::string(kCahvorComment) + ", e0, e1, e2",
            std::move(intrinsics)};
  }
  const std::optional<OpenCvLens> lens = opencv_lens(camera);
  if (!lens || lens->fisheye) {
    refuse_to_express(camera, "mrcal's cameramodel",
                      "pinhole, radial1 to radial3, opencv4 to opencv12, cahvor, cahvore and spline");
  }
  const std::size_t count = lens->coefficients.size();
  MrcalLens result{std::string(kPrefix) + (count == 0 ? "PINHOLE" : "OPENCV" + std::to_string(count)),
                   "fx, fy, cx, cy, then the distortion in OpenCV's order",
                   {lens->fx, lens->fy, lens->cx, lens->cy}};
  result.intrinsics.insert(result.intrinsics.end(), lens->coefficients.begin(), lens->coefficients.end());
  return result;
}

/// The places where a splined lens is determined.
std::string region_line(const Camera& camera) {
  const std::vector<Vector2> region = valid_region(camera);
  if (region.empty()) return {};
  std::string points;
  for (const Vector2& p : region) points += (points.empty() ? "" : ", ") + bracketed({p.x(), p.y()});
  return "    'valid_intrinsics_region': [" + points + "],\n";
}

}  // namespace

bool is_mrcal_cameramodel(std::string_view text) {
  return text.find("lensmodel") != std::string_view::npos && text.find(kPrefix) != std::string_view::npos;
}

CameraFile read_mrcal_cameramodel(std::string_view text, const std::string& file_name, const CameraFileOptions&) {
  const TreeDocument document = parse_python_literal(text, file_name);
  const Tree& root = document.root();
  const Tree& name = document.member(root, "lensmodel");
  const ImageSize size = image_size_of(document, document.member(root, "imagersize"));
  FileCamera camera{.camera = read_lens(document, name, size)};
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
  const MrcalLens lens = lens_for_mrcal(camera);
  const Pose pose = cameras.front().from_reference.value_or(Pose{});
  const Vector3 r = pose.rotation_vector();
  const Vector3& t = pose.translation;
  const ImageSize size = camera.image_size();
  return "{\n    'lensmodel': '" + lens.name + "',\n    # " + lens.comment +
         "\n    'intrinsics': " + bracketed(lens.intrinsics) + ",\n" + region_line(camera) +
         "    # rotation (Rodrigues) and translation: camera <- reference\n    'extrinsics': " +
         bracketed({r[0], r[1], r[2], t[0], t[1], t[2]}) + ",\n    'imagersize': [" + std::to_string(size.width) +
         ", " + std::to_string(size.height) + "],\n}\n";
}

std::vector<FileContent> mrcal_rig_files(const std::vector<FileCamera>& cameras) {
  require_poses(cameras);
  const std::vector<std::string> names = camera_file_labels(cameras);
  std::vector<FileContent> files;
  for (std::size_t i = 0; i < cameras.size(); ++i) {
    files.push_back({names[i] + ".cameramodel", mrcal_cameramodel({cameras[i]})});
  }
  return files;
}

}  // namespace fiducia

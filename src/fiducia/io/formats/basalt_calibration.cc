#include "fiducia/io/formats/basalt_calibration.h"

#include <Eigen/Geometry>
#include <initializer_list>

#include "fiducia/io/formats/foreign_values.h"
#include "fiducia/io/tree/parse_tree.h"

namespace fiducia {
namespace {

constexpr double kNearlyUnit = 1e-3;

std::vector<double> named(const TreeDocument& document, const Tree& map, std::initializer_list<const char*> keys) {
  std::vector<double> values;
  for (const char* key : keys) values.push_back(document.number(document.member(map, key)));
  return values;
}

Camera read_basalt_camera(const TreeDocument& document, const Tree& entry, ImageSize size) {
  const Tree& type = document.member(entry, "camera_type");
  const std::string& name = document.string(type);
  const Tree& p = document.member(entry, "intrinsics");
  if (name == "ds") {
    return camera_at(document, p, "double_sphere", named(document, p, {"fx", "fy", "cx", "cy", "xi", "alpha"}), size);
  }
  if (name == "eucm") {
    return camera_at(document, p, "eucm", named(document, p, {"fx", "fy", "cx", "cy", "alpha", "beta"}), size);
  }
  const std::vector<double> k = named(document, p, {"fx", "fy", "cx", "cy"});
  OpenCvLens lens{k[0], k[1], k[2], k[3]};
  if (name == "kb4") {
    lens.fisheye = true;
    lens.coefficients = named(document, p, {"k1", "k2", "k3", "k4"});
  } else if (name == "pinhole-radtan8") {
    lens.coefficients = named(document, p, {"k1", "k2", "p1", "p2", "k3", "k4", "k5", "k6"});
  } else if (name != "pinhole") {
    document.fail(type, "is '" + name + "'; what is understood: ds, eucm, kb4, pinhole and pinhole-radtan8");
  }
  return camera_at(document, p, lens, size);
}

Pose read_imu_from_camera(const TreeDocument& document, const Tree& value) {
  const std::vector<double> t = named(document, value, {"px", "py", "pz"});
  const std::vector<double> q = named(document, value, {"qx", "qy", "qz", "qw"});
  const Eigen::Quaterniond rotation(q[3], q[0], q[1], q[2]);
  if (!(std::abs(rotation.norm() - 1) < kNearlyUnit))
    document.fail(value, "is no pose: its quaternion has not length 1");
  return {rotation.normalized().toRotationMatrix(), {t[0], t[1], t[2]}};
}

}  // namespace

bool is_basalt_calibration(const Tree& root) {
  const Tree* value = root.find("value0");
  return value != nullptr && value->find("intrinsics") != nullptr;
}

CameraFile read_basalt_calibration(std::string_view text, const std::string& file_name, const CameraFileOptions&) {
  return read_basalt_cameras(parse_json(text, file_name));
}

CameraFile read_basalt_cameras(const TreeDocument& document) {
  const Tree& root = document.member(document.root(), "value0");
  const Tree& entries = document.list(document.member(root, "intrinsics"));
  if (entries.items.empty()) document.fail(entries, "holds no camera");
  const Tree& sizes = document.list(document.member(root, "resolution"), entries.items.size());
  const Tree* poses = document.optional_member(root, "T_imu_cam");
  if (poses != nullptr) document.list(*poses, entries.items.size());
  CameraCollector cameras("basalt");
  for (std::size_t i = 0; i < entries.items.size(); ++i) {
    cameras.add({}, {}, [&] {
      const ImageSize size = image_size_of(document, sizes.items[i]);
      FileCamera camera{.camera = read_basalt_camera(document, entries.items[i], size)};
      if (poses != nullptr) camera.from_reference = read_imu_from_camera(document, poses->items[i]).inverse();
      return camera;
    });
  }
  return std::move(cameras).finish();
}

}  // namespace fiducia

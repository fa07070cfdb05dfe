#include "fiducia/io/formats/basalt_calibration.h"

#include <Eigen/Geometry>
#include <initializer_list>

#include "fiducia/io/formats/camera_labels.h"
#include "fiducia/io/formats/foreign_values.h"
#include "fiducia/io/json.h"
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

/// The camera in basalt's terms: its type and its numbers by name.
Json basalt_camera(const Camera& camera) {
  const std::string_view name = camera.model().info().name;
  const std::vector<double>& p = camera.parameters();
  const auto entry = [](const char* type, double fx, double fy, double cx, double cy, const Json& rest) {
    Json intrinsics = {{"fx", fx}, {"fy", fy}, {"cx", cx}, {"cy", cy}};
    intrinsics.update(rest);
    return Json{{"camera_type", type}, {"intrinsics", std::move(intrinsics)}};
  };
  if (name == "double_sphere") return entry("ds", p[0], p[1], p[2], p[3], {{"xi", p[4]}, {"alpha", p[5]}});
  if (name == "eucm") return entry("eucm", p[0], p[1], p[2], p[3], {{"alpha", p[4]}, {"beta", p[5]}});
  const std::optional<OpenCvLens> lens = opencv_lens(camera);
  if (!lens || (!lens->fisheye && !lens->uses_only(8))) {
    refuse_to_express(camera, "basalt's JSON",
                      "pinhole, radial1 to radial3, opencv4, opencv5, opencv8, fisheye, double_sphere and eucm");
  }
  if (lens->coefficients.empty()) return entry("pinhole", lens->fx, lens->fy, lens->cx, lens->cy, Json::object());
  const std::vector<double> k = lens->padded(8);
  if (lens->fisheye) {
    return entry("kb4", lens->fx, lens->fy, lens->cx, lens->cy,
                 {{"k1", k[0]}, {"k2", k[1]}, {"k3", k[2]}, {"k4", k[3]}});
  }
  return entry("pinhole-radtan8", lens->fx, lens->fy, lens->cx, lens->cy,
               {{"k1", k[0]},
                {"k2", k[1]},
                {"p1", k[2]},
                {"p2", k[3]},
                {"k3", k[4]},
                {"k4", k[5]},
                {"k5", k[6]},
                {"k6", k[7]},
                {"rpmax", 0.0}});  // no limit of the radius
}

Json basalt_pose(const Pose& pose) {
  const Eigen::Quaterniond q(pose.rotation);
  const Vector3& t = pose.translation;
  return {{"px", t.x()}, {"py", t.y()}, {"pz", t.z()}, {"qx", q.x()}, {"qy", q.y()}, {"qz", q.z()}, {"qw", q.w()}};
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

std::string basalt_calibration(const std::vector<FileCamera>& cameras) {
  if (cameras.size() > 1) require_poses(cameras);
  Json poses = Json::array();
  Json lenses = Json::array();
  Json sizes = Json::array();
  for (const FileCamera& camera : cameras) {
    poses.push_back(basalt_pose(camera.from_reference.value_or(Pose{}).inverse()));
    lenses.push_back(basalt_camera(camera.camera));
    sizes.push_back({camera.camera.image_size().width, camera.camera.image_size().height});
  }
  const auto thrice = [](double value) { return Json{value, value, value}; };
  const Json root = {{"value0",
                      {{"T_imu_cam", std::move(poses)},
                       {"intrinsics", std::move(lenses)},
                       {"resolution", std::move(sizes)},
                       {"calib_accel_bias", std::vector<double>(9, 0.0)},
                       {"calib_gyro_bias", std::vector<double>(12, 0.0)},
                       {"imu_update_rate", 200.0},
                       {"accel_noise_std", thrice(0.016)},
                       {"gyro_noise_std", thrice(0.000282)},
                       {"accel_bias_std", thrice(0.001)},
                       {"gyro_bias_std", thrice(0.0001)},
                       {"cam_time_offset_ns", 0},
                       {"vignette", Json::array()}}}};
  return readable(root);
}

}  // namespace fiducia

#include "random_setups.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace fiducia::testing {
namespace {

constexpr double kNoise_px = 0.1;
constexpr double kDegree = std::numbers::pi / 180;

double log_uniform(RandomStream& random, double low, double high) {
  return low * std::pow(high / low, random.uniform());
}

bool is_wide(const Model& model) {
  for (const char* name : {"fisheye", "double_sphere", "eucm", "mei"}) {
    if (model.info().name == name) return true;
  }
  return false;
}

struct Optics {
  ImageSize size;
  double f;  ///< px
  Vector2 centre;
  double corner;  ///< of the image, as a normalised radius x/z
};

Optics random_optics(RandomStream& random) {
  Optics optics;
  optics.size.width = static_cast<int>(random.uniform(640, 4000));
  optics.size.height = static_cast<int>(optics.size.width * random.uniform(0.55, 1));
  optics.f = optics.size.width * log_uniform(random, 0.3, 3);
  optics.centre = {optics.size.width * random.uniform(0.4, 0.6), optics.size.height * random.uniform(0.4, 0.6)};
  optics.corner = 0.5 * std::hypot(optics.size.width, optics.size.height) / optics.f;
  return optics;
}

/// Sets a parameter that the model may not have.
void set(const Model& model, std::vector<double>& theta, const char* name, double value) {
  const int index = model.index_of(name);
  if (index >= 0) theta[static_cast<std::size_t>(index)] = value;
}

/// Coefficients as the shift that each causes at the image's corner, in parts of the radius there.
std::vector<double> random_narrow(const Model& model, const Optics& optics, RandomStream& random) {
  std::vector<double> theta = model.initial_parameters(optics.f, optics.centre.x(), optics.centre.y());
  set(model, theta, "fy", optics.f * random.uniform(0.97, 1.03));
  const double strength = random.uniform();
  const double s = optics.corner * optics.corner;
  set(model, theta, "k1", strength * random.uniform(-0.35, 0.1) / s);
  set(model, theta, "k2", strength * random.uniform(-0.05, 0.1) / (s * s));
  set(model, theta, "k3", strength * random.uniform(-0.03, 0.03) / (s * s * s));
  set(model, theta, "k4", strength * random.uniform(-0.05, 0.2) / s);
  set(model, theta, "k5", strength * random.uniform(-0.03, 0.05) / (s * s));
  set(model, theta, "k6", strength * random.uniform(-0.02, 0.02) / (s * s * s));
  for (const char* name : {"p1", "p2"})
    set(model, theta, name, strength * random.uniform(-0.005, 0.005) / optics.corner);
  for (const char* name : {"s1", "s3"})
    set(model, theta, name, strength * random.uniform(-0.005, 0.005) / optics.corner);
  for (const char* name : {"s2", "s4"}) {
    set(model, theta, name, strength * random.uniform(-0.003, 0.003) / (optics.corner * s));
  }
  return theta;
}

std::vector<double> random_wide(const Model& model, const Optics& optics, RandomStream& random) {
  std::vector<double> theta = model.initial_parameters(1, 0, 0);
  const double strength = random.uniform();
  if (model.info().name == "fisheye") {
    set(model, theta, "k1", strength * random.uniform(-0.08, 0.08));
    set(model, theta, "k2", strength * random.uniform(-0.02, 0.02));
    set(model, theta, "k3", strength * random.uniform(-0.005, 0.005));
    set(model, theta, "k4", strength * random.uniform(-0.001, 0.001));
  } else if (model.info().name == "double_sphere") {
    set(model, theta, "xi", random.uniform(-0.3, 0.3));
    set(model, theta, "alpha", random.uniform(0.4, 0.7));
  } else if (model.info().name == "eucm") {
    set(model, theta, "alpha", random.uniform(0.4, 0.75));
    set(model, theta, "beta", random.uniform(0.7, 1.6));
  } else {
    set(model, theta, "xi", random.uniform(0.7, 1.8));
    set(model, theta, "k1", strength * random.uniform(-0.15, 0.05));
    set(model, theta, "k2", strength * random.uniform(-0.02, 0.04));
    for (const char* name : {"p1", "p2"}) set(model, theta, name, strength * random.uniform(-0.002, 0.002));
  }
  // The focal length that puts half the field at half the image's width.
  const double half_field = 0.5 * random.uniform(100, 190) * kDegree;
  const Vector2 edge = model.project(theta.data(), Vector3(std::sin(half_field), 0, std::cos(half_field)));
  const double f = 0.5 * optics.size.width / edge.x();
  set(model, theta, "fx", f);
  set(model, theta, "fy", f * random.uniform(0.97, 1.03));
  set(model, theta, "cx", optics.centre.x());
  set(model, theta, "cy", optics.centre.y());
  return theta;
}

/// Whether every pixel of the middle, and nearly every pixel of all, has a ray: a camera that could be built.
bool sees_its_image(const Camera& camera, bool wide_model) {
  const ImageSize size = camera.image_size();
  for (int i = 0; i <= 16; ++i) {
    for (int j = 0; j <= 16; ++j) {
      const Vector2 u(size.width * i / 16.0, size.height * j / 16.0);
      const double radius = std::hypot(i / 8.0 - 1, j / 8.0 - 1);  // 1 at the middle of a border
      if (radius <= (wide_model ? 0.95 : 1.5) && !camera.unproject(u)) return false;
    }
  }
  return true;
}

Camera random_camera(const std::shared_ptr<const Model>& model, RandomStream& random) {
  while (true) {
    const Optics optics = random_optics(random);
    const std::vector<double> theta =
        is_wide(*model) ? random_wide(*model, optics, random) : random_narrow(*model, optics, random);
    const Camera camera(model, theta, optics.size);
    if (theta[0] > 0 && sees_its_image(camera, is_wide(*model))) return camera;
  }
}

/// A board somewhere in the image: the direction from a pixel, the distance from the angle that it is to fill.
std::optional<Frame> random_view(const Camera& camera, const Target& target, RandomStream& random, Pose* pose) {
  const ImageSize size = camera.image_size();
  const auto ray = camera.unproject({random.uniform(0, size.width), random.uniform(0, size.height)});
  const auto left = camera.unproject({0.02 * size.width, 0.5 * size.height});
  const auto right = camera.unproject({0.98 * size.width, 0.5 * size.height});
  if (!ray || !left || !right) return std::nullopt;
  const double field = std::min(150 * kDegree, std::acos(std::clamp(left->dot(*right), -1.0, 1.0)));
  const Vector3 extent = target.points.back() - target.points.front();
  const double distance = 0.5 * extent.norm() / std::tan(0.5 * field * random.uniform(0.3, 0.8));
  const auto angle = [&] { return random.uniform(-45, 45) * kDegree; };
  const Eigen::Quaterniond facing = Eigen::Quaterniond::FromTwoVectors(Vector3::UnitZ(), *ray);
  const double z = angle();
  const double y = angle();
  const double x = angle();
  pose->rotation = (facing * Eigen::AngleAxisd(z, Vector3::UnitZ()) * Eigen::AngleAxisd(y, Vector3::UnitY()) *
                    Eigen::AngleAxisd(x, Vector3::UnitX()))
                       .toRotationMatrix();
  pose->translation = distance * *ray - pose->rotation * (0.5 * (target.points.back() + target.points.front()));
  Frame frame;
  for (std::size_t id = 0; id < target.points.size(); ++id) {
    const auto u = camera.project(*pose * target.points[id]);
    if (!u || u->x() < 0 || u->y() < 0 || u->x() > size.width - 1 || u->y() > size.height - 1) return std::nullopt;
    const double du = kNoise_px * random.normal();
    const double dv = kNoise_px * random.normal();
    frame.corners.push_back({static_cast<int>(id), *u + Vector2(du, dv)});
  }
  return frame;
}

}  // namespace

Setup random_setup(const std::shared_ptr<const Model>& model, std::uint64_t seed) {
  RandomStream random(seed, 7);
  while (true) {
    Setup setup{random_camera(model, random), {}, {}};
    setup.observations.image_size = setup.camera.image_size();
    const int columns = static_cast<int>(random.uniform(9, 21));
    const int rows = static_cast<int>(random.uniform(6, 15));
    setup.observations.target = Target::chessboard(columns, rows, 0.03);
    const auto frames = static_cast<std::size_t>(log_uniform(random, 4, 51));
    for (int draw = 0; draw < 20000 && setup.observations.frames.size() < frames; ++draw) {
      Pose pose;
      auto frame = random_view(setup.camera, setup.observations.target, random, &pose);
      if (!frame) continue;
      frame->name = "view" + std::to_string(setup.observations.frames.size());
      setup.observations.frames.push_back(std::move(*frame));
      setup.camera_from_target.push_back(pose);
    }
    if (setup.observations.frames.size() == frames) return setup;
  }
}

}  // namespace fiducia::testing

#include "fiducia/camera/pupil.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace fiducia {
namespace {

/// A central model behind a pupil of known place, for points at a distance of 1.
class PupilModel final : public Model {
 public:
  PupilModel(std::shared_ptr<const Model> lens, Vector2 pupil) : lens_(std::move(lens)), pupil_(std::move(pupil)) {}

  [[nodiscard]] const ModelInfo& info() const override { return lens_->info(); }
  [[nodiscard]] double limit(const double* theta) const override { return lens_->limit(theta); }
  [[nodiscard]] bool in_domain(const double* theta, double limit, const Vector3& x) const override {
    const auto seen = through(x);
    return seen && lens_->in_domain(theta, limit, seen->point);
  }
  [[nodiscard]] bool computable(const double* theta, const Vector3& x) const override {
    const auto seen = through(x);
    return seen && lens_->computable(theta, seen->point);
  }
  [[nodiscard]] Vector2 project(const double* theta, const Vector3& x) const override {
    return lens_->project(theta, through(x)->point);
  }

  /// Where the straight ray meets the unit sphere.
  [[nodiscard]] std::optional<Vector3> unproject(const double* theta, double limit, const Vector2& u) const override {
    const std::optional<Vector3> ray = lens_->unproject(theta, limit, u);
    if (!ray) return std::nullopt;
    const Vector3 from(0, 0, -pupil_offset(pupil_, *ray));
    const double along = from.dot(*ray);
    const double under = along * along + 1 - from.squaredNorm();
    if (!(under > 0)) return std::nullopt;
    return (from + (std::sqrt(under) - along) * *ray).normalized();
  }

  bool linearize(const double* theta, int n, const double* x, const double* y, const double* z,
                 const ProjectionColumns& out) const override {
    std::vector<ThroughPupil> seen;
    std::vector<double> points(3 * static_cast<std::size_t>(n));
    const auto count = static_cast<std::size_t>(n);
    std::vector<double> lengths;
    for (std::size_t i = 0; i < count; ++i) {
      const Vector3 point(x[i], y[i], z[i]);
      const auto one = through(point);
      if (!one) return false;
      seen.push_back(*one);
      lengths.push_back(point.norm());
      for (std::size_t k = 0; k < 3; ++k) points[k * count + i] = one->point[static_cast<Eigen::Index>(k)];
    }
    if (!lens_->linearize(theta, n, points.data(), points.data() + count, points.data() + 2 * count, out)) return false;
    for (std::size_t i = 0; i < count; ++i) {
      const Vector3 unit = Vector3(x[i], y[i], z[i]) / lengths[i];
      for (int row = 0; row < 2; ++row) {
        const auto at = [&](int column) -> double& {
          return out.point[(2 * column + row) * out.stride + static_cast<int>(i)];
        };
        Eigen::RowVector3d d(at(0), at(1), 0);
        d += at(2) * seen[i].z_by_point;
        d = (d - d.dot(unit) * unit.transpose()).eval() / lengths[i];  // the length of the direction says nothing
        for (int column = 0; column < 3; ++column) at(column) = d[column];
      }
    }
    return true;
  }

  [[nodiscard]] std::vector<double> initial_parameters(double f, double cx, double cy) const override {
    return lens_->initial_parameters(f, cx, cy);
  }

 private:
  [[nodiscard]] std::optional<ThroughPupil> through(const Vector3& x) const {
    const double length = x.norm();
    if (!(length > 0)) return std::nullopt;
    return through_pupil(pupil_, x / length);
  }

  std::shared_ptr<const Model> lens_;
  Vector2 pupil_;
};

double angle_to_axis(double rho, double z) { return std::atan2(rho, z); }

}  // namespace

double pupil_offset(const Vector2& pupil, double theta) {
  const double square = theta * theta;
  return square * (pupil[0] + square * pupil[1]);
}

double pupil_offset(const Vector2& pupil, const Vector3& ray) {
  return pupil_offset(pupil, angle_to_axis(std::hypot(ray.x(), ray.y()), ray.z()));
}

std::optional<ThroughPupil> through_pupil(const Vector2& pupil, const Vector3& x) {
  constexpr int kMostSteps = 30;
  const double rho = std::hypot(x.x(), x.y());
  const double enough = 1e-15 * x.norm();
  double z = x.z() + pupil_offset(pupil, angle_to_axis(rho, x.z()));
  for (int i = 0;; ++i) {
    const double theta = angle_to_axis(rho, z);
    const double square = theta * theta;
    const double norm = rho * rho + z * z;
    const double slope = theta * (2 * pupil[0] + 4 * square * pupil[1]);  // ds/dtheta
    const double steep = 1 + slope * rho / norm;  // d (z - s(theta(z))) / dz; at zero two rays meet
    if (!(steep > 0) || !(norm > 0)) return std::nullopt;
    const double step = (z - x.z() - square * (pupil[0] + square * pupil[1])) / steep;
    z -= step;
    if (!(std::abs(step) > enough)) {
      ThroughPupil result;
      result.point = {x.x(), x.y(), z};
      const double by_rho = slope * z / norm;
      if (rho > 0) {
        result.z_by_point = Eigen::RowVector3d(by_rho * x.x() / rho, by_rho * x.y() / rho, 1) / steep;
      } else {
        result.z_by_point = Eigen::RowVector3d(0, 0, 1);
      }
      result.z_by_pupil = Eigen::RowVector2d(square, square * square) / steep;
      return result;
    }
    if (i == kMostSteps) return std::nullopt;
  }
}

std::optional<Vector2> project_through_pupil(const Camera& camera, const Vector2& pupil, const Vector3& x) {
  if (!x.allFinite()) return std::nullopt;
  const std::optional<ThroughPupil> seen = through_pupil(pupil, x);
  if (!seen) return std::nullopt;
  return camera.project(seen->point);
}

Camera at_distance(const Camera& camera, const Vector2& pupil, double distance_m) {
  if (pupil.isZero(0) || std::isinf(distance_m)) return camera;
  return {std::make_shared<const PupilModel>(camera.shared_model(), pupil / distance_m), camera.parameters(),
          camera.image_size()};
}

double pupil_effect_px(const Camera& camera, const Vector2& pupil, double distance_m) {
  constexpr int kSteps = 24;
  if (std::isinf(distance_m)) return 0;
  const ImageSize size = camera.image_size();
  const Camera near = at_distance(camera, pupil, distance_m);
  double largest = 0;
  for (int i = 0; i <= kSteps; ++i) {
    for (int j = 0; j <= kSteps; ++j) {
      const Vector2 pixel((size.width - 1) * static_cast<double>(i) / kSteps,
                          (size.height - 1) * static_cast<double>(j) / kSteps);
      const std::optional<Vector3> point = near.unproject(pixel);
      const std::optional<Vector2> alone = point ? camera.project(*point) : std::nullopt;
      if (alone) largest = std::max(largest, (*alone - pixel).norm());
    }
  }
  return largest;
}

}  // namespace fiducia

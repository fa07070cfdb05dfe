#include "fiducia/solve/residuals.h"

namespace fiducia {

void Residuals::add_frame(const Camera& camera, const Pose& camera_from_target, std::span<const Corner> corners,
                          const std::vector<Vector3>& points) {
  const Model& model = camera.model();
  const double* theta = camera.parameters().data();
  for (const Corner& corner : corners) {
    const Vector3& point = points[static_cast<std::size_t>(corner.id)];
    const Vector2 r = corner.weight * (corner.pixel - model.project(theta, camera_from_target * point));
    values_.push_back(r.x());
    values_.push_back(r.y());
  }
  ends_.push_back(values_.size());
}

std::span<const double> Residuals::frame(std::size_t j) const {
  const std::size_t begin = j == 0 ? 0 : ends_[j - 1];
  return all().subspan(begin, ends_[j] - begin);
}

}  // namespace fiducia

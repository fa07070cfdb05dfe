#pragma once

#include <span>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/data/observations.h"

namespace fiducia {

/// r = u - p for every corner of every used frame of a calibration, in the order of its frames and their corners:
/// u, v, u, v, ... In pixels, times the corner's weight: so weighted the residuals of sharp and of blurred corners have
/// one sigma, which is what every statistic of them presumes.
class Residuals {
 public:
  /// Appends a frame: its corners against where the camera projects `points` (by corner id) from that pose, also beyond
  /// the model's domain.
  void add_frame(const Camera& camera, const Pose& camera_from_target, std::span<const Corner> corners,
                 const std::vector<Vector3>& points);

  [[nodiscard]] std::size_t frame_count() const { return ends_.size(); }
  [[nodiscard]] std::span<const double> all() const { return values_; }
  [[nodiscard]] std::span<const double> frame(std::size_t j) const;

 private:
  std::vector<double> values_;
  std::vector<std::size_t> ends_;  // of each frame, in values_
};

}  // namespace fiducia

#include "fiducia/report/rig_views.h"

#include <algorithm>

namespace fiducia {

std::vector<RigViewCorners> rig_views(const RigCalibration& rig, std::size_t camera) {
  const std::vector<Vector3>& points = target_points(rig);
  const RigCameraFit& fit = rig.cameras[camera];
  std::vector<RigViewCorners> views;
  for (std::size_t i = 0; i < rig.instants.size(); ++i) {
    const InstantFit& instant = rig.instants[i];
    const auto sees = [&](const RigView& view) { return view.camera == camera; };
    if (std::none_of(instant.views.begin(), instant.views.end(), sees)) continue;
    const Frame& frame = *rig.observations->instants[instant.index].frames[camera];
    const std::span<const double> residuals = rig.residuals[camera].frame(views.size());
    const Pose camera_from_target = fit.camera_from_rig * instant.rig_from_target;
    RigViewCorners& view = views.emplace_back();
    view.instant = i;
    for (std::size_t k = 0; k < frame.corners.size() && 2 * k + 1 < residuals.size(); ++k) {
      const Corner& corner = frame.corners[k];
      const Vector2 residual = Vector2(residuals[2 * k], residuals[2 * k + 1]) / corner.weight;
      const auto projected = fit.camera.project(camera_from_target * points[static_cast<std::size_t>(corner.id)]);
      if (!projected || !residual.allFinite()) continue;
      view.corners.push_back({corner.id, corner.pixel, residual, *projected + residual});
    }
  }
  return views;
}

std::vector<double> rig_noise_px(const RigCalibration& rig, const std::vector<std::optional<double>>& bias_noise_px) {
  std::vector<double> noise;
  for (std::size_t c = 0; c < rig.cameras.size(); ++c) {
    noise.push_back(c < bias_noise_px.size() ? bias_noise_px[c].value_or(rig.cameras[c].fit.s_d)
                                             : rig.cameras[c].fit.s_d);
  }
  return noise;
}

}  // namespace fiducia

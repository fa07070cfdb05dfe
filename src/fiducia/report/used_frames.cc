#include "fiducia/report/used_frames.h"

#include <map>
#include <set>

namespace fiducia {

std::vector<UsedFrame> used_frames(const EvaluatedCalibration& calibration, const Observations& observations) {
  using CornerInFrame = EvaluatedCalibration::CornerInFrame;
  const std::set<CornerInFrame> left_out(calibration.left_out_corners.begin(), calibration.left_out_corners.end());
  const std::vector<Vector3>& points =
      calibration.target_points.empty() ? observations.target.points : calibration.target_points;
  const Camera& camera = calibration.camera;
  std::map<std::string_view, const Frame*> by_name;
  for (const Frame& frame : observations.frames) by_name[frame.name] = &frame;

  std::vector<UsedFrame> used;
  for (const EvaluatedCalibration::Frame& frame : calibration.frames) {
    const auto seen = by_name.find(frame.name);
    if (seen == by_name.end()) continue;
    UsedFrame& entry = used.emplace_back(UsedFrame{seen->second, {}});
    for (const Corner& corner : seen->second->corners) {
      if (left_out.contains({frame.name, corner.id})) continue;
      const Vector3 point = frame.camera_from_target * points[static_cast<std::size_t>(corner.id)];
      entry.corners.push_back({&corner, corner.pixel - camera.model().project(camera.parameters().data(), point)});
    }
  }
  return used;
}

}  // namespace fiducia

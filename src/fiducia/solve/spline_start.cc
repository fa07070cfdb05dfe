#include "fiducia/solve/spline_start.h"

#include "fiducia/camera/spline.h"
#include "fiducia/solve/fit_spline.h"

namespace fiducia {
namespace {

/// Tried in this order; the first that has a minimum will do: from there a spline has a short way.
constexpr const char* kLenses[] = {"fisheye", "opencv5", "radial2", "pinhole"};

}  // namespace

std::shared_ptr<const Model> with_field_for(const std::shared_ptr<const Model>& model, const Calibration& seen) {
  const SplineModel* spline = as_spline(*model);
  if (spline == nullptr || !spline->field_is_open()) return model;
  std::vector<Vector3> rays;
  for (const FrameFit& frame : seen.frames) {
    for (const Corner& corner : corners_of(seen, frame)) {
      rays.emplace_back(frame.camera_from_target * target_points(seen)[static_cast<std::size_t>(corner.id)]);
    }
  }
  return spline->with_field_for(rays);
}

SplineStart spline_start(const std::shared_ptr<const Observations>& observations, const CalibrateOptions& options) {
  SplineStart start{options, {}};
  CalibrateOptions& result = start.options;
  for (const char* name : kLenses) {
    CalibrateOptions plain = options;
    plain.model = name;
    plain.target_shape = TargetShape::kPlanar;
    plain.effects.clear();
    plain.initial = {};
    start.lens = calibrate(observations, plain);
    if (!start.lens.converged()) continue;
    result.model = with_field_for(options.model.shared_model(), start.lens);
    std::optional<std::vector<double>> theta = fit_spline(*as_spline(result.model.model()), *start.lens.camera);
    if (!theta) continue;
    result.initial.parameters = std::move(*theta);
    result.initial.poses.assign(observations->frames.size(), {});
    if (result.leave_out.empty()) result.leave_out.resize(observations->frames.size());
    for (const FrameFit& frame : start.lens.frames) result.initial.poses[frame.index] = frame.camera_from_target;
    for (const LeftOutFrame& frame : start.lens.left_out) result.leave_out[frame.index] = frame.reason;
    return start;
  }
  return start;
}

}  // namespace fiducia

// What a Calibration says of itself, however it was made.

#include <Eigen/Core>

#include "fiducia/core/error.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

std::string_view to_string(CalibrationStatus status) {
  switch (status) {
    case CalibrationStatus::kNotRun: return "not run";
    case CalibrationStatus::kConverged: return "converged";
    case CalibrationStatus::kIterationLimit: return "not converged";
    case CalibrationStatus::kDegenerate: return "degenerate";
    case CalibrationStatus::kNoInitialValues: return "no start";
  }
  return "unknown";
}

std::vector<double> frame_weights(const Calibration& calibration) {
  std::vector<double> weights;
  for (const FrameFit& frame : calibration.frames) weights.push_back(frame.weight);
  return weights;
}

Eigen::VectorXd Calibration::global_parameters() const {
  require_converged(*this, "the vector of parameters");
  Eigen::VectorXd g(model->size() + effects.common.size() + target.basis.size());
  g.head(model->size()) = Eigen::Map<const Eigen::VectorXd>(camera->parameters().data(), model->size());
  g.segment(model->size(), effects.common.size()) = effects.common;
  if (target.basis.size() > 0) g.tail(target.basis.size()) = target.basis.nearest(target.points);
  return g;
}

void require_converged(const Calibration& calibration, const std::string& what) {
  if (calibration.converged()) return;
  throw Error(ErrorCode::kNotConverged, what + " needs a calibration that succeeded; this one: " + calibration.message);
}

const std::vector<Vector3>& target_points(const Calibration& calibration) {
  return calibration.target.points.empty() ? calibration.observations->target.points : calibration.target.points;
}

const std::vector<Corner>& corners_of(const Calibration& calibration, const FrameFit& frame) {
  if (!calibration.effects.undisturbed.empty()) return calibration.effects.undisturbed[frame.index];
  return calibration.observations->frames[frame.index].corners;
}

}  // namespace fiducia

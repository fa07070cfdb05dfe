#include "fiducia/solve/warm_start.h"

namespace fiducia {

CalibrateOptions continued_from(const Calibration& calibration, int threads) {
  require_converged(calibration, "a warm start");
  CalibrateOptions options;
  options.model = calibration.model;
  options.loss = calibration.loss;
  options.target_shape = calibration.target.basis.shape();
  options.effects = calibration.effects.layout.effects();
  options.initial.effects = calibration.effects;
  options.threads = threads;
  options.initial.parameters = calibration.camera->parameters();
  if (options.target_shape != TargetShape::kPlanar) options.initial.target_points = calibration.target.points;
  const std::size_t frames = calibration.observations->frames.size();
  options.initial.poses.resize(frames);
  options.frame_weights.assign(frames, 0);
  for (const FrameFit& frame : calibration.frames) {
    options.initial.poses[frame.index] = frame.camera_from_target;
    options.frame_weights[frame.index] = frame.weight;
  }
  return options;
}

}  // namespace fiducia

#include "fiducia/solve/rig_lone_camera.h"

#include "fiducia/camera/spline.h"
#include "fiducia/solve/diagnosis.h"
#include "fiducia/solve/start/initial_values.h"
#include "fiducia/solve/usable_frames.h"

namespace fiducia {
namespace {

/// The views from which a pose can follow, as initial values take them.
struct StartData {
  Observations observations;
  std::vector<std::size_t> frames;  // in observations
  std::vector<CornerArrays> arrays;

  StartData(const RigObservations& rig, std::size_t camera) : observations(camera_observations(rig, camera)) {
    for (std::size_t j = 0; j < observations.frames.size(); ++j) {
      if (!unusable_reason(observations.frames[j], observations.target.points).empty()) continue;
      frames.push_back(j);
      arrays.emplace_back(observations.frames[j].corners, observations.target.points);
    }
  }

  [[nodiscard]] InitialValueData data() const {
    InitialValueData result{
        observations.image_size, &observations.target.points, fit_board_plane(observations.target.points), {}};
    for (std::size_t k = 0; k < frames.size(); ++k) {
      result.frames.push_back({&observations.frames[frames[k]], &arrays[k]});
    }
    return result;
  }
};

void take(const StartData& start, const std::vector<std::size_t>& instants, const std::vector<InitialPose>& poses,
          LoneCamera* lone) {
  const std::vector<std::string> reasons = unusable_frames(poses, start.observations.image_size);
  for (std::size_t k = 0; k < poses.size(); ++k) {
    const std::size_t instant = instants[start.frames[k]];
    if (reasons[k].empty()) {
      lone->poses[instant] = poses[k].pose;
    } else {
      lone->reasons[instant] = reasons[k];
    }
  }
}

void note_unusable(const StartData& start, const std::vector<std::size_t>& instants, LoneCamera* lone) {
  for (std::size_t j = 0; j < start.observations.frames.size(); ++j) {
    lone->reasons[instants[j]] = unusable_reason(start.observations.frames[j], start.observations.target.points);
  }
}

}  // namespace

LoneCamera lone_camera(const RigObservations& rig, std::size_t camera, const CalibrateOptions& options) {
  LoneCamera lone;
  lone.poses.resize(rig.instants.size());
  lone.reasons.resize(rig.instants.size());
  const std::vector<std::size_t> instants = instants_of(rig, camera);
  const StartData start(rig, camera);
  const Calibration calibration = calibrate(start.observations, options);
  lone.status = calibration.status;
  lone.message = calibration.message;
  if (calibration.converged()) {
    lone.parameters = calibration.camera->parameters();
    lone.model = calibration.model;
    lone.rmse = calibration.fit.rmse;
    lone.effects = calibration.effects;
    for (const FrameFit& frame : calibration.frames) {
      lone.poses[instants[frame.index]] = frame.camera_from_target;
      lone.used_instants.push_back(instants[frame.index]);
    }
    for (const LeftOutFrame& frame : calibration.left_out) lone.reasons[instants[frame.index]] = frame.reason;
    return lone;
  }
  note_unusable(start, instants, &lone);
  if (start.frames.empty() || as_spline(options.model.model()) != nullptr) return lone;
  const std::vector<InitialEstimate> estimates = find_initial_values(options.model.model(), start.data());
  if (estimates.empty()) return lone;
  lone.parameters = estimates.front().parameters;
  take(start, instants, estimates.front().frames, &lone);
  return lone;
}

void borrow_intrinsics(const RigObservations& rig, std::size_t camera, const Model& model,
                       const std::vector<double>& parameters, LoneCamera* lone) {
  const StartData start(rig, camera);
  if (start.frames.empty()) return;
  lone->parameters = parameters;
  take(start, instants_of(rig, camera), pose_frames(model, parameters, start.data()), lone);
}

}  // namespace fiducia

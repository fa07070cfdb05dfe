#include "fiducia/io/rig_simulation_json.h"

#include "fiducia/io/json_values.h"

namespace fiducia {
namespace {

constexpr const char* kRigTruthFormat = "fiducia.calibration/1";

Json simulated_pose(const Pose& pose) {
  return {{"rotation_vector", json_array(pose.rotation_vector())}, {"translation", json_array(pose.translation)}};
}

Json mounts_part(const std::vector<SimulatedRigCamera>& cameras, const SimulateRigOptions& options) {
  Json part = Json::object();
  if (options.loose_mount) {
    const LooseMount& mount = *options.loose_mount;
    part["moved_mount"] = {
        {"camera", cameras[mount.camera].name},
        {"from_instant", mount.from_instant},
        {"camera_from_rig", simulated_pose(cameras[mount.camera].camera_from_rig.moved(mount.motion))}};
  }
  for (const ShakyMount& mount : options.shaky_mounts) {
    part["loose_mounts"].push_back(
        {{"camera", cameras[mount.camera].name}, {"shift_m", mount.shift_m}, {"turn_rad", mount.turn_rad}});
  }
  return part;
}

}  // namespace

std::string rig_truth_json(const std::vector<SimulatedRigCamera>& cameras, const RigSimulation& simulation,
                           const SimulateRigOptions& options) {
  Json object = {{"format", kRigTruthFormat}, {"cameras", Json::array()}, {"instants", Json::array()}};
  Json lags = Json::object();
  for (const SimulatedRigCamera& camera : cameras) {
    object["cameras"].push_back({{"name", camera.name},
                                 {"model", camera.camera.model().info().name},
                                 {"image_size", json_array(camera.camera.image_size())},
                                 {"parameters", parameters_object(camera.camera)},
                                 {"camera_from_rig", simulated_pose(camera.camera_from_rig)}});
    if (camera.lag_s != 0) lags[camera.name] = camera.lag_s;
  }
  for (std::size_t i = 0; i < simulation.rig_from_target.size(); ++i) {
    object["instants"].push_back({{"name", simulation.observations.instants[i].name},
                                  {"rig_from_target", simulated_pose(simulation.rig_from_target[i])}});
  }
  Json truth = {{"noise_px", options.noise_px}, {"bend_m", options.bend_m}, {"seed", options.seed}};
  if (!lags.empty()) {
    truth["lag_s"] = std::move(lags);
    truth["speed_m_s"] = options.speed_m_s;
    truth["turn_rate_rad_s"] = options.turn_rate_rad_s;
  }
  truth.update(mounts_part(cameras, options));
  for (const SimulatedEffect& effect : options.effects) {
    truth["effects"][std::string(to_string(effect.effect))] = effect.size;
  }
  if (options.spoiled_px > 0) truth["spoiled_px"] = options.spoiled_px;
  object["truth"] = std::move(truth);
  return readable(object);
}

}  // namespace fiducia

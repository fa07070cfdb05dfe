#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fiducia/solve/calibrate_rig.h"

namespace fiducia {

/// What a camera of a rig finds out by itself, to begin from.
struct LoneCamera {
  std::vector<double> parameters = {};          ///< empty: it has no idea
  std::shared_ptr<const Model> model = {};      ///< theirs, with the field of view that was chosen for a splined lens
  std::vector<std::optional<Pose>> poses = {};  ///< camera_from_target by instant
  std::vector<std::string> reasons = {};        ///< by instant: why a view has no pose
  EffectFit effects = {};                       ///< of a calibration with effects; `frames` as used_instants
  std::vector<std::size_t> used_instants = {};  ///< in the order of a calibration's frames
  CalibrationStatus status = CalibrationStatus::kNotRun;
  double rmse = 0;  ///< px, of a calibration that succeeded
  std::string message = {};
};

/// A calibration of the camera; where its views are too few for that, rough values that serve to begin with.
[[nodiscard]] LoneCamera lone_camera(const RigObservations& rig, std::size_t camera, const CalibrateOptions& options);

/// Poses for given intrinsics, those of another camera of the same kind, where the camera's own views gave none.
void borrow_intrinsics(const RigObservations& rig, std::size_t camera, const Model& model,
                       const std::vector<double>& parameters, LoneCamera* lone);

}  // namespace fiducia

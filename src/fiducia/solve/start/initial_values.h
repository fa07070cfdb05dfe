#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/core/progress.h"
#include "fiducia/data/observations.h"
#include "fiducia/solve/corner_arrays.h"
#include "fiducia/solve/start/board_plane.h"

namespace fiducia {

/// One frame of the data that initial values are found from.
struct InitialValueFrame {
  const Frame* frame;
  const CornerArrays* arrays;
};

struct InitialValueData {
  ImageSize image_size;
  const std::vector<Vector3>* points;
  BoardPlane plane;
  std::vector<InitialValueFrame> frames;
  Progress progress = {};  ///< asked at every frame and attempt
};

/// The initial pose of a frame, or why there is none.
struct InitialPose {
  std::optional<Pose> pose;
  double rmse = 0;  ///< px, at that pose
  std::string reason;
};

struct InitialEstimate {
  std::vector<double> parameters;
  std::vector<InitialPose> frames;
};

/// Initial values without any help: a few frames that differ most are calibrated from plain lenses, rectilinear and
/// equidistant, whose focal length is found in closed form or by search; the result poses the others. Several
/// estimates, best first, where the model has valleys that a few frames cannot tell apart; none where nothing explains
/// the frames.
[[nodiscard]] std::vector<InitialEstimate> find_initial_values(const Model& model, const InitialValueData& data);

/// Poses of all frames for given intrinsics.
[[nodiscard]] std::vector<InitialPose> pose_frames(const Model& model, const std::vector<double>& theta,
                                                   const InitialValueData& data);

}  // namespace fiducia

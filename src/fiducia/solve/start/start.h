#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/data/observations.h"
#include "fiducia/solve/corner_arrays.h"
#include "fiducia/solve/start/board_plane.h"

namespace fiducia {

/// One frame of the data to start from.
struct StartFrame {
  const Frame* frame;
  const CornerArrays* arrays;
};

struct StartData {
  ImageSize image_size;
  const std::vector<Vector3>* points;
  BoardPlane plane;
  std::vector<StartFrame> frames;
};

/// Where each frame stands before the optimisation: a pose, or why there is none.
struct FrameStart {
  std::optional<Pose> pose;
  double rmse = 0;  ///< px, at that pose
  std::string reason;
};

struct Start {
  std::vector<double> parameters;
  std::vector<FrameStart> frames;
};

/// Starting values without any help: a few frames that differ most are calibrated from plain lenses, rectilinear and
/// equidistant, whose focal length is found in closed form or by search; the result poses the others. Several starts,
/// best first, where the model has valleys that a few frames cannot tell apart; none where nothing explains the frames.
[[nodiscard]] std::vector<Start> find_starts(const Model& model, const StartData& data);

/// Poses of all frames for given intrinsics.
[[nodiscard]] std::vector<FrameStart> pose_frames(const Model& model, const std::vector<double>& theta,
                                                  const StartData& data);

}  // namespace fiducia

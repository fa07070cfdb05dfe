#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fiducia/data/observations.h"

namespace fiducia {

/// One camera of a rig, as its images have it.
struct RigCamera {
  std::string name;
  ImageSize image_size = {};
  std::optional<ImageCircle> image_circle = {};
};

/// What the cameras saw of the target while it stood still: one frame per camera of the rig, in their order; none for a
/// camera that did not see it. A frame keeps the name of its image.
struct Instant {
  std::string name;
  std::vector<std::optional<Frame>> frames = {};

  /// Cameras that saw the target.
  [[nodiscard]] int seen_by() const;
};

/// Everything that several cameras, fixed to each other, saw of one target. One camera is the plain case.
struct RigObservations {
  Target target = {};
  std::vector<RigCamera> cameras = {};
  std::vector<Instant> instants = {};  ///< in the order of time, as far as it is known
};

/// Throws an Error, naming camera, instant and corner, for what no calibration could mean: see validate() of
/// Observations; cameras or instants of the same name; an instant that is not about all cameras; a camera without
/// frames; two cameras that saw the very same.
void validate(const RigObservations& rig);

/// What one camera saw, its frames named as the instants; those that it did not see are not there.
[[nodiscard]] Observations camera_observations(const RigObservations& rig, std::size_t camera);

/// The camera's frames in camera_observations(): the instant of each.
[[nodiscard]] std::vector<std::size_t> instants_of(const RigObservations& rig, std::size_t camera);

}  // namespace fiducia

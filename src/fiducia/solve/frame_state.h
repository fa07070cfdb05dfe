#pragma once

#include <Eigen/Core>

#include "fiducia/core/pose.h"

namespace fiducia {

/// Numbers of a pose.
inline constexpr int kPoseSize = 6;

/// The unknowns of one frame alone (its local block): the target's pose and, where an effect acts in single frames, the
/// numbers of that effect. Steps hold the pose's six numbers first.
struct FrameState {
  Pose camera_from_target;
  Eigen::VectorXd effects = {};

  [[nodiscard]] FrameState moved(const Eigen::Ref<const Eigen::VectorXd>& step) const {
    FrameState result{camera_from_target.moved(step.head<kPoseSize>()), effects};
    if (effects.size() > 0) result.effects += step.tail(effects.size());
    return result;
  }
};

}  // namespace fiducia

#pragma once

#include <Eigen/Core>
#include <vector>

#include "fiducia/core/pose.h"

namespace fiducia {

/// Where the unknowns of a rig stand in its global block (docs/rigs.md):
///
///     g = [intrinsics and common unknowns of effects of camera 0 | of camera 1 | ...
///          | camera_from_rig of camera 1 | of camera 2 | ... | the target's shape]
///
/// A pose stands in g as its rotation vector and its translation; a *step* of g holds the small motion of
/// Pose::moved(). Camera 0 is the rig's own frame and has no pose.
struct RigLayout {
  std::vector<int> first = {};  ///< of each camera's intrinsics
  std::vector<int> size = {};   ///< intrinsics, and what effects have in common
  int poses_first = 0;
  int shape_first = 0;
  int shape_size = 0;

  RigLayout() = default;
  RigLayout(std::vector<int> camera_sizes, int shape_size);

  [[nodiscard]] std::size_t camera_count() const { return size.size(); }
  [[nodiscard]] int global_size() const { return shape_first + shape_size; }
  /// The first of the six numbers of a camera's pose; -1 for camera 0.
  [[nodiscard]] int pose_of(std::size_t camera) const {
    return camera == 0 ? -1 : poses_first + 6 * (static_cast<int>(camera) - 1);
  }
  [[nodiscard]] Pose camera_from_rig(const Eigen::VectorXd& g, std::size_t camera) const;
  void set_pose(std::size_t camera, const Pose& camera_from_rig, Eigen::VectorXd* g) const;
  /// g after a step.
  [[nodiscard]] Eigen::VectorXd moved(const Eigen::VectorXd& g, const Eigen::VectorXd& step) const;
};

/// How camera_from_target = camera_from_rig * rig_from_target moves when its parts do, each by (w, dt) as
/// Pose::moved() has it: six columns for camera_from_rig, six for rig_from_target. With R_ct = R_cr R_rt and
/// t_ct = R_cr t_rt + t_cr:
///
///     w_ct = w_cr + R_cr w_rt,      dt_ct = dt_cr + w_cr x (R_cr t_rt) + R_cr dt_rt.
[[nodiscard]] Eigen::Matrix<double, 6, 12> composed_motion(const Pose& camera_from_rig, const Pose& rig_from_target);

}  // namespace fiducia

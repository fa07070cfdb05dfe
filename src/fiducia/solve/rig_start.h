#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "fiducia/core/pose.h"
#include "fiducia/data/target.h"

namespace fiducia {

/// camera_from_target of each camera (outer) at each instant, as the camera finds it by itself; none where it does not
/// see the target.
using LonePoses = std::vector<std::vector<std::optional<Pose>>>;

/// Two cameras of which one cannot be placed, because nothing joins them.
using Unlinked = std::pair<std::size_t, std::size_t>;

/// Frames of a camera that agree with another camera's when they are taken for those of so many instants later (or
/// earlier, negative), and not as they stand.
struct InstantShift {
  std::size_t camera = 0;
  std::size_t against = 0;
  int by = 0;
};

/// Where the cameras of a rig stand, from what each sees by itself.
struct RigStart {
  std::optional<Unlinked> unlinked = {};   ///< then the rest is empty
  std::vector<Pose> camera_from_rig = {};  ///< camera 0 is the rig's frame
  std::vector<InstantShift> shifts = {};
  /// How often the board is to be turned (board_turns.h) in each camera (outer) and instant, so that all cameras number
  /// its corners alike: zeros, unless it looks the same turned.
  std::vector<std::vector<int>> turns = {};
  /// rig_from_target as each camera (outer) puts it at each instant, with the turns.
  LonePoses rig_from_target = {};
};

/// The pose of camera b seen from camera a that most instants agree on: the relative pose of one instant that is
/// nearest to those of all others, then the medians of what they differ by. A board that looks the same turned may be
/// numbered differently by the two: of its ways to lie the best counts at each instant. Nothing without common
/// instants.
struct RelativePose {
  Pose b_from_a;
  double spread = 0;  ///< median distance of the instants: radians, and lengths over the distance of the target
  int instants = 0;
};
[[nodiscard]] std::optional<RelativePose> relative_pose(const Target& target,
                                                        const std::vector<std::optional<Pose>>& a_from_target,
                                                        const std::vector<std::optional<Pose>>& b_from_target);

/// The cameras are placed along the tree whose pairs have most instants in common.
[[nodiscard]] RigStart start_rig(const Target& target, const LonePoses& poses);

/// The motion of the target's own frame that turning the board is: a pose with the corners renumbered (turned()) is the
/// pose before times its inverse.
[[nodiscard]] Pose turn_of_target(const Target& target, int way);

}  // namespace fiducia

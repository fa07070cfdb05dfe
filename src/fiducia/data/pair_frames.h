#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fiducia/data/rig_observations.h"

namespace fiducia {

/// What one camera of a rig saw.
struct NamedObservations {
  std::string name;
  Observations observations;
};

/// How frames of different cameras were found to belong to one instant.
enum class PairedBy {
  kNames,    ///< images of the same name, in folders of their own
  kNumbers,  ///< equal numbers in names that differ otherwise: left01.jpg, right01.jpg
  kTimes,    ///< names that are time stamps, near each other
  kList,     ///< somebody said so
};

/// "names", "numbers", "times", "list".
[[nodiscard]] std::string_view to_string(PairedBy how);

/// One instant as somebody lists it: the frame of each camera, in their order; empty for a camera without one.
using ListedInstant = std::vector<std::string>;

struct PairOptions {
  /// Frames whose time stamps are no further apart belong together. Given: time stamps decide. Otherwise names and
  /// numbers are tried before them, with a tolerance of kUsualSyncTolerance_s.
  std::optional<double> sync_tolerance_s = {};
  std::vector<ListedInstant> list = {};  ///< given: nothing else decides
};

inline constexpr double kUsualSyncTolerance_s = 0.005;

struct PairedFrames {
  RigObservations rig;
  PairedBy how = PairedBy::kNames;
  int together = 0;                   ///< instants that at least two cameras saw
  std::vector<int> alone = {};        ///< per camera: frames that no other camera has a partner to
  double largest_difference_s = 0;    ///< by times: between the first and the last frame of an instant
  std::vector<std::string> unlisted;  ///< by a list: frames that are not in it, which are left out
};

/// The instants of a rig from what its cameras saw, each by itself. Frames without a partner are instants of their own:
/// they say something about their camera. Of names and numbers that one is taken which brings most frames together.
/// Throws an Error where the cameras have different targets, no two frames belong together, or the list names frames
/// that are not there.
[[nodiscard]] PairedFrames pair_frames(const std::vector<NamedObservations>& cameras, const PairOptions& options = {});

}  // namespace fiducia

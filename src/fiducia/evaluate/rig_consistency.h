#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fiducia/core/progress.h"
#include "fiducia/solve/calibrate_rig.h"

namespace fiducia {

/// What the views say about whether the cameras are fixed to each other and took their images together.
enum class RigFinding {
  kOneRig,         ///< one rig explains all instants, as far as the noise tells
  kSmallMisfit,    ///< it does not quite, by less than the noise of a corner: lens models and board may be all of it
  kShiftedFrames,  ///< a camera's frames belong to other instants
  kMovedMount,     ///< from an instant on a camera stands elsewhere
  kFewInstants,    ///< single instants do not belong to the others
  kManyInstants,   ///< many do not: images that were not taken together while the board moved, a mount that gives
};

/// "one_rig", "small_misfit", "shifted_frames", "moved_mount", "few_instants", "many_instants".
[[nodiscard]] std::string_view to_string(RigFinding finding);

/// An instant as one rig explains it, and as every camera would by itself.
struct InstantDeviation {
  std::string name;
  double px = 0;          ///< RMS per coordinate of what one pose of the rig leaves more than a pose per camera
  bool deviates = false;  ///< far more than the other instants do
};

/// A camera that stands elsewhere from an instant on.
struct MovedMount {
  std::size_t camera = 0;  ///< which of the two, the views cannot tell
  std::size_t against = 0;
  std::string from_instant;
  double shift_m = 0;
  double turn_deg = 0;
  double p_value = 1;  ///< by permutations of the instants
  double share = 0;    ///< of the squared deviations, that the step explains
};

/// Whether one rig explains all instants (docs/method.md 14): the fit with one pose per instant (RSS_1) against the fit
/// with one pose per camera and instant (RSS_2), intrinsics fixed, over the instants that several cameras saw:
///
///     F = ((RSS_1 - RSS_2) / between) / (RSS_2 / within),
///     between = 6 (views - instants) - 6 (cameras - 1),     within = N - 6 views.
///
/// Assumes Gaussian noise that is independent from corner to corner. A lens model or a board that is not what it is
/// said to be moves each camera's pose in its own way and raises F too: the size of the misfit, in px and against the
/// noise, says more than the p-value.
struct RigConsistency {
  RigFinding finding = RigFinding::kOneRig;
  double f_statistic = 0;
  double p_value = 1;
  double misfit_px = 0;                         ///< RMS per coordinate, of what one rig leaves beyond noise
  double noise_px = 0;                          ///< RMS per coordinate, of what a pose per camera and instant leaves
  std::vector<InstantDeviation> instants = {};  ///< those that several cameras saw, in their order
  std::optional<MovedMount> moved_mount = {};   ///< where that is the finding

  [[nodiscard]] bool is_one_rig() const {
    return finding == RigFinding::kOneRig || finding == RigFinding::kSmallMisfit;
  }
  /// The instants that deviate, the worst first. A wrong instant pulls the rig, and others may stand out beside it.
  [[nodiscard]] std::vector<std::string> deviating() const;
};

struct RigConsistencyOptions {
  std::uint64_t seed = 0;
  int threads = 1;
  Progress progress = {};  ///< only asked whether to go on
};

/// Throws an Error where the calibration did not succeed. Without instants that several cameras saw nothing is found.
[[nodiscard]] RigConsistency rig_consistency(const RigCalibration& rig, const RigConsistencyOptions& options = {});

}  // namespace fiducia

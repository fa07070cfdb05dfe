#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// What frames are that do not belong to the others.
enum class MixedKind {
  kOtherCamera,  ///< of another camera, zoom or crop
  kUpsideDown,   ///< turned by 180 degrees
  kMirrored,     ///< left and right, or top and bottom, exchanged
};

struct MixedFrames {
  MixedKind kind = MixedKind::kOtherCamera;
  std::vector<std::size_t> frames = {};            ///< the fewer, in Observations::frames
  std::shared_ptr<const Calibration> others = {};  ///< of the others alone
  std::optional<Camera> camera = {};               ///< that the frames ask for as they are, where they carry one
  std::vector<double> squares = {};                ///< of the residuals that are left, by used frame, px^2
  int more_parameters = 0;                         ///< than the calibration has, each frame's part among them
  /// What else they can be as well: a mirrored board that looks like one that is not, and a principal point in the
  /// middle of the image, leave it open whether frames are turned or mirrored.
  std::optional<MixedKind> or_else = {};
};

/// Frames that show the target from behind where most show its front: a board is printed on one side, so they are
/// mirrored, or their corners are numbered the other way round. Nothing where there is none.
[[nodiscard]] std::optional<MixedFrames> find_mirrored_frames(const Calibration& calibration, int threads = 1,
                                                              const Progress& progress = {});

/// By how much the cost falls with a camera for each part, px^2.
struct MixedGain {
  double to_first_order = 0;  ///< at least, as the frames' information has it
  double to_win = 0;          ///< what another camera must gain: none is found that stays far below; 0: not known
};

/// Frames that another camera took, that are upside down or mirrored, with three frames or more in each part, that gain
/// so much. Whether that is more than chance is for others to say. The calibration must have no global parameters but
/// intrinsics.
[[nodiscard]] std::optional<MixedFrames> find_mixed_frames(const Calibration& calibration, const MixedGain& least,
                                                           int threads = 1, const Progress& progress = {});

/// A calibration of some of its frames (by index in Observations::frames) less; nothing where that fails.
[[nodiscard]] std::shared_ptr<const Calibration> calibrated_without(const Calibration& calibration,
                                                                    const std::vector<std::size_t>& frames,
                                                                    int threads = 1, const Progress& progress = {});

}  // namespace fiducia

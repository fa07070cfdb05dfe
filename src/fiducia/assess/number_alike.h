#pragma once

#include <memory>
#include <optional>

#include "fiducia/evaluate/find_turns.h"
#include "fiducia/solve/outlying_corners.h"

namespace fiducia {

/// Observations in which a board that looks the same in several ways is numbered alike in all frames.
struct NumberedAlike {
  std::shared_ptr<const Observations> observations;  ///< the same ones where nothing had to be changed
  std::optional<FrameTurns> turns = {};              ///< nothing where that is no question
  /// The calibration that is to be made of them, where it was made on the way.
  std::optional<CleanCalibration> clean = {};
};

/// Finds the turns with the model of several that fits the flat board best. options: of the calibration that will be
/// made; its target shape and effects play no part in it.
[[nodiscard]] NumberedAlike number_alike(std::shared_ptr<const Observations> observations, CalibrateOptions options,
                                         const OutlierOptions& outliers = {});

/// The same for a target whose shape is known, and a camera: each frame as it fits best.
[[nodiscard]] NumberedAlike number_like(std::shared_ptr<const Observations> observations,
                                        const CalibrateOptions& fixed);

}  // namespace fiducia

#pragma once

#include "apps/fiducia/guide.h"

namespace fiducia {

/// The calibration that guidance goes by, outliers left out, with what the input had to say besides. --model auto: the
/// one that `select` recommends, or radial2 while the images are too few to tell.
[[nodiscard]] CleanCalibration guide_calibration(const ReadObservations& input, const GuideCommandOptions& options,
                                                 const Streams& streams);

}  // namespace fiducia

#pragma once

#include "apps/fiducia/guide.h"

namespace fiducia {

/// The calibration that guidance goes by, with what the input had to say besides, and what is known of it.
struct GuidedCalibration {
  Calibration calibration;
  std::optional<Assessed> assessed = {};
};

/// As `fiducia calibrate` would do it; with radial2 for --model auto while the images are too few to tell.
[[nodiscard]] GuidedCalibration guided_calibration(const ReadObservations& input, const Goal& goal,
                                                   const GuideCommandOptions& options, const Streams& streams);

/// The calibration alone, in which every image has its rank: those that show the same view count too.
[[nodiscard]] Calibration ranked_calibration(const ReadObservations& input, const GuideCommandOptions& options,
                                             const Streams& streams);

}  // namespace fiducia

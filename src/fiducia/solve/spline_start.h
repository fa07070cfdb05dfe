#pragma once

#include <memory>

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// Where the calibration of a splined lens begins: at a lens with a formula, calibrated with the same frames.
struct SplineStart {
  CalibrateOptions options;  ///< with a field of view where that was open, parameters and poses
  Calibration lens;          ///< that it begins at; where this failed, there is no start
};

/// For options that ask for a splined lens and give no initial values.
[[nodiscard]] SplineStart spline_start(const std::shared_ptr<const Observations>& observations,
                                       const CalibrateOptions& options);

/// The model with a field of view for the corners of a calibration, where it was left open; itself otherwise.
[[nodiscard]] std::shared_ptr<const Model> with_field_for(const std::shared_ptr<const Model>& model,
                                                          const Calibration& seen);

}  // namespace fiducia

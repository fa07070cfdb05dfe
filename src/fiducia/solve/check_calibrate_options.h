#pragma once

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// Throws an Error (kBadOption) that names the option, for options that make no sense, contradict each other or do not
/// fit the observations.
void check_calibrate_options(const Observations& observations, const CalibrateOptions& options);

}  // namespace fiducia

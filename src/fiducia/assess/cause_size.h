#pragma once

#include "fiducia/assess/error_cause.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// The size of a part of an explanation, in the unit that a user knows: fills size and unit. lens_px: what a lens model
/// removes, px RMS per coordinate. Causes that are frames have none.
void fill_size(const Calibration& with, double lens_px, ErrorCause* cause);

}  // namespace fiducia

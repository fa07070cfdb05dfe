#pragma once

#include <vector>

#include "fiducia/assess/error_cause.h"
#include "fiducia/assess/trust.h"

namespace fiducia {

/// A part of the error is no more than all of it. And a lens, a target or a pupil that explains residuals, but is not
/// in the explanation that the total error rests on (with it the camera is less certain), is not seen to cost anything.
void hold_costs_against(const Trust& trust, const Calibration& calibration, std::vector<ErrorCause>* causes);

/// What differs from frame to frame makes a calibration of them uncertain, not a camera that was given. And of the
/// residuals of such a camera, the others explain what it leaves: they were looked for with the best fit.
void hold_against_given(const Trust& trust, std::vector<ErrorCause>* causes);

}  // namespace fiducia

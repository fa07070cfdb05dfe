#pragma once

#include "fiducia/report/evaluated_calibration.h"

namespace fiducia {

/// The observations as the calibration explains them: where it was freed of effects, each corner where it would have
/// been seen without (`frames[].undisturbed` of calibration.json). Throws an Error for what is not a list of [id, u,
/// v].
[[nodiscard]] Observations undisturbed(const EvaluatedCalibration& calibration, const std::string& file_name,
                                       const Observations& observations);

}  // namespace fiducia

#pragma once

#include "apps/fiducia/common.h"
#include "fiducia/evaluate/mapping_error.h"
#include "fiducia/io/json.h"
#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// For a report: whether two halves of the images agree as they are expected to, `halves` of calibration.json.
[[nodiscard]] Json halves_part(const Calibration& calibration, const MappingErrorOptions& mapping,
                               const CommonOptions& common);

}  // namespace fiducia

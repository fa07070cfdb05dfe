#pragma once

#include <optional>

#include "fiducia/evaluate/evaluation.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/evaluate/select.h"
#include "fiducia/io/json.h"

namespace fiducia {

// What was computed about a calibration, for calibration.json and for `--json`.

[[nodiscard]] Json bias_object(const BiasRatio& bias, const BiasSource& source);
[[nodiscard]] Json uncertainty_object(const Camera& camera, const std::vector<Uncertainty>& uncertainty);
/// deformation: null where it was not evaluated.
[[nodiscard]] Json shape_object(TargetShape shape, const TargetDeformation* deformation);
[[nodiscard]] Json metrics_object(const BaselineMetrics& metrics);
/// With the region, where there is one, as the weights of the grid's cells.
[[nodiscard]] Json mapping_object(const MappingSensitivity& sensitivity, const MappingErrorOptions& options,
                                  ImageSize image_size);
[[nodiscard]] Json map_object(const UncertaintyMap& map);
[[nodiscard]] Json histogram_object(const ResidualHistogram& histogram);

/// The result of `compare`.
[[nodiscard]] Json difference_object(const MappingDifference& difference);
/// The result of `select`.
[[nodiscard]] Json selection_object(const Selection& selection);

}  // namespace fiducia

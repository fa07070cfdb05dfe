#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/common.h"
#include "fiducia/solve/outlying_corners.h"

namespace fiducia {

void add_outliers_option(CLI::App& command, double& sigmas);

/// One sentence about corners that were left out, where there are any.
void note_left_out_corners(const std::vector<LeftOutCorner>& left_out, std::vector<std::string>* warnings);

/// The observations without outliers, for models that are yet to be compared: those stand off from their neighbours
/// with any model that follows the lens roughly.
[[nodiscard]] CleanCalibration clean_for_any_model(const Observations& observations, const CalibrateOptions& options,
                                                   const OutlierOptions& outliers);

}  // namespace fiducia

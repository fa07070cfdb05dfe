#pragma once

#include <string>
#include <vector>

#include "apps/fiducia/common.h"
#include "fiducia/solve/outlying_corners.h"

namespace fiducia {

void add_outliers_option(CLI::App& command, double& sigmas);

/// One sentence about corners that were left out, where there are any.
void note_left_out_corners(const std::vector<LeftOutCorner>& left_out, std::vector<std::string>* warnings);

}  // namespace fiducia

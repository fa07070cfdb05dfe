#pragma once

#include <optional>
#include <vector>

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// How a target is sized otherwise than it is said to be. The size of the whole no camera sees.
struct TargetStretch {
  double columns_over_rows = 0;  ///< by how much its columns are farther apart than its rows, as a part
  double gap = 0;                ///< tag grids: by how much the gap between tags is larger, as a part of it
};

/// Where that is most of what a free shape found: a printer that scales one direction, a tag's size or a spacing that
/// was mistyped. Nothing otherwise.
[[nodiscard]] std::optional<TargetStretch> target_stretch(const Calibration& calibration);

struct StretchedFit {
  double cost = 0;              ///< px^2
  std::vector<Vector3> points;  ///< of the target, by corner id
};

/// The lowest cost of a calibration, with a target that is taken as it is, where one number of that is free. Nothing
/// where that is not known, or is far from gaining so much (px^2).
[[nodiscard]] std::optional<StretchedFit> stretched_fit(const Calibration& calibration, double least_gain = 0,
                                                        int threads = 1, const Progress& progress = {});

}  // namespace fiducia

#pragma once

#include <string>
#include <string_view>

#include "fiducia/io/read_result.h"

namespace fiducia {

[[nodiscard]] bool is_mrcal_corners(std::string_view text);

/// mrcal's corners.vnl: `# filename x y level` (or `weight`), one row per corner in the order of the board, row by row,
/// `-` for one that was not seen. Level l means weight 2^-l. Target and image size are not in the file: they must be
/// among the options.
[[nodiscard]] ReadObservations read_mrcal_corners(std::string_view text, const std::string& file_name,
                                                  const ReadOptions& options);

}  // namespace fiducia

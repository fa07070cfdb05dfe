#pragma once

#include <string>
#include <string_view>

#include "fiducia/io/read_result.h"

namespace fiducia {

/// Observations as comma-separated text with the header `image,corner_id,board_x,board_y,board_z,u,v`: board
/// coordinates in metres, u and v in pixels, corner ids as Target counts them. A last column `weight` is for corners
/// that do not all have the weight 1, and written only then. The rows of an image need not be
/// adjacent; frames come in the order in which their names first appear.
///
/// The file does not hold the size of the image: it must be among the options. A target given there is used in
/// place of the file's board coordinates once these are found to agree with it (see match_target); without one
/// the board coordinates are the target. Throws an Error "file:line: ..." for whatever is not understood.
[[nodiscard]] ReadObservations read_observations_csv(std::string_view text, const std::string& file_name,
                                                     const ReadOptions& options);

/// The same as text; reading it back gives the same doubles.
[[nodiscard]] std::string observations_csv(const Observations& observations);

}  // namespace fiducia

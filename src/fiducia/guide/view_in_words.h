#pragma once

#include <string>

#include "fiducia/guide/placement.h"

namespace fiducia {

struct WordsOptions {
  bool distance_known = true;  ///< false: the camera is only guessed, and a distance would be one too
  std::string camera = {};     ///< whose image it is, where there are several
};

/// A view as one would tell a person who holds the board: "tilt the board 40 degrees to the left (its left side away
/// from the camera), in the upper right corner of the image, 0.6 m away, 45% of the image's width". Left, right, up
/// and down are those of the image; angles are rounded to 5 degrees, which is as well as people hold a board.
[[nodiscard]] std::string view_in_words(const Placement& placement, const Camera& camera, const Board& board,
                                        const WordsOptions& options = {});

/// "in the upper left corner of the image", by ninths.
[[nodiscard]] std::string place_in_words(const Vector2& pixel, ImageSize size);

/// Whether a person would hold the board in the same way for both: in the same ninth of the image, with the same side
/// away, about as near, and turned alike.
[[nodiscard]] bool described_alike(const Placement& a, const Placement& b, ImageSize size);

}  // namespace fiducia

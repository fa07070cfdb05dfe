#pragma once

#include <optional>

#include "fiducia/data/observations.h"

namespace fiducia {

/// Columns and rows of corners (of tags, for a grid of tags).
struct GridLayout {
  int columns = 0;
  int rows = 0;
};

/// For a board whose corners do not lie as the target numbers them (neighbours by their ids are none in the image, in
/// most frames): the layout with which they do. Nothing where they lie as they should, or with no layout, or where the
/// target is no grid.
[[nodiscard]] std::optional<GridLayout> layout_that_fits(const Observations& observations);

/// Throws an Error (kBadData) that names the layout where there is one that fits instead.
void require_layout(const Observations& observations);

}  // namespace fiducia

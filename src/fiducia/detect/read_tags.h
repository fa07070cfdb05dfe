#pragma once

#include <opencv2/core/mat.hpp>
#include <set>
#include <vector>

#include "fiducia/data/target.h"
#include "fiducia/detect/seen_quads.h"

namespace fiducia {

struct TagsRead {
  std::vector<SeenQuad> quads;  ///< tags of the grid that agree with their neighbours; pixels good to about one
  int border = 2;               ///< cells of black around their codes
  int read = 0;                 ///< codes that were read, wherever they belong, each counted once
  std::set<int> ids = {};       ///< of these
};

/// The tags of a grid that AprilTag reads in an image of 8 bits: Kalibr's with a border of two cells, or where there
/// are none of these, AprilTag's own with one.
[[nodiscard]] TagsRead read_tags(const cv::Mat& gray, const Target& target);

/// All tags of the family that are read, wherever they belong: their ids and pixels; their places on a board are empty.
[[nodiscard]] std::vector<SeenQuad> tags_in(const cv::Mat& gray);

}  // namespace fiducia

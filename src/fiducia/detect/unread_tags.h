#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "fiducia/data/target.h"
#include "fiducia/detect/corner_fit.h"
#include "fiducia/detect/seen_quads.h"
#include "fiducia/detect/tag_family.h"

namespace fiducia {

/// Tags of the grid that were not read by themselves, but are where their neighbours say: their corners are there to be
/// measured, and nearly all the cells of their code have the right colour. An outline that is broken by glare, blur or
/// the edge of a shadow hides many a tag whose corners are perfectly good.
[[nodiscard]] std::vector<SeenQuad> unread_tags(const cv::Mat& gray, const std::vector<SeenQuad>& read,
                                                const Target& target, const TagFamily& family,
                                                const CornerWindow& window);

/// Whether the image shows this tag where the quad is: nearly all of its cells, border and code, as bright as they
/// should be.
[[nodiscard]] bool shows_tag(const cv::Mat& gray, const SeenQuad& quad, const Marker& marker);

/// Where the corner of a tag should be, and which way its edges run, by the tag's own outline.
[[nodiscard]] CornerGuess tag_corner_guess(const SeenQuad& quad, std::size_t corner);

/// The corners of a tag on the board, in units of a tag's side.
[[nodiscard]] std::array<Vector2, 4> tag_on_board(const Target& target, int id);

}  // namespace fiducia

#pragma once

#include <array>
#include <opencv2/core/mat.hpp>
#include <string>

#include "fiducia/core/pose.h"

namespace fiducia {

/// What is known of a corner before it is measured: where it should be, and the pixels that one step along the rows
/// (u) and the columns (v) of the pattern takes there.
struct CornerGuess {
  Vector2 pixel = Vector2::Zero();
  Vector2 step_u = Vector2::Zero();
  Vector2 step_v = Vector2::Zero();
};

/// The pixels that a corner is measured in, in steps of the pattern: a cross along the two edges, whose arms reach
/// `reach` from the corner and are 2 `arm` wide. The edges are where the information is, and what is printed inside
/// the squares (a marker, a dot, the code of a tag) stays out.
struct CornerWindow {
  double reach = 0.3;
  double arm = 0.2;
};

/// How the four sectors around a corner are coloured.
enum class CornerShape {
  kSaddle,   ///< opposite sectors are alike: a chessboard
  kSectors,  ///< each as it likes: the corner of a tag, with or without the small square that touches it
};

struct CornerFit {
  Vector2 pixel = Vector2::Zero();
  double contrast = 0;  ///< half the difference between the bright and dark sectors, in units of the image; positive
                        ///< where the sector of negative u and v is bright
  double residual = 0;  ///< root mean square misfit over |contrast|
  double blur_px = 0;   ///< standard deviation of the edge's blur
  std::string problem;  ///< empty: the fit is sound
};

/// Fits the image of a corner to the pixels around it: two edges that cross, blurred by a Gaussian,
///
///     I(q) = a + b.B(q) + d erf(n1.(q - c) / (sqrt(2) s)) erf(n2.(q - c) / (sqrt(2) s)),
///
/// over the corner c, the directions of both edges, the blur s and the brightness (a; B a slope of the light, or a
/// brightness for each sector; d). This is the least squares estimate for white noise, and exact for a Gaussian blur
/// and edges at a right angle; for other angles the error is odd in neither direction, so that the corner stays where
/// it is. First on a smoothed image, from which an initial corner that is off by some pixels is caught, then on the
/// image itself. `image`: one channel of 8 or 16 bits or float.
[[nodiscard]] CornerFit fit_corner(const cv::Mat& image, const CornerGuess& guess, const CornerWindow& window,
                                   CornerShape shape);

}  // namespace fiducia

#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>
#include <string>
#include <vector>

#include "fiducia/core/pose.h"

namespace fiducia {

struct DotImage {
  Vector2 centroid = Vector2::Zero();
  double area_px = 0;
  double contrast = 0;  ///< surroundings minus dot
};
/// Of a dot near `guess`, in an image of one channel of floats. What is looked at is a disc on the target, out to
/// `reach_m` from the dot's middle, as the lattice has it there (`metres_from_px`): it must hold the dot and some of
/// what is round it, but no other dot. Each pixel counts by how much of it is dot: its value between that of the
/// surroundings and that of the dot. Nothing where there is none.
[[nodiscard]] std::optional<DotImage> measure_dot(const cv::Mat& image, const Vector2& guess,
                                                  const Eigen::Matrix2d& metres_from_px, double diameter_m,
                                                  double reach_m);

/// By how much the centroid of a dot's image is off the image of its centre under a homography (pixel from target):
/// the middle of the ellipse that it makes of the circle, minus where it takes the middle of the circle.
[[nodiscard]] Vector2 eccentricity(const Matrix3& homography, const Vector2& centre_m, double diameter_m);

/// How the target is mapped to the image round each of its dots, the dot's place being the origin; nothing where too
/// few of its neighbours are known.
[[nodiscard]] std::vector<std::optional<Matrix3>> homographies_of_dots(const std::vector<Vector2>& places,
                                                                       const std::vector<Vector2>& pixels,
                                                                       double spacing_m);

/// The images of the dots' centres from the centroids of their images: `places` on the target (metres), `centroids` in
/// pixels, in the same order. Where `centroids` is NaN, so is the result.
[[nodiscard]] std::vector<Vector2> centres_of_dots(const std::vector<Vector2>& places,
                                                   const std::vector<Vector2>& centroids, double diameter_m,
                                                   double spacing_m);

}  // namespace fiducia

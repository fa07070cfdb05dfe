#include "fiducia/detect/dot_centre.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <opencv2/calib3d.hpp>

#include "fiducia/core/statistics.h"

namespace fiducia {
namespace {

/// Dots round one, out to so many spacings: enough for a homography, few enough for a lens to be one.
constexpr double kRound = 2.6;
constexpr std::size_t kFewest = 6;

std::optional<Matrix3> homography_round(const std::vector<Vector2>& places, const std::vector<Vector2>& pixels,
                                        const Vector2& middle, double reach_m) {
  std::vector<cv::Point2d> from;
  std::vector<cv::Point2d> to;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!pixels[i].allFinite() || (places[i] - middle).norm() > reach_m) continue;
    from.emplace_back(places[i].x() - middle.x(), places[i].y() - middle.y());
    to.emplace_back(pixels[i].x(), pixels[i].y());
  }
  if (from.size() < kFewest) return std::nullopt;
  const cv::Mat found = cv::findHomography(from, to, 0);
  if (found.empty()) return std::nullopt;
  Matrix3 result;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) result(row, column) = found.at<double>(row, column);
  }
  return result.allFinite() ? std::optional(result) : std::nullopt;
}

}  // namespace

std::optional<DotImage> measure_dot(const cv::Mat& image, const Vector2& guess, const Eigen::Matrix2d& metres_from_px,
                                    double diameter_m, double reach_m) {
  const Eigen::Matrix2d px_from_metres = metres_from_px.inverse();
  // The disc is an ellipse in the image: how far it goes along both axes.
  const Vector2 extent = reach_m * px_from_metres.rowwise().norm();
  const int left = std::max(static_cast<int>(std::ceil(guess.x() - extent.x())), 0);
  const int right = std::min(static_cast<int>(std::floor(guess.x() + extent.x())), image.cols - 1);
  const int top = std::max(static_cast<int>(std::ceil(guess.y() - extent.y())), 0);
  const int bottom = std::min(static_cast<int>(std::floor(guess.y() + extent.y())), image.rows - 1);
  struct Pixel {
    Vector2 place;
    double value;
  };
  std::vector<Pixel> pixels;
  std::vector<double> inside;
  std::vector<double> outside;
  const double near = 0.3 * diameter_m;
  const double far = 0.5 * (0.5 * diameter_m + reach_m);
  for (int row = top; row <= bottom; ++row) {
    for (int column = left; column <= right; ++column) {
      const double distance = (metres_from_px * (Vector2(column, row) - guess)).norm();
      if (distance > reach_m) continue;
      pixels.push_back({Vector2(column, row), image.at<float>(row, column)});
      if (distance <= near) inside.push_back(pixels.back().value);
      if (distance >= far) outside.push_back(pixels.back().value);
    }
  }
  constexpr std::size_t kFewestPixels = 4;
  if (inside.size() < kFewestPixels || outside.size() < kFewestPixels) return std::nullopt;
  const double dot = median(inside);
  const double around = median(outside);
  if (around == dot) return std::nullopt;
  double sum = 0;
  Vector2 moment = Vector2::Zero();
  for (const Pixel& pixel : pixels) {
    constexpr double kNoise = 0.1;  // less is paper with noise, or a shadow on it
    const double part = (around - pixel.value) / (around - dot);
    if (part < kNoise) continue;
    const double weight = std::min(part, 1.0);
    sum += weight;
    moment += weight * pixel.place;
  }
  return DotImage{moment / sum, sum, around - dot};
}

Vector2 eccentricity(const Matrix3& homography, const Vector2& centre_m, double diameter_m) {
  // The circle's dual conic, x C* x' = 0 for its tangents, goes through the homography as H C* H'; the middle of a
  // conic is the pole of the line at infinity, the last column of its dual.
  const double r2 = diameter_m * diameter_m / 4;
  const Vector3 centre(centre_m.x(), centre_m.y(), 1);
  Matrix3 dual = centre * centre.transpose();
  dual(0, 0) -= r2;
  dual(1, 1) -= r2;
  const Vector3 middle = homography * (dual * homography.row(2).transpose());
  const Vector3 image = homography * centre;
  return middle.hnormalized() - image.hnormalized();
}

std::vector<std::optional<Matrix3>> homographies_of_dots(const std::vector<Vector2>& places,
                                                         const std::vector<Vector2>& pixels, double spacing_m) {
  std::vector<std::optional<Matrix3>> homographies;
  for (const Vector2& place : places) {
    homographies.push_back(homography_round(places, pixels, place, kRound * spacing_m));
  }
  return homographies;
}

std::vector<Vector2> centres_of_dots(const std::vector<Vector2>& places, const std::vector<Vector2>& centroids,
                                     double diameter_m, double spacing_m) {
  constexpr int kRounds = 2;  // the homography of the centroids is nearly that of the centres already
  std::vector<Vector2> centres = centroids;
  for (int round = 0; round < kRounds; ++round) {
    const std::vector<std::optional<Matrix3>> homographies = homographies_of_dots(places, centres, spacing_m);
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (!centroids[i].allFinite() || !homographies[i]) continue;
      centres[i] = centroids[i] - eccentricity(*homographies[i], Vector2::Zero(), diameter_m);
    }
  }
  return centres;
}

}  // namespace fiducia

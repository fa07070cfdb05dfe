#include "fiducia/detect/circle_grid.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <opencv2/imgproc.hpp>

#include "fiducia/core/statistics.h"
#include "fiducia/detect/dot_centre.h"
#include "fiducia/detect/dot_lattice.h"
#include "fiducia/detect/scaled_search.h"

namespace fiducia {
namespace {

/// The image as it is or somewhat smaller; a small one of a large one, in which blur is less; and large, for small
/// dots.
std::vector<ScaledPicture> sizes_to_search(const cv::Mat& gray) {
  constexpr double kUsual = 1.6e6;
  constexpr double kSmall = 4e5;
  std::vector<ScaledPicture> pictures = {scaled_to(gray, kUsual)};
  const auto total = static_cast<double>(gray.total());
  if (total > kUsual) {
    pictures.push_back(scaled_to(gray, kSmall));
    pictures.push_back(scaled_to(gray, 4 * kUsual));
  } else {
    ScaledPicture enlarged{{}, 0.5, 0.5};
    cv::resize(gray, enlarged.gray, {}, 2, 2, cv::INTER_CUBIC);
    pictures.push_back(std::move(enlarged));
  }
  return pictures;
}

/// What a connected piece of the image adds up to.
struct Piece {
  double area = 0;
  Vector2 sum = Vector2::Zero();
  Eigen::Matrix2d squares = Eigen::Matrix2d::Zero();
  bool at_border = false;

  void add(double x, double y) {
    const Vector2 at(x, y);
    area += 1;
    sum += at;
    squares += at * at.transpose();
  }
  [[nodiscard]] Vector2 centroid() const { return sum / area; }
  /// Whether it is filled like an ellipse: one of these second moments has the area 4 pi sqrt(det).
  [[nodiscard]] bool is_ellipse() const {
    constexpr double kFewest = 6;
    constexpr double kMostOff = 0.2;
    constexpr double kLongest = 6;  // axis over the short one
    if (area < kFewest || at_border) return false;
    Eigen::Matrix2d spread = squares / area - centroid() * centroid().transpose();
    spread.diagonal().array() += 1.0 / 12;  // of a pixel itself
    const double determinant = spread.determinant();
    const double trace = spread.trace();
    if (!(determinant > 0) || trace * trace > (kLongest + 1 / kLongest) * (kLongest + 1 / kLongest) * determinant) {
      return false;
    }
    return std::abs(area / (4 * std::numbers::pi * std::sqrt(determinant)) - 1) < kMostOff;
  }
};

/// In the original's pixels.
struct Blob {
  Vector2 middle = Vector2::Zero();
  double area_px = 0;
};

/// What is darker (or brighter) than the `window` pixels round it and has the shape of a dot.
std::vector<Blob> find_blobs(const ScaledPicture& picture, bool bright, int window) {
  cv::Mat mask;
  cv::GaussianBlur(picture.gray, mask, {}, 0.8);
  constexpr double kLeastContrast = 8;  // grey levels
  if (bright) cv::bitwise_not(mask, mask);
  cv::adaptiveThreshold(mask, mask, 255, cv::ADAPTIVE_THRESH_MEAN_C, cv::THRESH_BINARY_INV, window, kLeastContrast);
  cv::Mat labels;
  std::vector<Piece> pieces(static_cast<std::size_t>(cv::connectedComponents(mask, labels, 4, CV_32S)));
  for (int row = 0; row < labels.rows; ++row) {
    const int* line = labels.ptr<int>(row);
    for (int column = 0; column < labels.cols; ++column) {
      if (line[column] == 0) continue;
      Piece& piece = pieces[static_cast<std::size_t>(line[column])];
      piece.add(column, row);
      piece.at_border |= row == 0 || column == 0 || row + 1 == labels.rows || column + 1 == labels.cols;
    }
  }
  std::vector<Blob> blobs;
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    if (!pieces[i].is_ellipse()) continue;
    blobs.push_back({picture.in_original(pieces[i].centroid()), pieces[i].area * picture.scale_x * picture.scale_y});
  }
  return blobs;
}

std::vector<Vector2> places_of(const Target& target) {
  std::vector<Vector2> places;
  for (const Vector3& point : target.points) places.emplace_back(point.head<2>());
  return places;
}

/// The derivative of a homography at the origin, inverted.
Eigen::Matrix2d metres_from_px(const Matrix3& homography) {
  const Vector2 at = homography.col(2).hnormalized();
  Eigen::Matrix2d jacobian = homography.topLeftCorner<2, 2>() - at * homography.row(2).head<2>();
  jacobian /= homography(2, 2);
  return jacobian.inverse();
}

using Homographies = std::vector<std::optional<Matrix3>>;

/// The usual diameter of dots with these areas in the image; 0 where none is known.
double usual_diameter_m(const std::vector<double>& areas_px, const Homographies& homographies) {
  std::vector<double> diameters;
  for (std::size_t i = 0; i < areas_px.size(); ++i) {
    if (!homographies[i] || !(areas_px[i] > 0)) continue;
    const double area_m2 = areas_px[i] * std::abs(metres_from_px(*homographies[i]).determinant());
    diameters.push_back(2 * std::sqrt(area_m2 / std::numbers::pi));
  }
  return diameters.empty() ? 0 : median(diameters);
}

const Vector2& unknown_pixel() {
  static const Vector2 kUnknown = Vector2::Constant(std::numeric_limits<double>::quiet_NaN());
  return kUnknown;
}

/// What lies off where the dots round it say by more than a lens does.
void remove_strays(const std::vector<Vector2>& places, double nearest_m, std::vector<Vector2>* centres) {
  constexpr double kMostOff = 0.05;  // of the distance of dots
  const Homographies agreed = homographies_of_dots(places, *centres, nearest_m);
  for (std::size_t i = 0; i < centres->size(); ++i) {
    Vector2& centre = (*centres)[i];
    if (!agreed[i] || !centre.allFinite()) continue;
    const Vector2 off = centre - agreed[i]->col(2).hnormalized();
    if ((metres_from_px(*agreed[i]) * off).norm() > kMostOff * nearest_m) centre = unknown_pixel();
  }
}

double nearest_m_of(const Target& target) {
  return target.kind == TargetKind::kStaggered ? std::sqrt(2.0) * target.spacing_m : target.spacing_m;
}

struct MeasuredDots {
  std::vector<Vector2> centres;  ///< the centres' images; NaN where one could not be measured
  Homographies homographies;
  double diameter_m = 0;  ///< as the image shows it
  double reach_m = 0;     ///< that was looked at round each
  double contrast = 0;
};

/// Whether there is a dot of the same kind.
bool is_dot_at(const cv::Mat& values, const Vector2& pixel, const Matrix3& homography, const MeasuredDots& measured,
               double nearest_m) {
  const Eigen::Matrix2d scale = metres_from_px(homography);
  const std::optional<DotImage> dot = measure_dot(values, pixel, scale, measured.diameter_m, measured.reach_m);
  if (!dot) return false;
  const auto is_like = [](double ratio) { return ratio > 0.5 && ratio < 1.7; };
  const double area_m2 = dot->area_px * std::abs(scale.determinant());
  return is_like(dot->contrast / measured.contrast) &&
         is_like(area_m2 / (std::numbers::pi / 4 * measured.diameter_m * measured.diameter_m)) &&
         (scale * (dot->centroid - pixel)).norm() < 0.25 * nearest_m;
}

/// Whether the pattern goes on beyond one of its sides: then this is a part of a larger grid, and which part is chance.
bool goes_on(const cv::Mat& values, const MeasuredDots& measured, const Target& target) {
  const auto id = [&](int column, int row) { return static_cast<std::size_t>(row * target.columns + column); };
  const auto at = [&](int column, int row) -> const Vector2& { return measured.centres[id(column, row)]; };
  const auto is_dot = [&](const Vector2& pixel, std::size_t beside) {
    return pixel.allFinite() && measured.homographies[beside] &&
           is_dot_at(values, pixel, *measured.homographies[beside], measured, nearest_m_of(target));
  };
  const int right = target.columns - 1;
  const int bottom = target.rows - 1;
  std::array<int, 4> beyond = {};
  for (int row = 0; row <= bottom; ++row) {
    beyond[0] += is_dot(2 * at(0, row) - at(1, row), id(0, row)) ? 1 : 0;
    beyond[1] += is_dot(2 * at(right, row) - at(right - 1, row), id(right, row)) ? 1 : 0;
  }
  for (int column = 0; bottom >= 2 && column <= right; ++column) {  // rows of staggered dots repeat after two
    beyond[2] += is_dot(at(column, 1) + at(column, 0) - at(column, 2), id(column, 0)) ? 1 : 0;
    beyond[3] +=
        is_dot(at(column, bottom - 1) + at(column, bottom) - at(column, bottom - 2), id(column, bottom)) ? 1 : 0;
  }
  return 2 * std::max(beyond[0], beyond[1]) > target.rows || 2 * std::max(beyond[2], beyond[3]) > target.columns;
}

MeasuredDots measure_dots(const cv::Mat& values, const std::vector<Blob>& dots, const Target& target) {
  const double nearest_m = nearest_m_of(target);
  const std::vector<Vector2> places = places_of(target);
  std::vector<Vector2> centroids;
  std::vector<double> areas;
  for (const Blob& dot : dots) {
    centroids.push_back(dot.middle);
    areas.push_back(dot.area_px);
  }
  const Homographies homographies = homographies_of_dots(places, centroids, nearest_m);
  const double seen_m = usual_diameter_m(areas, homographies);
  const double reach_m = std::min(nearest_m - 0.6 * seen_m, 0.9 * seen_m);
  std::vector<double> contrasts(dots.size(), 0);
  for (std::size_t i = 0; i < dots.size(); ++i) {
    std::optional<DotImage> dot;
    constexpr int kRounds = 2;  // the first finds the window's place
    for (int round = 0; round < kRounds && homographies[i] && (round == 0 || dot); ++round) {
      dot =
          measure_dot(values, dot ? dot->centroid : dots[i].middle, metres_from_px(*homographies[i]), seen_m, reach_m);
    }
    centroids[i] = dot ? dot->centroid : unknown_pixel();
    areas[i] = dot ? dot->area_px : 0;
    contrasts[i] = dot ? dot->contrast : 0;
  }
  const double usual = median(contrasts);
  constexpr double kLeastContrast = 0.3;
  for (std::size_t i = 0; i < dots.size(); ++i) {
    if (!(contrasts[i] / usual >= kLeastContrast)) centroids[i] = unknown_pixel();
  }
  std::vector<Vector2> centres = centres_of_dots(places, centroids, usual_diameter_m(areas, homographies), nearest_m);
  remove_strays(places, nearest_m, &centres);
  return {std::move(centres), homographies, seen_m, reach_m, usual};
}

std::vector<Vector2> middles_of(const std::vector<Blob>& blobs) {
  std::vector<Vector2> middles;
  for (const Blob& blob : blobs) middles.push_back(blob.middle);
  return middles;
}

FoundCorners corners_of(const std::vector<Vector2>& centres) {
  FoundCorners found;
  for (std::size_t i = 0; i < centres.size(); ++i) {
    if (centres[i].allFinite()) {
      found.corners.push_back({static_cast<int>(i), centres[i]});
    } else {
      ++found.doubtful;
    }
  }
  return found;
}

}  // namespace

FoundCorners detect_circle_grid(const cv::Mat& gray, const cv::Mat& image, const Target& target) {
  const std::string size = std::to_string(target.columns) + "x" + std::to_string(target.rows);
  FoundCorners best;
  best.reason = "no grid with all its " + size + " dots in view was found";
  cv::Mat values;
  image.convertTo(values, CV_32F);
  for (const ScaledPicture& picture : sizes_to_search(gray)) {
    for (const bool bright : {false, true}) {
      for (const int window : {31, 101, 301}) {
        const std::vector<Blob> blobs = find_blobs(picture, bright, window);
        constexpr std::size_t kMostBlobs = 3000;  // a meadow
        if (blobs.size() > kMostBlobs) continue;
        const std::optional<std::vector<std::size_t>> dots = dots_among(middles_of(blobs), target);
        if (!dots) continue;
        std::vector<Blob> guesses;
        for (const std::size_t dot : *dots) guesses.push_back(blobs[dot]);
        const MeasuredDots measured = measure_dots(values, guesses, target);
        if (goes_on(values, measured, target)) {
          FoundCorners larger;
          larger.reason = "the grid has more than " + size + " dots";
          return larger;
        }
        FoundCorners found = corners_of(measured.centres);
        constexpr std::size_t kSafe = 20;  // one in so many may be missing
        if (kSafe * static_cast<std::size_t>(found.doubtful) <= dots->size()) return found;
        if (found.corners.size() > best.corners.size()) best = std::move(found);
      }
    }
  }
  if (!best.corners.empty() && 3 * static_cast<std::size_t>(best.doubtful) > target.points.size()) {
    best.corners.clear();
    best.reason = "a grid of dots is there, but " + std::to_string(best.doubtful) +
                  " of them could not be measured: blurred, or far too small";
  }
  return best;
}

}  // namespace fiducia

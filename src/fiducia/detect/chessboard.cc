#include "fiducia/detect/chessboard.h"

#include <algorithm>
#include <cmath>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>

#include "fiducia/core/statistics.h"
#include "fiducia/detect/chessboard_order.h"
#include "fiducia/detect/lattice.h"
#include "fiducia/detect/scaled_search.h"

namespace fiducia {
namespace {

using Points = std::vector<cv::Point2f>;

// What is known of a square's content is nothing; some boards have a dot in theirs. See docs/detect.md.
constexpr CornerWindow kWindow{.reach = 0.32, .arm = 0.22};

bool sectors(const cv::Mat& gray, cv::Size size, int flags, Points& corners) {
  return cv::findChessboardCornersSB(gray, size, corners, flags);
}

bool classic(const cv::Mat& gray, cv::Size size, int flags, Points& corners) {
  return cv::findChessboardCorners(gray, size, corners, flags);
}

/// From the way that is quick and finds most boards to those that find the others.
std::optional<Points> search(const cv::Mat& gray, cv::Size size) {
  constexpr double kPixels = 1.6e6;  // the time to search goes with the pixels; measured is on all of them
  constexpr int kThorough = cv::CALIB_CB_EXHAUSTIVE | cv::CALIB_CB_ACCURACY | cv::CALIB_CB_NORMALIZE_IMAGE;
  constexpr int kClassic = cv::CALIB_CB_ADAPTIVE_THRESH | cv::CALIB_CB_NORMALIZE_IMAGE;
  struct Way {
    bool (*find)(const cv::Mat&, cv::Size, int, Points&);
    int flags;
    double pixels;  // of the picture that is searched, at most
  };
  const Way ways[] = {{sectors, 0, kPixels},
                      {classic, kClassic | cv::CALIB_CB_FAST_CHECK, kPixels},
                      {sectors, kThorough, kPixels},
                      {classic, kClassic, kPixels},
                      {classic, kClassic, kPixels / 6},
                      {sectors, cv::CALIB_CB_NORMALIZE_IMAGE, 6 * kPixels}};
  double searched = 0;  // size of the last picture, so that a small one is not searched twice
  for (const Way& way : ways) {
    const ScaledPicture picture = scaled_to(gray, way.pixels);
    const bool new_size = picture.gray.total() != static_cast<std::size_t>(searched);
    searched = static_cast<double>(picture.gray.total());
    if (way.pixels != kPixels && !new_size) continue;
    Points corners;
    if (!way.find(picture.gray, size, way.flags, corners)) continue;
    if (corners.size() != static_cast<std::size_t>(size.area())) continue;
    for (cv::Point2f& corner : corners) corner = picture.in_original(corner);
    return corners;
  }
  return std::nullopt;
}

struct Measured {
  CornerLattice corners;
  bool black_beyond_first = false;
  int doubtful = 0;
};

Measured measure(const cv::Mat& image, const CornerLattice& found) {
  struct Fitted {
    int column, row;
    CornerFit fit;
  };
  std::vector<Fitted> fits;
  std::vector<double> strengths;
  double bright_beyond_first = 0;
  for (int row = 0; row < found.rows(); ++row) {
    for (int column = 0; column < found.columns(); ++column) {
      const std::optional<CornerGuess> guess = found.guess(column, row);
      if (!guess) continue;
      fits.push_back({column, row, fit_corner(image, *guess, kWindow, CornerShape::kSaddle)});
      const CornerFit& fit = fits.back().fit;
      if (!fit.problem.empty()) continue;
      strengths.push_back(std::abs(fit.contrast));
      bright_beyond_first += ((column + row) % 2 == 0 ? 1 : -1) * (fit.contrast > 0 ? 1 : -1);
    }
  }
  Measured result{CornerLattice(found.columns(), found.rows()), bright_beyond_first < 0, 0};
  const double least_strength = 0.15 * median(strengths);
  for (const Fitted& fitted : fits) {
    const bool bright = ((fitted.column + fitted.row) % 2 == 0) != result.black_beyond_first;
    const bool sound = fitted.fit.problem.empty() && std::abs(fitted.fit.contrast) >= least_strength &&
                       (fitted.fit.contrast > 0) == bright;
    if (sound) result.corners.at(fitted.column, fitted.row) = fitted.fit.pixel;
  }
  remove_stray_corners(result.corners);
  result.doubtful = found.columns() * found.rows() - result.corners.count();
  return result;
}

}  // namespace

FoundCorners detect_chessboard(const cv::Mat& gray, const cv::Mat& image, const Target& target) {
  FoundCorners result;
  const std::optional<Points> points = search(gray, {target.columns, target.rows});
  if (!points) {
    result.reason = "no chessboard with all its " + std::to_string(target.columns) + "x" + std::to_string(target.rows) +
                    " inner corners in view was found";
    return result;
  }
  CornerLattice found(target.columns, target.rows);
  for (std::size_t i = 0; i < points->size(); ++i) {
    const int id = static_cast<int>(i);
    found.at(id % target.columns, id / target.columns) = Vector2((*points)[i].x, (*points)[i].y);
  }
  const Measured measured = measure(image, found);
  const CornerLattice ordered = in_order(measured.corners, measured.black_beyond_first, target.columns, target.rows);
  result.doubtful = measured.doubtful;
  for (int row = 0; row < target.rows; ++row) {
    for (int column = 0; column < target.columns; ++column) {
      const std::optional<Vector2>& corner = ordered.at(column, row);
      if (corner) result.corners.push_back({row * target.columns + column, *corner});
    }
  }
  if (2 * result.doubtful > target.columns * target.rows) {
    result.corners.clear();
    result.reason = "a chessboard is there, but " + std::to_string(result.doubtful) +
                    " of its corners could not be measured: blurred, glaring or far too small";
  }
  return result;
}

std::string chessboard_size_seen(const cv::Mat& gray) {
  const ScaledPicture picture = scaled_to(gray, 1e6);
  Points corners;
  cv::Mat meta;
  // A search that takes any board that is larger finds it whole.
  constexpr int kFlags = cv::CALIB_CB_LARGER | cv::CALIB_CB_NORMALIZE_IMAGE;
  if (!cv::findChessboardCornersSB(picture.gray, {3, 3}, corners, kFlags, meta) || meta.empty()) return {};
  const int longer = std::max(meta.cols, meta.rows);
  const int shorter = std::min(meta.cols, meta.rows);
  return std::to_string(longer) + "x" + std::to_string(shorter);
}

}  // namespace fiducia

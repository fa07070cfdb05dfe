#include "fiducia/detect/chessboard.h"

#include <algorithm>
#include <cmath>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>

#include "fiducia/core/statistics.h"
#include "fiducia/detect/chessboard_order.h"
#include "fiducia/detect/lattice.h"
#include "fiducia/detect/saddle_lattice.h"
#include "fiducia/detect/saddle_points.h"
#include "fiducia/detect/scaled_search.h"

namespace fiducia {
namespace {

using Points = std::vector<cv::Point2f>;

constexpr double kPixels = 1.6e6;  // the time to search goes with the pixels; measured is on all of them

// What is known of a square's content is nothing; some boards have a dot in theirs. See docs/detect.md.
constexpr CornerWindow kWindow{.reach = 0.32, .arm = 0.22};

bool sectors(const cv::Mat& gray, cv::Size size, int flags, Points& corners) {
  return cv::findChessboardCornersSB(gray, size, corners, flags);
}

/// Noise makes corners of its own.
cv::Mat smoothed(const cv::Mat& gray) {
  cv::Mat smooth;
  cv::GaussianBlur(gray, smooth, {}, 1.2);
  return smooth;
}

bool sectors_smoothed(const cv::Mat& gray, cv::Size size, int flags, Points& corners) {
  return sectors(smoothed(gray), size, flags, corners);
}

/// The standard deviation of the noise in grey levels, from a filter that sees neither surfaces nor edges (Immerkaer),
/// by the median: most of an image has no detail.
double noise_of(const cv::Mat& gray) {
  constexpr double kFilterNorm = 6;
  constexpr double kMedianOfNormal = 0.6745;
  const cv::Mat filter = (cv::Mat_<float>(3, 3) << 1, -2, 1, -2, 4, -2, 1, -2, 1);
  cv::Mat detail;
  cv::filter2D(gray, detail, CV_32F, filter);
  std::vector<double> sizes;
  constexpr int kStride = 3;  // a ninth of the pixels is enough
  for (int row = 0; row < detail.rows; row += kStride) {
    for (int column = 0; column < detail.cols; column += kStride)
      sizes.push_back(std::abs(detail.at<float>(row, column)));
  }
  return median(std::move(sizes)) / (kMedianOfNormal * kFilterNorm);
}

/// Squares of a few pixels, as a small image of a tilted board has them.
bool sectors_enlarged(const cv::Mat& gray, cv::Size size, int flags, Points& corners) {
  constexpr double kMostPixels = 6e5;
  if (static_cast<double>(gray.total()) > kMostPixels) return false;
  ScaledPicture picture{{}, 0.5, 0.5};
  cv::resize(gray, picture.gray, {}, 2, 2, cv::INTER_CUBIC);
  if (!sectors(picture.gray, size, flags, corners)) return false;
  for (cv::Point2f& corner : corners) corner = picture.in_original(corner);
  return true;
}

bool classic(const cv::Mat& gray, cv::Size size, int flags, Points& corners) {
  // It takes minutes where an image is full of small shapes, noise above all, and without its quick check in any large
  // image: then only on a small one.
  return cv::findChessboardCorners(gray, size, corners, flags);
}

/// From OpenCV's way that is quick and finds most boards to those that find the others.
std::optional<Points> search_chessboard(const cv::Mat& gray, cv::Size size) {
  constexpr int kThorough = cv::CALIB_CB_EXHAUSTIVE | cv::CALIB_CB_ACCURACY | cv::CALIB_CB_NORMALIZE_IMAGE;
  constexpr int kClassic = cv::CALIB_CB_ADAPTIVE_THRESH | cv::CALIB_CB_NORMALIZE_IMAGE;
  struct Way {
    bool (*find)(const cv::Mat&, cv::Size, int, Points&);
    int flags;
    double pixels;  // of the image that is searched, at most
  };
  const Way ways[] = {{sectors, 0, kPixels / 3},  // most boards, in a third of the time
                      {sectors, 0, kPixels},
                      {sectors_smoothed, 0, kPixels},
                      {sectors_enlarged, 0, kPixels},
                      {classic, kClassic | cv::CALIB_CB_FAST_CHECK, kPixels},
                      {sectors, kThorough, kPixels},
                      {classic, kClassic, kPixels / 6},
                      {sectors, cv::CALIB_CB_NORMALIZE_IMAGE, 6 * kPixels}};
  constexpr double kNoisy = 4;  // grey levels, beyond which the slow ways look at a smoothed image
  std::optional<bool> noisy;    // not asked where a quick way finds the board
  const auto is_noisy = [&] {
    if (!noisy) noisy = noise_of(scaled_to(gray, kPixels).gray) > kNoisy;
    return *noisy;
  };
  const auto is_quick = [](const Way& way) { return way.flags == 0; };
  double searched = 0;  // size of the last image, so that a small one is not searched twice
  for (const Way& way : ways) {
    const bool for_large_pictures = way.pixels < kPixels && is_quick(way);
    if (for_large_pictures && static_cast<double>(gray.total()) <= way.pixels) continue;
    const ScaledPicture picture = scaled_to(gray, way.pixels);
    const bool new_size = picture.gray.total() != static_cast<std::size_t>(searched);
    searched = static_cast<double>(picture.gray.total());
    if (way.pixels != kPixels && !new_size) continue;
    Points corners;
    const cv::Mat seen = !is_quick(way) && is_noisy() ? smoothed(picture.gray) : picture.gray;
    if (!way.find(seen, size, way.flags, corners)) continue;
    if (corners.size() != static_cast<std::size_t>(size.area())) continue;
    for (cv::Point2f& corner : corners) corner = picture.in_original(corner);
    return corners;
  }
  return std::nullopt;
}

struct Measured {
  CornerLattice corners;
  bool black_beyond_first = false;
  double typical_contrast = 0;
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
  Measured result{CornerLattice(found.columns(), found.rows()), bright_beyond_first < 0, median(strengths), 0};
  const double least_strength = 0.15 * result.typical_contrast;
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

/// Measured twice: from the second time on neither the windows nor the result depend on how the board was searched, and
/// where the search was misled by a few pixels the corners around know better.
Measured measure_again(const cv::Mat& image, const Measured& first) {
  CornerLattice places = first.corners;
  for (int row = 0; row < places.rows(); ++row) {
    for (int column = 0; column < places.columns(); ++column) {
      if (!first.corners.at(column, row)) places.at(column, row) = first.corners.predict(column, row);
    }
  }
  Measured second = measure(image, places);
  return second.doubtful <= first.doubtful ? second : first;
}

/// Half the difference between the sectors around a place, bright ones and dark ones together, by their middles. Zero
/// where they do not alternate or are not in the image.
double rough_contrast(const cv::Mat& image, const CornerGuess& at) {
  const auto brightness = [&](double u, double v) -> std::optional<double> {
    const Vector2 place = at.pixel + u * at.step_u + v * at.step_v;
    const cv::Rect window(static_cast<int>(std::lround(place.x())) - 1, static_cast<int>(std::lround(place.y())) - 1, 3,
                          3);
    if ((window & cv::Rect(0, 0, image.cols, image.rows)) != window) return std::nullopt;
    return cv::mean(image(window))[0];
  };
  constexpr double kOut = 0.2;
  const std::optional<double> a = brightness(-kOut, -kOut);
  const std::optional<double> b = brightness(kOut, -kOut);
  const std::optional<double> c = brightness(kOut, kOut);
  const std::optional<double> d = brightness(-kOut, kOut);
  if (!a || !b || !c || !d) return 0;
  const bool alternates = std::min(*a, *c) > std::max(*b, *d) || std::min(*b, *d) > std::max(*a, *c);
  return alternates ? 0.25 * std::abs(*a - *b + *c - *d) : 0;
}

/// Whether the pattern goes on beyond one of its sides: then this is a part of a larger board, and which part is
/// chance.
bool goes_on(const cv::Mat& image, const Measured& measured) {
  const CornerLattice& board = measured.corners;
  const auto is_corner = [&](int column, int row, int inward_u, int inward_v) {
    const auto* first = board.find(column, row);
    const std::optional<CornerGuess> at = board.guess(column, row);
    if (first == nullptr || !at) return false;
    CornerGuess beyond = *at;
    beyond.pixel -= inward_u * at->step_u + inward_v * at->step_v;
    // Most boards end here, and a fit to what is no corner takes long.
    if (rough_contrast(image, beyond) < 0.2 * measured.typical_contrast) return false;
    // The outline of the board has corners too, but on three sides of them it is white.
    const CornerFit fit = fit_corner(image, beyond, kWindow, CornerShape::kSaddle);
    return fit.problem.empty() && fit.residual < 0.2 && std::abs(fit.contrast) > 0.6 * measured.typical_contrast;
  };
  const int right = board.columns() - 1;
  const int bottom = board.rows() - 1;
  int left_side = 0;
  int right_side = 0;
  int top_side = 0;
  int bottom_side = 0;
  for (int row = 0; row <= bottom; ++row) {
    left_side += is_corner(0, row, 1, 0) ? 1 : 0;
    right_side += is_corner(right, row, -1, 0) ? 1 : 0;
  }
  for (int column = 0; column <= right; ++column) {
    top_side += is_corner(column, 0, 0, 1) ? 1 : 0;
    bottom_side += is_corner(column, bottom, 0, -1) ? 1 : 0;
  }
  return 2 * std::max(left_side, right_side) > board.rows() || 2 * std::max(top_side, bottom_side) > board.columns();
}

/// The way that takes a tenth of the time, and follows any lens. What it finds must be sound; OpenCV has the last word.
std::optional<Measured> measured_by_saddles(const cv::Mat& gray, const cv::Mat& image, const Target& target) {
  const std::size_t most = 4 * target.points.size() + 500;  // of clutter there may be more than of corners
  // Blur and noise of several pixels are less in fewer of them.
  for (const double pixels : {kPixels, kPixels / 5}) {
    const ScaledPicture picture = scaled_to(gray, pixels);
    std::optional<CornerLattice> board =
        chessboard_among(find_saddle_points(picture.gray, most), target.columns, target.rows);
    if (!board) continue;
    for (int row = 0; row < board->rows(); ++row) {
      for (int column = 0; column < board->columns(); ++column) {
        board->at(column, row) = picture.in_original(*board->at(column, row));
      }
    }
    Measured measured = measure_again(image, measure(image, *board));
    if (20 * measured.doubtful <= board->columns() * board->rows()) return measured;
  }
  return std::nullopt;
}

std::optional<Measured> measured_by_opencv(const cv::Mat& gray, const cv::Mat& image, const Target& target) {
  const std::optional<Points> points = search_chessboard(gray, {target.columns, target.rows});
  if (!points) return std::nullopt;
  CornerLattice found(target.columns, target.rows);
  for (std::size_t i = 0; i < points->size(); ++i) {
    const int id = static_cast<int>(i);
    found.at(id % target.columns, id / target.columns) = Vector2((*points)[i].x, (*points)[i].y);
  }
  return measure_again(image, measure(image, found));
}

}  // namespace

FoundCorners detect_chessboard(const cv::Mat& gray, const cv::Mat& image, const Target& target) {
  FoundCorners result;
  std::optional<Measured> found = measured_by_saddles(gray, image, target);
  if (!found) found = measured_by_opencv(gray, image, target);
  if (!found) {
    result.reason = "no chessboard with all its " + std::to_string(target.columns) + "x" + std::to_string(target.rows) +
                    " inner corners in view was found";
    return result;
  }
  const Measured& measured = *found;
  const CornerLattice ordered = in_order(measured.corners, measured.black_beyond_first, target.columns, target.rows);
  result.doubtful = measured.doubtful;
  for (int row = 0; row < target.rows; ++row) {
    for (int column = 0; column < target.columns; ++column) {
      const std::optional<Vector2>& corner = ordered.at(column, row);
      if (corner) result.corners.push_back({row * target.columns + column, *corner});
    }
  }
  if (goes_on(image, measured)) {
    result.corners.clear();
    result.reason = "the chessboard has more than " + std::to_string(target.columns) + "x" +
                    std::to_string(target.rows) + " inner corners";
  } else if (3 * result.doubtful > target.columns * target.rows) {
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

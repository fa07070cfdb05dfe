#include "fiducia/detect/charuco.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "fiducia/core/statistics.h"
#include "fiducia/detect/aruco_dictionary.h"
#include "fiducia/detect/charuco_layout.h"
#include "fiducia/detect/lattice.h"
#include "fiducia/detect/scaled_search.h"
#include "fiducia/detect/seen_quads.h"

namespace fiducia {
namespace {

std::vector<SeenMarker> search_markers(const cv::Mat& gray, const std::string& dictionary) {
  constexpr double kPixels = 4e6;
  const ScaledPicture picture = scaled_to(gray, kPixels);
  std::vector<SeenMarker> markers = find_aruco_markers(picture.gray, dictionary);
  for (SeenMarker& marker : markers) {
    for (cv::Point2f& corner : marker.corners) corner = picture.in_original(corner);
  }
  return markers;
}

/// In units of squares, the origin at the first inner corner.
SeenQuad marker_quad(const SeenMarker& marker, const Square& square, double share) {
  const double low = 0.5 * (1 - share);
  const double high = 1 - low;
  const Vector2 origin(square.column - 1, square.row - 1);
  SeenQuad quad;
  quad.id = marker.id;
  quad.board = {origin + Vector2(low, low), origin + Vector2(high, low), origin + Vector2(high, high),
                origin + Vector2(low, high)};
  for (std::size_t i = 0; i < 4; ++i) quad.pixel[i] = Vector2(marker.corners[i].x, marker.corners[i].y);
  return quad;
}

std::vector<SeenQuad> quads_in(CharucoLayout layout, const std::vector<SeenMarker>& markers, const Target& target) {
  const std::vector<Square> squares = marker_squares(target, layout);
  std::vector<SeenQuad> quads;
  for (const SeenMarker& marker : markers) {
    if (marker.id < 0 || marker.id >= static_cast<int>(squares.size())) continue;
    quads.push_back(
        marker_quad(marker, squares[static_cast<std::size_t>(marker.id)], target.marker_m / target.spacing_m));
  }
  return quads.empty() ? quads : consistent_quads(quads);
}

struct Agreed {
  std::vector<SeenQuad> quads;
  CharucoLayout layout = CharucoLayout::kUpperLeftBlack;
  bool ambiguous = false;
};

/// The layout that explains more of the markers. Markers of a single row tell nothing: there the two differ by a shift.
Agreed agreed_layout(const std::vector<SeenMarker>& markers, const Target& target) {
  Agreed best;
  for (const CharucoLayout layout : charuco_layouts(target)) {
    std::vector<SeenQuad> quads = quads_in(layout, markers, target);
    if (quads.size() == best.quads.size()) best.ambiguous = !quads.empty();
    if (quads.size() <= best.quads.size()) continue;
    best = {std::move(quads), layout, false};
  }
  return best;
}

CornerLattice predicted_corners(const std::vector<SeenQuad>& quads, const Target& target) {
  struct Sum {
    Vector2 pixel = Vector2::Zero();
    int count = 0;
  };
  std::map<std::pair<int, int>, Sum> sums;
  for (const SeenQuad& quad : quads) {
    const int left = static_cast<int>(std::floor(quad.board[0].x()));
    const int top = static_cast<int>(std::floor(quad.board[0].y()));
    for (int row = top; row <= top + 1; ++row) {
      for (int column = left; column <= left + 1; ++column) {
        Sum& sum = sums[{column, row}];
        sum.pixel += quad.predict(Vector2(column, row));
        ++sum.count;
      }
    }
  }
  CornerLattice lattice(target.columns - 1, target.rows - 1);
  for (const auto& [place, sum] : sums) {
    if (lattice.contains(place.first, place.second)) lattice.at(place.first, place.second) = sum.pixel / sum.count;
  }
  return lattice;
}

/// Steps of the pattern at a corner, by a marker beside it: a partial view may have no other corner next to it.
CornerGuess guess_by(const SeenQuad& quad, int column, int row, const Vector2& pixel) {
  const Vector2 at(column, row);
  constexpr double kStep = 0.25;
  const Vector2 u(kStep, 0);
  const Vector2 v(0, kStep);
  return {pixel, (quad.predict(at + u) - quad.predict(at - u)) / (2 * kStep),
          (quad.predict(at + v) - quad.predict(at - v)) / (2 * kStep)};
}

const SeenQuad* beside(const std::vector<SeenQuad>& quads, int column, int row) {
  for (const SeenQuad& quad : quads) {
    const int left = static_cast<int>(std::floor(quad.board[0].x()));
    const int top = static_cast<int>(std::floor(quad.board[0].y()));
    if ((left == column || left + 1 == column) && (top == row || top + 1 == row)) return &quad;
  }
  return nullptr;
}

}  // namespace

FoundCorners detect_charuco(const cv::Mat& gray, const cv::Mat& image, const Target& target) {
  FoundCorners result;
  const std::vector<SeenMarker> markers = search_markers(gray, target.dictionary);
  if (markers.empty()) {
    result.reason = "no marker of " + target.dictionary + " was found";
    return result;
  }
  const Agreed agreed = agreed_layout(markers, target);
  result.markers_read = static_cast<int>(markers.size());
  result.markers_placed = static_cast<int>(agreed.quads.size());
  if (agreed.quads.size() < 2 || agreed.ambiguous) {
    result.reason = "of the " + std::to_string(markers.size()) +
                    " markers that were read, too few belong to the board to tell where its corners are";
    return result;
  }
  const double gap = 0.5 * (1 - target.marker_m / target.spacing_m);  // between a marker and the edge of its square
  const CornerWindow window{.reach = 0.32, .arm = std::min(0.22, 0.8 * gap)};
  const CornerLattice predicted = predicted_corners(agreed.quads, target);
  const bool white_beyond_first = agreed.layout == CharucoLayout::kUpperLeftWhite;
  CornerLattice measured(predicted.columns(), predicted.rows());
  std::vector<double> strengths;
  std::map<int, double> strength_of;
  for (int row = 0; row < predicted.rows(); ++row) {
    for (int column = 0; column < predicted.columns(); ++column) {
      if (!predicted.at(column, row)) continue;
      std::optional<CornerGuess> guess = predicted.guess(column, row);
      if (!guess) guess = guess_by(*beside(agreed.quads, column, row), column, row, *predicted.at(column, row));
      const CornerFit fit = fit_corner(image, *guess, window, CornerShape::kSaddle);
      const bool bright = ((column + row) % 2 == 0) == white_beyond_first;
      if (!fit.problem.empty() || (fit.contrast > 0) != bright) continue;
      measured.at(column, row) = fit.pixel;
      strengths.push_back(std::abs(fit.contrast));
      strength_of[row * measured.columns() + column] = std::abs(fit.contrast);
    }
  }
  remove_stray_corners(measured);
  const double least_strength = 0.15 * median(strengths);
  for (int row = 0; row < measured.rows(); ++row) {
    for (int column = 0; column < measured.columns(); ++column) {
      const int id = row * measured.columns() + column;
      if (measured.at(column, row) && strength_of[id] >= least_strength) {
        result.corners.push_back({id, *measured.at(column, row)});
      }
    }
  }
  result.doubtful = predicted.count() - static_cast<int>(result.corners.size());
  if (result.corners.empty()) result.reason = "markers were read, but no corner could be measured well enough";
  return result;
}

}  // namespace fiducia

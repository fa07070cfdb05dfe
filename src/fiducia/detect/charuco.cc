#include "fiducia/detect/charuco.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "fiducia/core/statistics.h"
#include "fiducia/detect/aruco_dictionary.h"
#include "fiducia/detect/charuco_layout.h"
#include "fiducia/detect/lattice.h"
#include "fiducia/detect/scaled_search.h"
#include "fiducia/detect/seen_quads.h"
#include "fiducia/detect/smooth_prediction.h"

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
  bool open = false;       ///< the other layout explains the same markers, all shifted by one column
  bool ambiguous = false;  ///< it explains as many, otherwise
};

bool same_markers(const std::vector<SeenQuad>& a, const std::vector<SeenQuad>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const SeenQuad& one, const SeenQuad& other) { return one.id == other.id; });
}

/// The layout that explains more of the markers. With an odd number of columns the two differ by a shift of one column,
/// and only markers at the ends of the rows tell them apart. With an even number, markers of a single row tell nothing.
Agreed agreed_layout(const std::vector<SeenMarker>& markers, const Target& target) {
  Agreed best;
  for (const CharucoLayout layout : charuco_layouts(target)) {
    std::vector<SeenQuad> quads = quads_in(layout, markers, target);
    if (quads.size() == best.quads.size() && !quads.empty()) {
      best.open = target.columns % 2 != 0 && same_markers(quads, best.quads);
      best.ambiguous = !best.open;
    }
    if (quads.size() <= best.quads.size()) continue;
    best = {std::move(quads), layout, false, false};
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

/// The corners of a board whose colours are known.
class CharucoCorners {
 public:
  CharucoCorners(const cv::Mat& image, const Target& target, CharucoLayout layout)
      : image_(image),
        white_beyond_first_(layout == CharucoLayout::kUpperLeftWhite),
        measured_(target.columns - 1, target.rows - 1),
        strengths_(static_cast<std::size_t>((target.columns - 1) * (target.rows - 1)), 0) {
    const double gap = 0.5 * (1 - target.marker_m / target.spacing_m);  // from a marker to the edge of its square
    window_ = {.reach = 0.32, .arm = std::min(0.22, 0.8 * gap)};
  }

  bool measure(int column, int row, const CornerGuess& guess, double least_strength, double most_residual) {
    const CornerFit fit = fit_corner(image_, guess, window_, CornerShape::kSaddle);
    const bool bright = ((column + row) % 2 == 0) == white_beyond_first_;
    if (!fit.problem.empty() || (fit.contrast > 0) != bright || std::abs(fit.contrast) < least_strength ||
        fit.residual > most_residual) {
      return false;
    }
    measured_.at(column, row) = fit.pixel;
    strength(column, row) = std::abs(fit.contrast);
    return true;
  }

  /// Markers at the rim of a wide lens, or in glare, cannot be read; the corners between them can be measured all the
  /// same, from one to the next. As those are not vouched for by a marker, they must be good ones.
  void grow() {
    constexpr double kLeastShare = 0.35;  // of the usual contrast
    constexpr double kMostResidual = 0.25;
    const double least = kLeastShare * typical_strength();
    CornerLattice tried = measured_;
    for (bool grows = true; grows;) {
      grows = false;
      const CornerLattice known = measured_;
      for (int row = 0; row < known.rows(); ++row) {
        for (int column = 0; column < known.columns(); ++column) {
          if (known.at(column, row)) continue;
          const std::optional<CornerGuess> guess = known.predicted_guess(column, row);
          // Not again where nothing new is known.
          if (!guess || (tried.at(column, row) && (*tried.at(column, row) - guess->pixel).norm() < 0.3)) continue;
          tried.at(column, row) = guess->pixel;
          grows = measure(column, row, *guess, least, kMostResidual) || grows;
        }
      }
    }
  }

  [[nodiscard]] double typical_strength() const {
    std::vector<double> seen;
    for (const double strength : strengths_) {
      if (strength > 0) seen.push_back(strength);
    }
    return median(std::move(seen));
  }

  /// Those that are left when strays and weak ones are taken out, by rising id.
  [[nodiscard]] std::vector<Corner> sound() {
    remove_stray_corners(measured_);
    remove_hidden_corners();
    const double least = 0.15 * typical_strength();
    std::vector<Corner> corners;
    for (int row = 0; row < measured_.rows(); ++row) {
      for (int column = 0; column < measured_.columns(); ++column) {
        if (measured_.at(column, row) && strength(column, row) >= least) {
          corners.push_back({row * measured_.columns() + column, *measured_.at(column, row)});
        }
      }
    }
    return corners;
  }

 private:
  /// Corners of which something hides a part are measured a pixel off: seen where many are around.
  void remove_hidden_corners() {
    constexpr double kReach = 2.5;  // squares
    std::vector<PlacedPixel> places;
    for (int row = 0; row < measured_.rows(); ++row) {
      for (int column = 0; column < measured_.columns(); ++column) {
        if (const auto& pixel = measured_.at(column, row)) places.push_back({Vector2(column, row), *pixel});
      }
    }
    for (const std::size_t i : stray_points(places, kReach)) {
      const Vector2& at = places[i].board;
      measured_.at(static_cast<int>(at.x()), static_cast<int>(at.y())).reset();
    }
  }

  double& strength(int column, int row) {
    return strengths_[static_cast<std::size_t>(row * measured_.columns() + column)];
  }

  const cv::Mat& image_;
  bool white_beyond_first_;
  CornerWindow window_;
  CornerLattice measured_;
  std::vector<double> strengths_;
};

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
  result.layout = agreed.open                                       ? LayoutSeen::kOpen
                  : agreed.layout == CharucoLayout::kUpperLeftBlack ? LayoutSeen::kPresent
                                                                    : LayoutSeen::kLegacy;
  const CornerLattice predicted = predicted_corners(agreed.quads, target);
  CharucoCorners corners(image, target, agreed.layout);
  std::set<int> doubtful;  // beside a marker that was read, and not found
  for (int row = 0; row < predicted.rows(); ++row) {
    for (int column = 0; column < predicted.columns(); ++column) {
      if (!predicted.at(column, row)) continue;
      doubtful.insert(row * predicted.columns() + column);
      std::optional<CornerGuess> guess = predicted.guess(column, row);
      if (!guess) guess = guess_by(*beside(agreed.quads, column, row), column, row, *predicted.at(column, row));
      corners.measure(column, row, *guess, 0, std::numeric_limits<double>::infinity());
    }
  }
  corners.grow();
  result.corners = corners.sound();
  for (const Corner& corner : result.corners) doubtful.erase(corner.id);
  result.doubtful = static_cast<int>(doubtful.size());
  if (result.corners.empty()) result.reason = "markers were read, but no corner could be measured well enough";
  return result;
}

}  // namespace fiducia

#include "fiducia/detect/unread_tags.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "fiducia/detect/smooth_prediction.h"

namespace fiducia {
namespace {

std::optional<double> brightness(const cv::Mat& gray, const Vector2& at) {
  const int column = static_cast<int>(std::floor(at.x()));
  const int row = static_cast<int>(std::floor(at.y()));
  if (column < 0 || row < 0 || column + 1 >= gray.cols || row + 1 >= gray.rows) return std::nullopt;
  const double x = at.x() - column;
  const double y = at.y() - row;
  const auto value = [&](int dc, int dr) { return static_cast<double>(gray.at<std::uint8_t>(row + dr, column + dc)); };
  return (1 - y) * ((1 - x) * value(0, 0) + x * value(1, 0)) + y * ((1 - x) * value(0, 1) + x * value(1, 1));
}

/// The tags that are known, and where others should be by them.
class TagPlaces {
 public:
  explicit TagPlaces(const Target& target) : target_(target) {}

  void add(const SeenQuad& quad) {
    known_[quad.id] = quad;
    for (std::size_t i = 0; i < 4; ++i) corners_.push_back({quad.board[i], quad.pixel[i]});
  }

  [[nodiscard]] bool has(int id) const { return known_.contains(id); }

  /// By the homographies of the neighbours. Nothing where there are none.
  [[nodiscard]] std::optional<SeenQuad> predict(int id) const {
    SeenQuad quad{id, tag_on_board(target_, id), {}};
    quad.pixel.fill(Vector2::Zero());
    int neighbours = 0;
    for (const auto& [other, neighbour] : known_) {
      const int columns = std::abs(other % target_.columns - id % target_.columns);
      const int rows = std::abs(other / target_.columns - id / target_.columns);
      if (columns > 1 || rows > 1) continue;
      for (std::size_t i = 0; i < 4; ++i) quad.pixel[i] += neighbour.predict(quad.board[i]);
      ++neighbours;
    }
    if (neighbours == 0) return std::nullopt;
    for (Vector2& corner : quad.pixel) corner /= neighbours;
    return quad;
  }

  /// Measures the corners of a tag that should be here; how many of them were found. A strong lens leaves little of a
  /// homography one tag further, so that each corner is looked for where all around continue to, the nearest first:
  /// those lead to the others.
  int measure(const cv::Mat& gray, const CornerWindow& window, SeenQuad& quad) const {
    std::array<std::size_t, 4> order = {0, 1, 2, 3};
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return distance(quad.board[a]) < distance(quad.board[b]); });
    std::vector<PlacedPixel> points = corners_;
    int measured = 0;
    for (std::size_t n = 0; n < 4; ++n) {
      for (std::size_t rest = n; rest < 4; ++rest) {
        const std::size_t i = order[rest];
        if (const auto pixel = predict_smoothly(points, quad.board[i], kReach)) quad.pixel[i] = *pixel;
      }
      const std::size_t i = order[n];
      const CornerFit fit = fit_corner(gray, tag_corner_guess(quad, i), window, CornerShape::kSectors);
      if (!fit.problem.empty()) continue;
      quad.pixel[i] = fit.pixel;
      points.push_back({quad.board[i], fit.pixel});
      ++measured;
    }
    return measured;
  }

  /// Where a place within a tag comes to lie, by its corners and all that are around it: a strong lens bends the rows
  /// of a code by more than a cell.
  [[nodiscard]] Vector2 within(const SeenQuad& quad, const Vector2& board) const {
    std::vector<PlacedPixel> points = corners_;
    for (std::size_t i = 0; i < 4; ++i) points.push_back({quad.board[i], quad.pixel[i]});
    return predict_smoothly(points, board, kReach).value_or(quad.predict(board));
  }

 private:
  static constexpr double kReach = 3;  // sides of a tag

  [[nodiscard]] double distance(const Vector2& board) const {
    double least = std::numeric_limits<double>::infinity();
    for (const PlacedPixel& point : corners_) least = std::min(least, (point.board - board).norm());
    return least;
  }

  const Target& target_;
  std::map<int, SeenQuad> known_;
  std::vector<PlacedPixel> corners_;
};

/// Whether the brightness goes with the cells of the code, however blurred they are: where a tag is and which way up is
/// known by its neighbours, so that less than for a tag that stands alone will do.
bool resembles_tag(const cv::Mat& gray, const SeenQuad& quad, const TagPlaces& places, const Marker& marker) {
  constexpr int kCode = 6;  // cells of the code each way
  const int border = (marker.side - kCode) / 2;
  double sum = 0;
  double squares = 0;
  double expected = 0;
  double products = 0;
  for (int row = border; row < border + kCode; ++row) {
    for (int column = border; column < border + kCode; ++column) {
      const Vector2 in_tag((column + 0.5) / marker.side, 1 - (row + 0.5) / marker.side);
      const std::optional<double> value = brightness(gray, places.within(quad, quad.board[0] + in_tag));
      if (!value) return false;
      const double white = marker.is_white(column, row) ? 1 : 0;
      sum += *value;
      squares += *value * *value;
      expected += white;
      products += white * *value;
    }
  }
  constexpr double kCells = kCode * kCode;
  const double spread = squares / kCells - sum * sum / (kCells * kCells);
  const double expected_spread = expected / kCells - expected * expected / (kCells * kCells);
  constexpr double kLeastSpread = 25;  // five grey levels
  if (spread < kLeastSpread) return false;
  const double correlation =
      (products / kCells - sum * expected / (kCells * kCells)) / std::sqrt(spread * expected_spread);
  constexpr double kLeastCorrelation = 0.6;  // by chance it is 0.17 of either sign
  return correlation > kLeastCorrelation;
}

}  // namespace

bool shows_tag(const cv::Mat& gray, const SeenQuad& quad, const Marker& marker) {
  std::vector<std::pair<double, bool>> cells;  // brightness, should be white
  double white = 0;
  double black = 0;
  int whites = 0;
  for (int row = 0; row < marker.side; ++row) {
    for (int column = 0; column < marker.side; ++column) {
      const Vector2 in_tag((column + 0.5) / marker.side, 1 - (row + 0.5) / marker.side);  // the board's y points up
      const std::optional<double> value = brightness(gray, quad.predict(quad.board[0] + in_tag));
      if (!value) return false;
      const bool should = marker.is_white(column, row);
      cells.emplace_back(*value, should);
      (should ? white : black) += *value;
      whites += should ? 1 : 0;
    }
  }
  white /= whites;
  black /= static_cast<double>(cells.size()) - whites;
  constexpr double kLeastContrast = 15;
  if (white - black < kLeastContrast) return false;
  int wrong = 0;
  for (const auto& [value, should] : cells) wrong += (value > 0.5 * (white + black)) != should ? 1 : 0;
  constexpr int kMostWrong = 4;  // two tags of the family differ in 11 cells at least
  return wrong <= kMostWrong;
}

std::array<Vector2, 4> tag_on_board(const Target& target, int id) {
  const double pitch = 1 + target.tag_gap_ratio;
  const int column = id % target.columns;
  const int row = id / target.columns;
  const Vector2 origin(column * pitch, row * pitch);
  return {origin, origin + Vector2(1, 0), origin + Vector2(1, 1), origin + Vector2(0, 1)};
}

CornerGuess tag_corner_guess(const SeenQuad& quad, std::size_t corner) {
  constexpr double kStep = 0.2;
  const Vector2 u(kStep, 0);
  const Vector2 v(0, kStep);
  const Vector2& at = quad.board[corner];
  return {quad.pixel[corner], (quad.predict(at + u) - quad.predict(at - u)) / (2 * kStep),
          (quad.predict(at + v) - quad.predict(at - v)) / (2 * kStep)};
}

std::vector<SeenQuad> unread_tags(const cv::Mat& gray, const std::vector<SeenQuad>& read, const Target& target,
                                  const TagFamily& family, const CornerWindow& window) {
  TagPlaces known(target);
  for (const SeenQuad& quad : read) {
    SeenQuad measured = quad;
    for (std::size_t i = 0; i < 4; ++i) {
      const CornerFit fit = fit_corner(gray, tag_corner_guess(quad, i), window, CornerShape::kSectors);
      if (fit.problem.empty()) measured.pixel[i] = fit.pixel;
    }
    known.add(measured);
  }
  std::vector<SeenQuad> found;
  // Each tag that is found may lead to the next.
  for (bool grows = true; grows;) {
    grows = false;
    for (int id = 0; id < target.columns * target.rows; ++id) {
      if (known.has(id)) continue;
      std::optional<SeenQuad> quad = known.predict(id);
      if (!quad) continue;
      const int measured = known.measure(gray, window, *quad);
      if (measured < 3 || !resembles_tag(gray, *quad, known, family.marker(id))) continue;
      known.add(*quad);
      found.push_back(*quad);
      grows = true;
    }
  }
  return found;
}

}  // namespace fiducia

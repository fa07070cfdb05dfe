#include "fiducia/guide/view_in_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "fiducia/core/words.h"
#include "fiducia/guide/view.h"

namespace fiducia {
namespace {

constexpr double kDegrees = 180 / std::numbers::pi;

/// Below, a board is held square to the camera.
constexpr int kSquare_deg = 10;

int to_five_degrees(double angle_rad) { return static_cast<int>(5 * std::lround(angle_rad * kDegrees / 5)); }

/// By ninths of the image, row by row.
std::size_t ninth_of(const Vector2& pixel, ImageSize size) {
  const auto third = [](double x, int side) {
    // The middle is wider: the centre of a board that fills the image cannot go far.
    const double part = (x + 0.5) / side;
    return part < 0.4 ? 0 : part > 0.6 ? 2 : 1;
  };
  return static_cast<std::size_t>(3 * third(pixel.y(), size.height) + third(pixel.x(), size.width));
}

struct Direction {
  const char* tilt;
  const char* away;
};

/// The side that moves away from the camera, by eighths of a turn from the right, clockwise in the image.
std::size_t eighth_away(const Vector2& tilt_rad) {
  // The turn about w moves a place p across the line of sight by z = w_x p_y - w_y p_x: farthest for p along (-w_y,
  // w_x).
  const double angle = std::atan2(tilt_rad.x(), -tilt_rad.y());
  const auto eighth = static_cast<int>(std::lround(angle / (std::numbers::pi / 4)));
  return static_cast<std::size_t>((eighth + 8) % 8);
}

Direction side_away(const Vector2& tilt_rad) {
  static constexpr std::array<Direction, 8> kSides = {{{"to the right", "right side"},
                                                       {"to the lower right", "lower right corner"},
                                                       {"downwards", "lower side"},
                                                       {"to the lower left", "lower left corner"},
                                                       {"to the left", "left side"},
                                                       {"to the upper left", "upper left corner"},
                                                       {"upwards", "upper side"},
                                                       {"to the upper right", "upper right corner"}}};
  return kSides[eighth_away(tilt_rad)];
}

std::string tilt_in_words(const Vector2& tilt_rad) {
  const int degrees = to_five_degrees(tilt_rad.norm());
  if (degrees < kSquare_deg) return "hold the board square to the camera";
  const Direction side = side_away(tilt_rad);
  return "tilt the board " + std::to_string(degrees) + " degrees " + side.tilt + " (its " + side.away +
         " away from the camera)";
}

/// How its long side lies; empty for level.
std::string roll_in_words(double roll_rad, const Vector2& size_m) {
  const double along = size_m.x() >= size_m.y() ? roll_rad : roll_rad + std::numbers::pi / 2;
  const double level = std::remainder(along, std::numbers::pi);  // a side has no direction
  const int degrees = to_five_degrees(level);
  if (std::abs(degrees) <= 10) return {};
  const std::string side = std::abs(size_m.x() - size_m.y()) < 0.02 * size_m.norm() ? "a side" : "its long side";
  if (std::abs(degrees) >= 80) return side == "a side" ? std::string() : ", " + side + " upright";
  return ", " + side + (degrees > 0 ? " falling" : " rising") + " to the right by " +
         std::to_string(std::abs(degrees)) + " degrees";
}

/// The part of the image's width that the board spans, in percent.
int width_percent(const Placement& placement, const Camera& camera, const Board& board) {
  const auto pose = pose_of(placement, camera, board);
  if (!pose) return 0;
  double low = camera.image_size().width;
  double high = 0;
  for (const Vector2& u : outline_of(*pose, camera, board)) {
    low = std::min(low, std::max(u.x(), 0.0));
    high = std::max(high, std::min(u.x(), static_cast<double>(camera.image_size().width)));
  }
  return static_cast<int>(5 * std::lround(20 * std::max(high - low, 0.0) / camera.image_size().width));
}

}  // namespace

std::string place_in_words(const Vector2& pixel, ImageSize size) {
  static constexpr std::array<const char*, 9> kPlaces = {"in the upper left corner of the image",
                                                         "at the upper edge of the image",
                                                         "in the upper right corner of the image",
                                                         "at the left edge of the image",
                                                         "in the middle of the image",
                                                         "at the right edge of the image",
                                                         "in the lower left corner of the image",
                                                         "at the lower edge of the image",
                                                         "in the lower right corner of the image"};
  return kPlaces[ninth_of(pixel, size)];
}

bool described_alike(const Placement& a, const Placement& b, ImageSize size) {
  constexpr double kSize = 1.4;
  constexpr double kRoll_rad = 0.3;
  const double ratio = a.distance_m / b.distance_m;
  const bool a_square = to_five_degrees(a.tilt_rad.norm()) < kSquare_deg;
  const bool b_square = to_five_degrees(b.tilt_rad.norm()) < kSquare_deg;
  return ninth_of(a.pixel, size) == ninth_of(b.pixel, size) && std::max(ratio, 1 / ratio) < kSize &&
         std::abs(std::remainder(a.roll_rad - b.roll_rad, std::numbers::pi)) < kRoll_rad && a_square == b_square &&
         (a_square || eighth_away(a.tilt_rad) == eighth_away(b.tilt_rad));
}

std::string view_in_words(const Placement& placement, const Camera& camera, const Board& board,
                          const WordsOptions& options) {
  std::string text = tilt_in_words(placement.tilt_rad) + roll_in_words(placement.roll_rad, board.size_m()) + ", " +
                     place_in_words(placement.pixel, camera.image_size());
  if (!options.camera.empty()) text += " of " + options.camera;
  if (options.distance_known) text += ", " + in_digits(placement.distance_m) + " m away";
  return text + ", " + std::to_string(width_percent(placement, camera, board)) + "% of the image's width";
}

}  // namespace fiducia

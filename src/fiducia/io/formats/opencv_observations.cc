#include <cmath>

#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/io/formats/foreign_values.h"
#include "fiducia/io/formats/opencv_calibration.h"
#include "fiducia/io/match_target.h"

namespace fiducia {
namespace {

constexpr int kMostCorners = 1'000'000;

/// A board whose unit is the metre has squares below this.
constexpr double kLargestSquare_m = 1;

std::vector<Vector3> grid_points(const TreeDocument& document, const Tree& value, std::size_t count) {
  const StoredMatrix matrix = opencv_matrix(document, value);
  // A matrix of points, or one list of all coordinates.
  const bool flat = value.is_list() && matrix.rows == 1;
  const int numbers = flat ? 3 : matrix.channels > 1 ? matrix.channels : matrix.columns;
  if (numbers != 3 || matrix.values.size() != 3 * count) {
    document.fail(value, "must be " + std::to_string(count) + " points of three coordinates, as many as an image has");
  }
  std::vector<Vector3> points;
  for (std::size_t i = 0; i < count; ++i) {
    points.emplace_back(matrix.values[3 * i], matrix.values[3 * i + 1], matrix.values[3 * i + 2]);
  }
  return points;
}

/// The board that the file describes; nothing where it does not.
std::optional<Target> board_of(const TreeDocument& document, std::size_t corners) {
  const Tree& root = document.root();
  const Tree* width = document.optional_member(root, "board_width");
  const Tree* height = document.optional_member(root, "board_height");
  const Tree* square = document.optional_member(root, "square_size");
  if (width == nullptr || height == nullptr || square == nullptr) return std::nullopt;
  const int columns = document.integer(*width, 2, kMostCorners);
  const int rows = document.integer(*height, 2, kMostCorners);
  const double side = document.number(*square);
  if (static_cast<double>(columns) * rows != static_cast<double>(corners)) {
    document.fail(*width, "x board_height is " + std::to_string(columns) + "x" + std::to_string(rows) +
                              ", but each image of image_points has " + std::to_string(corners) + " corners");
  }
  try {
    return Target::chessboard(columns, rows, side);
  } catch (const Error& error) {
    document.fail(*square, std::string("gives no board: ") + error.what());
  }
}

bool same_points(const std::vector<Vector3>& points, const Target& board) {
  constexpr double kRoundingOfFloats = 1e-5;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!((points[i] - board.points[i]).norm() <= kRoundingOfFloats * board.spacing_m)) return false;
  }
  return true;
}

void set_target(const TreeDocument& document, const Tree& image_points, std::size_t corners,
                const std::optional<Target>& named, ReadObservations* result) {
  const std::optional<Target> board = board_of(document, corners);
  std::vector<Vector3> points;
  if (const Tree* grid = document.optional_member(document.root(), "grid_points")) {
    points = grid_points(document, *grid, corners);
  } else if (board) {
    points = board->points;
  }
  if (named) {
    if (named->points.size() != corners) {
      document.fail(image_points, "has " + std::to_string(corners) + " corners in each image, target " +
                                      target_spec(*named) + " has " + std::to_string(named->points.size()));
    }
    if (!points.empty()) {
      const std::optional<std::string> warning = match_target(points, *named, document.file_name());
      if (warning) result->warnings.push_back(*warning);
    }
    result->observations.target = *named;
    return;
  }
  if (points.empty()) {
    throw Error(ErrorCode::kBadOption, document.file_name() +
                                           ": the file does not describe its board (board_width, board_height, "
                                           "square_size, or grid_points); give --target");
  }
  // grid_points may be what OpenCV found out about the board (calibrateCameraRO): then they are no plain board any
  // more.
  result->observations.target = board && same_points(points, *board) ? *board : Target::from_points(points);
  const double side = board ? board->spacing_m : 0;
  if (side >= kLargestSquare_m) {
    result->warnings.push_back("square_size " + in_digits(side, 6) +
                               " is taken for metres; where it is millimetres, give --target: intrinsics and pixels do "
                               "not depend on it, lengths do");
  }
}

}  // namespace

bool has_opencv_observations(const Tree& root) { return root.find("image_points") != nullptr; }

ReadObservations read_opencv_observations(const TreeDocument& document, const ReadOptions& options) {
  const Tree& value = document.member(document.root(), "image_points");
  const StoredMatrix matrix = opencv_matrix(document, value);
  const bool pairs = matrix.channels == 2 || (matrix.channels == 1 && matrix.columns % 2 == 0);
  if (!pairs || matrix.values.empty()) {
    document.fail(value, "must have a row of corners (two channels: x and y) for each image");
  }
  const auto frames = static_cast<std::size_t>(matrix.rows);
  const std::size_t corners = matrix.values.size() / 2 / frames;
  ReadObservations result;
  result.observations.image_size = opencv_image_size(document, options.image_size, options.presumed_image_size);
  set_target(document, value, corners, options.target, &result);
  const double* next = matrix.values.data();
  for (std::size_t j = 0; j < frames; ++j) {
    Frame frame{"view " + std::to_string(j), {}};
    for (std::size_t i = 0; i < corners; ++i, next += 2) {
      frame.corners.push_back({static_cast<int>(i), Vector2(next[0], next[1])});
    }
    result.observations.frames.push_back(std::move(frame));
  }
  return result;
}

}  // namespace fiducia

#include "fiducia/detect/find_image_circle.h"

#include <Eigen/QR>
#include <algorithm>
#include <array>
#include <cmath>

namespace fiducia {
namespace {

constexpr int kColumns = LightGrid::kColumns;
constexpr int kRows = LightGrid::kRows;
/// A scene may be dark at one place in a few images.
constexpr std::size_t kFewestImages = 3;
/// Of the brightness of the bright cells.
constexpr double kDark = 0.1;
/// Grey levels that are dark in any image, and by which a dark cell may change.
constexpr double kNoise = 10;
constexpr double kLeastDarkShare = 0.01;
/// Of all cells: that are dark inside the circle, or bright outside.
constexpr double kMostMismatch = 0.02;
/// A cell at the edge that is lit in a small part is no dark one: its outer side is on the mean so far outside the
/// circle, in cells.
constexpr double kEdge = 0.45;

std::size_t cell(int column, int row) { return static_cast<std::size_t>(row * kColumns + column); }

/// Which cells are as dark in all images as a lens leaves them.
std::vector<bool> dark_in_all(const std::vector<LightGrid>& images) {
  std::vector<std::uint8_t> most(kColumns * kRows, 0);
  std::vector<std::uint8_t> least(kColumns * kRows, 255);
  for (const LightGrid& image : images) {
    for (std::size_t i = 0; i < most.size(); ++i) {
      most[i] = std::max(most[i], image.cells[i]);
      least[i] = std::min(least[i], image.cells[i]);
    }
  }
  std::vector<std::uint8_t> sorted = most;
  const auto bright = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() * 9 / 10);
  std::nth_element(sorted.begin(), bright, sorted.end());
  const double limit = std::max(kNoise, kDark * *bright);
  std::vector<bool> dark(most.size());
  for (std::size_t i = 0; i < most.size(); ++i) dark[i] = most[i] <= limit && most[i] - least[i] <= kNoise;
  return dark;
}

/// What of it is connected with the corners of the image; nothing where fewer than two of them are dark.
std::vector<bool> outside_of_light(const std::vector<bool>& dark) {
  std::vector<bool> outside(dark.size(), false);
  std::vector<std::pair<int, int>> open;
  const auto visit = [&](int column, int row) {
    if (column < 0 || row < 0 || column >= kColumns || row >= kRows) return;
    const std::size_t at = cell(column, row);
    if (!dark[at] || outside[at]) return;
    outside[at] = true;
    open.emplace_back(column, row);
  };
  constexpr std::array<std::pair<int, int>, 4> kCorners = {
      {{0, 0}, {kColumns - 1, 0}, {0, kRows - 1}, {kColumns - 1, kRows - 1}}};
  const auto is_dark = [&](const auto& corner) { return dark[cell(corner.first, corner.second)]; };
  if (std::count_if(kCorners.begin(), kCorners.end(), is_dark) < 2) return {};
  for (const auto& [column, row] : kCorners) visit(column, row);
  while (!open.empty()) {
    const auto [column, row] = open.back();
    open.pop_back();
    visit(column - 1, row);
    visit(column + 1, row);
    visit(column, row - 1);
    visit(column, row + 1);
  }
  return outside;
}

/// Pixels per cell.
Vector2 cell_size(ImageSize size) {
  return {static_cast<double>(size.width) / kColumns, static_cast<double>(size.height) / kRows};
}

Vector2 pixel_of(ImageSize size, double column, double row) {
  return (Vector2(column, row).array() * cell_size(size).array() - 0.5).matrix();
}

/// Where light ends: between neighbours of which one is lit.
std::vector<Vector2> edge_of(const std::vector<bool>& outside, ImageSize size) {
  std::vector<Vector2> edge;
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      const bool here = outside[cell(column, row)];
      if (column + 1 < kColumns && here != outside[cell(column + 1, row)]) {
        edge.push_back(pixel_of(size, column + 1, row + 0.5));
      }
      if (row + 1 < kRows && here != outside[cell(column, row + 1)]) {
        edge.push_back(pixel_of(size, column + 0.5, row + 1));
      }
    }
  }
  return edge;
}

/// The circle of least squares in |p - centre|^2 - radius^2, without points that are far from it.
std::optional<ImageCircle> circle_through(std::vector<Vector2> points, double far_px) {
  constexpr int kRounds = 4;
  ImageCircle circle;
  for (int round = 0; round < kRounds; ++round) {
    if (points.size() < 8) return std::nullopt;
    Eigen::MatrixXd A(static_cast<Eigen::Index>(points.size()), 3);
    Eigen::VectorXd b(A.rows());
    const Vector2 origin = points.front();
    for (Eigen::Index i = 0; i < A.rows(); ++i) {
      const Vector2 p = points[static_cast<std::size_t>(i)] - origin;
      A.row(i) << 2 * p.x(), 2 * p.y(), 1;
      b[i] = p.squaredNorm();
    }
    const Vector3 x = A.colPivHouseholderQr().solve(b);
    circle.centre = x.head<2>() + origin;
    circle.radius_px = std::sqrt(x.z() + x.head<2>().squaredNorm());
    if (!std::isfinite(circle.radius_px)) return std::nullopt;
    std::erase_if(points,
                  [&](const Vector2& p) { return std::abs((p - circle.centre).norm() - circle.radius_px) > far_px; });
  }
  return circle;
}

}  // namespace

std::optional<ImageCircle> find_image_circle(const std::vector<LightGrid>& images, ImageSize size,
                                             const std::vector<Frame>& frames) {
  if (images.size() < kFewestImages) return std::nullopt;
  const std::vector<bool> outside = outside_of_light(dark_in_all(images));
  const auto dark = static_cast<double>(std::count(outside.begin(), outside.end(), true));
  if (dark < kLeastDarkShare * kColumns * kRows) return std::nullopt;
  const Vector2 of_cell = cell_size(size);
  std::optional<ImageCircle> circle = circle_through(edge_of(outside, size), 3 * of_cell.maxCoeff());
  if (!circle) return std::nullopt;
  int mismatch = 0;
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      if (circle->contains(pixel_of(size, column + 0.5, row + 0.5)) == outside[cell(column, row)]) ++mismatch;
    }
  }
  if (mismatch > kMostMismatch * kColumns * kRows) return std::nullopt;
  circle->radius_px -= kEdge * of_cell.mean();
  for (const Frame& frame : frames) {
    for (const Corner& corner : frame.corners) {
      circle->radius_px = std::max(circle->radius_px, (corner.pixel - circle->centre).norm());
    }
  }
  return circle;
}

}  // namespace fiducia

#include "fiducia/detect/lattice.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "fiducia/core/statistics.h"

namespace fiducia {
namespace {

/// Distance of a corner from what its neighbours within two squares predict. Nothing where they are too few, or all on
/// one side so far away that a prediction means little.
std::optional<double> deviation(const CornerLattice& lattice, int column, int row) {
  std::vector<std::pair<Vector2, Vector2>> neighbours;  // (column, row) relative to the corner, pixel
  for (int dr = -2; dr <= 2; ++dr) {
    for (int dc = -2; dc <= 2; ++dc) {
      if (dr == 0 && dc == 0) continue;
      if (const auto* neighbour = lattice.find(column + dc, row + dr)) neighbours.push_back({{dc, dr}, **neighbour});
    }
  }
  constexpr int kCoefficients = 6;
  if (neighbours.size() < kCoefficients + 2) return std::nullopt;
  Eigen::MatrixXd basis(static_cast<Eigen::Index>(neighbours.size()), kCoefficients);
  Eigen::MatrixXd pixels(static_cast<Eigen::Index>(neighbours.size()), 2);
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    const Vector2& at = neighbours[i].first;
    const double weight = 1 / at.norm();
    const auto r = static_cast<Eigen::Index>(i);
    basis.row(r) << 1, at.x(), at.y(), at.x() * at.x(), at.x() * at.y(), at.y() * at.y();
    basis.row(r) *= weight;
    pixels.row(r) = weight * neighbours[i].second.transpose();
  }
  const auto qr = basis.colPivHouseholderQr();
  if (qr.rank() < kCoefficients) return std::nullopt;
  const Eigen::MatrixXd surface = qr.solve(pixels);
  return (surface.row(0).transpose() - *lattice.at(column, row)).norm();
}

}  // namespace

int CornerLattice::count() const {
  return static_cast<int>(std::count_if(corners_.begin(), corners_.end(), [](const auto& corner) { return corner; }));
}

std::optional<Vector2> CornerLattice::step(int column, int row, int along_u, int along_v) const {
  const auto* before = find(column - along_u, row - along_v);
  const auto* here = find(column, row);
  const auto* after = find(column + along_u, row + along_v);
  if (before != nullptr && after != nullptr) return Vector2(0.5 * (**after - **before));
  if (here != nullptr && after != nullptr) return Vector2(**after - **here);
  if (here != nullptr && before != nullptr) return Vector2(**here - **before);
  return std::nullopt;
}

std::optional<CornerGuess> CornerLattice::guess(int column, int row) const {
  if (!contains(column, row) || !at(column, row)) return std::nullopt;
  const std::optional<Vector2> step_u = step(column, row, 1, 0);
  const std::optional<Vector2> step_v = step(column, row, 0, 1);
  if (!step_u || !step_v) return std::nullopt;
  return CornerGuess{*at(column, row), *step_u, *step_v};
}

std::optional<Vector2> CornerLattice::predict(int column, int row) const {
  Vector2 sum = Vector2::Zero();
  double weights = 0;
  const auto add = [&](const Vector2& pixel, double weight) {
    sum += weight * pixel;
    weights += weight;
  };
  struct Along {
    int columns, rows;
  };
  for (const auto& [dc, dr] : {Along{1, 0}, Along{0, 1}, Along{1, 1}, Along{1, -1}}) {
    const auto* before = find(column - dc, row - dr);
    const auto* after = find(column + dc, row + dr);
    const double share = dc * dr == 0 ? 1 : 0.5;  // a diagonal is longer, and bends more
    if (before != nullptr && after != nullptr) add(0.5 * (**before + **after), 8 * share);
    for (const int sign : {-1, 1}) {
      const auto* first = find(column + sign * dc, row + sign * dr);
      const auto* second = find(column + 2 * sign * dc, row + 2 * sign * dr);
      const auto* third = find(column + 3 * sign * dc, row + 3 * sign * dr);
      if (first == nullptr || second == nullptr) continue;
      if (third != nullptr) {
        add(3 * **first - 3 * **second + **third, 2 * share);
      } else {
        add(2 * **first - **second, 0.2 * share);
      }
    }
  }
  return weights > 0 ? std::optional<Vector2>(sum / weights) : std::nullopt;
}

std::optional<CornerGuess> CornerLattice::predicted_guess(int column, int row) const {
  const std::optional<Vector2> pixel = predict(column, row);
  if (!pixel) return std::nullopt;
  CornerLattice filled = *this;
  filled.at(column, row) = pixel;
  return filled.guess(column, row);
}

int remove_stray_corners(CornerLattice& lattice) {
  constexpr double kLeast_px = 0.6;  // what a surface of second order may be off by, and no harm done
  int removed = 0;
  // One at a time, the worst first: a stray corner spoils the predictions of its neighbours.
  while (lattice.count() > 0) {
    std::vector<double> relative;  // to the length of a step, so that perspective does not matter
    double worst = 0;
    int worst_column = 0;
    int worst_row = 0;
    for (int row = 0; row < lattice.rows(); ++row) {
      for (int column = 0; column < lattice.columns(); ++column) {
        const std::optional<CornerGuess> guess = lattice.guess(column, row);
        const std::optional<double> off = guess ? deviation(lattice, column, row) : std::nullopt;
        if (!off) continue;
        const double share = *off / std::min(guess->step_u.norm(), guess->step_v.norm());
        relative.push_back(share);
        if (*off >= kLeast_px && share > worst) {
          worst = share;
          worst_column = column;
          worst_row = row;
        }
      }
    }
    constexpr double kTimesTypical = 8;
    if (worst == 0 || worst < kTimesTypical * median(relative)) return removed;
    lattice.at(worst_column, worst_row).reset();
    ++removed;
  }
  return removed;
}

}  // namespace fiducia

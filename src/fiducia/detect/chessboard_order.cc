#include "fiducia/detect/chessboard_order.h"

#include <optional>

namespace fiducia {
namespace {

/// Turned by a quarter: what was the last row becomes the first column.
CornerLattice turned(const CornerLattice& lattice) {
  CornerLattice result(lattice.rows(), lattice.columns());
  for (int row = 0; row < lattice.rows(); ++row) {
    for (int column = 0; column < lattice.columns(); ++column) {
      result.at(lattice.rows() - 1 - row, column) = lattice.at(column, row);
    }
  }
  return result;
}

CornerLattice mirrored(const CornerLattice& lattice) {
  CornerLattice result(lattice.columns(), lattice.rows());
  for (int row = 0; row < lattice.rows(); ++row) {
    for (int column = 0; column < lattice.columns(); ++column) {
      result.at(lattice.columns() - 1 - column, row) = lattice.at(column, row);
    }
  }
  return result;
}

struct MeanSteps {
  Vector2 u = Vector2::Zero();
  Vector2 v = Vector2::Zero();
};

MeanSteps mean_steps(const CornerLattice& lattice) {
  MeanSteps mean;
  for (int row = 0; row < lattice.rows(); ++row) {
    for (int column = 0; column < lattice.columns(); ++column) {
      if (const std::optional<CornerGuess> guess = lattice.guess(column, row)) {
        mean.u += guess->step_u;
        mean.v += guess->step_v;
      }
    }
  }
  return mean;
}

bool is_mirrored(const CornerLattice& lattice) {
  const MeanSteps mean = mean_steps(lattice);
  return mean.u.x() * mean.v.y() - mean.u.y() * mean.v.x() < 0;  // y points down
}

/// Colours alternate: the square beyond another corner of the lattice is as far as the board is long, and one more for
/// turning round it.
bool black_after_turn(bool black, int rows) { return rows % 2 == 0 ? black : !black; }

}  // namespace

CornerLattice in_order(const CornerLattice& seen, bool black_beyond_first, int columns, int rows) {
  CornerLattice candidate = seen;
  bool black = black_beyond_first;
  if (is_mirrored(candidate)) {
    candidate = mirrored(candidate);
    black = black_after_turn(black, candidate.columns());
  }
  std::optional<CornerLattice> best;
  bool best_black = false;
  double best_rightwards = 0;
  for (int quarter = 0; quarter < 4; ++quarter) {
    if (candidate.columns() == columns && candidate.rows() == rows) {
      const double rightwards = mean_steps(candidate).u.normalized().x();
      if (!best || (black && !best_black) || (black == best_black && rightwards > best_rightwards)) {
        best = candidate;
        best_black = black;
        best_rightwards = rightwards;
      }
    }
    black = black_after_turn(black, candidate.rows());
    candidate = turned(candidate);
  }
  return best ? *best : seen;
}

}  // namespace fiducia

#pragma once

#include <optional>
#include <vector>

#include "fiducia/detect/corner_fit.h"

namespace fiducia {

/// The corners of a board in rows and columns, as far as they were seen.
class CornerLattice {
 public:
  CornerLattice(int columns, int rows)
      : columns_(columns), rows_(rows), corners_(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows)) {}

  [[nodiscard]] int columns() const { return columns_; }
  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] bool contains(int column, int row) const {
    return column >= 0 && row >= 0 && column < columns_ && row < rows_;
  }
  [[nodiscard]] std::optional<Vector2>& at(int column, int row) { return corners_[index(column, row)]; }
  [[nodiscard]] const std::optional<Vector2>& at(int column, int row) const { return corners_[index(column, row)]; }
  [[nodiscard]] const std::optional<Vector2>* find(int column, int row) const {
    return contains(column, row) && at(column, row) ? &at(column, row) : nullptr;
  }
  [[nodiscard]] int count() const;

  /// Where a corner is, and the steps of the pattern there, from its neighbours. Nothing where there are too few.
  [[nodiscard]] std::optional<CornerGuess> guess(int column, int row) const;

  /// Where a corner should be, by the others on the lines through it: a parabola along each, as far as there are
  /// enough of them, so that the lens is followed. Nothing where there are less than two on every line.
  [[nodiscard]] std::optional<Vector2> predict(int column, int row) const;

  /// The same with the steps of the pattern, of which one at least must lie along measured corners.
  [[nodiscard]] std::optional<CornerGuess> predicted_guess(int column, int row) const;

 private:
  [[nodiscard]] std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
  }
  [[nodiscard]] std::optional<Vector2> step(int column, int row, int along_u, int along_v) const;

  int columns_;
  int rows_;
  std::vector<std::optional<Vector2>> corners_;
};

/// Takes out the corners that lie off the smooth surface through their neighbours: a second-order polynomial in row
/// and column, which follows perspective and lens over a few squares. Returns how many went.
int remove_stray_corners(CornerLattice& lattice);

}  // namespace fiducia

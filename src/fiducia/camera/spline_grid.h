#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fiducia/core/pose.h"

namespace fiducia {

/// The knots of a splined lens in the plane of the stereographic projection u = 2 (x, y) / (|p| + z), as mrcal lays
/// them out: `columns` x `rows` of them, equally far apart in both directions, the middle of the grid at u = 0, the
/// cells from left to right as wide as the field of view.
struct SplineGrid {
  int order = 3;  ///< 2 or 3
  int columns = 0;
  int rows = 0;
  int field_deg = 0;  ///< from the left to the right edge of the cells

  static constexpr int kMostKnots = 20000;

  /// COLUMNSxROWS or COLUMNSxROWS:FIELD; without a field it is 0. Throws an Error where it makes no grid; `name`, the
  /// model's, is for the message.
  [[nodiscard]] static SplineGrid parse(std::string_view name, int order, std::string_view configuration);
  /// COLUMNSxROWS[:FIELD]
  [[nodiscard]] std::string configuration() const;
  /// Why there is no such grid; empty: there is.
  [[nodiscard]] std::string fault() const;

  [[nodiscard]] int knots() const { return columns * rows; }
  [[nodiscard]] int cell_columns() const { return columns - order; }
  [[nodiscard]] int cell_rows() const { return rows - order; }
  [[nodiscard]] int cells() const { return cell_columns() * cell_rows(); }
  /// u at the right edge of the cells.
  [[nodiscard]] double edge() const;
  /// Cells per unit of u.
  [[nodiscard]] double cells_per_unit() const { return cell_columns() / (2 * edge()); }
  /// A place in the plane in cells from the upper left corner of the first one.
  [[nodiscard]] Vector2 in_cells(const Vector2& u) const {
    return cells_per_unit() * u + 0.5 * Vector2(cell_columns(), cell_rows());
  }
  [[nodiscard]] Vector2 from_cells(const Vector2& place) const {
    return (place - 0.5 * Vector2(cell_columns(), cell_rows())) / cells_per_unit();
  }

  friend bool operator==(const SplineGrid&, const SplineGrid&) = default;
};

/// u of a point in the camera frame; nothing straight behind the camera, which the plane does not hold.
[[nodiscard]] std::optional<Vector2> stereographic(const Vector3& x);
/// The unit ray of a u.
[[nodiscard]] Vector3 from_stereographic(const Vector2& u);

}  // namespace fiducia

#include "fiducia/simulate/target_pattern.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

constexpr float kBlack = 0;
constexpr float kWhite = 1;

/// A stretch of the print along one axis: which square or tag it belongs to and which cell of its marker, or neither.
struct Stretch {
  int item = -1;  ///< square or tag
  int cell = -1;  ///< of the marker
};

/// Puts one stretch after another.
class AxisBuilder {
 public:
  explicit AxisBuilder(double begin) : breaks_{begin} {}

  void add(double length, Stretch stretch) {
    if (!(length > 0)) return;  // a grid without gaps
    breaks_.push_back(breaks_.back() + length);
    stretches_.push_back(stretch);
  }
  void add_marker(double length, int item, int cells) {
    for (int cell = 0; cell < cells; ++cell) add(length / cells, {item, cell});
  }
  [[nodiscard]] const std::vector<double>& breaks() const { return breaks_; }
  [[nodiscard]] const std::vector<Stretch>& stretches() const { return stretches_; }

 private:
  std::vector<double> breaks_;
  std::vector<Stretch> stretches_;
};

using Print = std::function<bool(const Stretch& x, const Stretch& y)>;  ///< whether it is white

/// The margin is the first and the last stretch of both axes.
PatternGrid grid(const AxisBuilder& x, const AxisBuilder& y, const Print& white) {
  PatternAxis x_axis(x.breaks());
  PatternAxis y_axis(y.breaks());
  const std::size_t columns = x.stretches().size();
  const std::size_t rows = y.stretches().size();
  std::vector<float> reflectance((columns + 2) * (rows + 2), kSurroundings);
  for (std::size_t j = 0; j < rows; ++j) {
    for (std::size_t i = 0; i < columns; ++i) {
      const bool margin = i == 0 || j == 0 || i + 1 == columns || j + 1 == rows;
      reflectance[(j + 1) * (columns + 2) + i + 1] =
          margin || white(x.stretches()[i], y.stretches()[j]) ? kWhite : kBlack;
    }
  }
  return {std::move(x_axis), std::move(y_axis), std::move(reflectance)};
}

int cells_of(const std::vector<Marker>& markers, int needed) {
  const auto bad = [](const std::string& message) { throw Error(ErrorCode::kBadData, "target: " + message); };
  if (static_cast<int>(markers.size()) < needed) {
    bad("it shows " + std::to_string(needed) + " markers, and there are " + std::to_string(markers.size()) +
        "; take a smaller target or a larger dictionary");
  }
  const int side = needed == 0 ? 1 : markers.front().side;
  for (const Marker& marker : markers) {
    if (marker.side != side || marker.side < 1 ||
        marker.white.size() != static_cast<std::size_t>(side) * static_cast<std::size_t>(side)) {
      bad("its markers are not squares of the same number of cells");
    }
  }
  return side;
}

PatternGrid chessboard(const Target& target, double margin) {
  const double square = target.spacing_m;
  const auto axis = [&](int corners) {
    AxisBuilder builder(-square - margin);
    builder.add(margin, {});
    for (int i = 0; i <= corners; ++i) builder.add(square, {i});
    builder.add(margin, {});
    return builder;
  };
  return grid(axis(target.columns), axis(target.rows),
              [](const Stretch& x, const Stretch& y) { return (x.item + y.item) % 2 != 0; });
}

PatternGrid charuco(const Target& target, const std::vector<Marker>& markers, double margin) {
  const int cells = cells_of(markers, target.columns * target.rows / 2);
  const double border = 0.5 * (target.spacing_m - target.marker_m);
  const auto axis = [&](int squares) {
    AxisBuilder builder(-target.spacing_m - margin);
    builder.add(margin, {});
    for (int i = 0; i < squares; ++i) {
      builder.add(border, {i});
      builder.add_marker(target.marker_m, i, cells);
      builder.add(border, {i});
    }
    builder.add(margin, {});
    return builder;
  };
  const auto white = [&](const Stretch& x, const Stretch& y) {
    if ((x.item + y.item) % 2 == 0) return false;
    if (x.cell < 0 || y.cell < 0) return true;
    // Of the squares before this one, in its row and in the rows above, every second is white.
    const int id = (y.item * target.columns + x.item) / 2;
    return markers[static_cast<std::size_t>(id)].is_white(x.cell, y.cell);
  };
  return grid(axis(target.columns), axis(target.rows), white);
}

PatternGrid tag_grid(const Target& target, const std::vector<Marker>& markers, double margin) {
  const int cells = cells_of(markers, target.columns * target.rows);
  const double gap = target.spacing_m * target.tag_gap_ratio;
  const auto axis = [&](int tags) {
    AxisBuilder builder(-gap - margin);
    builder.add(margin, {});
    for (int i = 0; i < tags; ++i) {
      builder.add(gap, {});
      builder.add_marker(target.spacing_m, i, cells);
    }
    builder.add(gap, {});
    builder.add(margin, {});
    return builder;
  };
  const auto white = [&](const Stretch& x, const Stretch& y) {
    if (x.cell < 0 && y.cell < 0) return false;  // where two gaps cross, between the corners of the tags
    if (x.cell < 0 || y.cell < 0) return true;
    const int id = y.item * target.columns + x.item;
    return markers[static_cast<std::size_t>(id)].is_white(x.cell, cells - 1 - y.cell);  // y is up
  };
  return grid(axis(target.columns), axis(target.rows), white);
}

/// The cells of a grid fine enough for round dots, aligned to their centres.
PatternGrid dots(const Target& target, double margin) {
  constexpr double kCellsPerDiameter = 48;
  const double spacing = target.spacing_m;
  const int cells = std::max(static_cast<int>(std::lround(kCellsPerDiameter * spacing / target.diameter_m)), 8);
  const double cell = spacing / cells;
  const bool staggered = target.kind == TargetKind::kStaggered;
  const int places = staggered ? 2 * target.columns : target.columns;  // of dots along a row
  const auto axis = [&](int count) {
    AxisBuilder builder(-spacing - margin);
    builder.add(margin, {});
    for (int i = 0; i < (count + 1) * cells; ++i) builder.add(cell, {i});
    builder.add(margin, {});
    return builder;
  };
  const auto is_dot = [&](int column, int row) {
    return column >= 0 && row >= 0 && column < places && row < target.rows && (!staggered || (column + row) % 2 == 0);
  };
  const auto white = [&](const Stretch& x, const Stretch& y) {
    const Vector2 place((x.item + 0.5) / cells - 1, (y.item + 0.5) / cells - 1);  // in spacings
    const int left = static_cast<int>(std::floor(place.x()));
    const int top = static_cast<int>(std::floor(place.y()));
    for (const int row : {top, top + 1}) {
      for (const int column : {left, left + 1}) {
        const double distance = spacing * (place - Vector2(column, row)).norm();
        if (is_dot(column, row) && 2 * distance < target.diameter_m) return false;
      }
    }
    return true;
  };
  return grid(axis(places), axis(target.rows), white);
}

}  // namespace

PatternGrid target_pattern(const Target& target, const std::vector<Marker>& markers, double margin_m) {
  if (!(margin_m > 0 && std::isfinite(margin_m))) {
    throw Error(ErrorCode::kBadOption, "the white margin of the target must be a positive length in metres");
  }
  switch (target.kind) {
    case TargetKind::kChessboard: return chessboard(target, margin_m);
    case TargetKind::kCharuco: return charuco(target, markers, margin_m);
    case TargetKind::kTagGrid: return tag_grid(target, markers, margin_m);
    case TargetKind::kCircles:
    case TargetKind::kStaggered: return dots(target, margin_m);
    case TargetKind::kPoints: break;
  }
  throw Error(ErrorCode::kBadOption, "a target that is a list of points has no print; give " + target_forms());
}

double default_margin_m(const Target& target) { return 0.5 * target.spacing_m; }

}  // namespace fiducia

#include "fiducia/data/grid_layout.h"

#include <algorithm>
#include <string>
#include <vector>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

constexpr int kTagCorners = 4;

/// Where the numbered things of a frame are seen, by id; nothing for those that are not.
using Places = std::vector<std::optional<Vector2>>;

/// Three things in a line whose middle is farther from the middle of the others than half of their distance are no
/// neighbours: no view of a board shrinks a square to a third of the next, or turns its side by 50 degrees.
bool broken(const Vector2& a, const Vector2& b, const Vector2& c) {
  return (a - 2 * b + c).norm() > 0.5 * (c - a).norm();
}

/// The part of triples of neighbours that are none, with so many columns.
double broken_part(const Places& places, int columns) {
  int triples = 0;
  int wrong = 0;
  const int count = static_cast<int>(places.size());
  const auto look = [&](int middle, int step) {
    if (middle - step < 0 || middle + step >= count) return;
    const auto at = [&](int id) -> const std::optional<Vector2>& { return places[static_cast<std::size_t>(id)]; };
    if (!at(middle - step) || !at(middle) || !at(middle + step)) return;
    ++triples;
    wrong += broken(*at(middle - step), *at(middle), *at(middle + step)) ? 1 : 0;
  };
  for (int id = 0; id < count; ++id) {
    if (id % columns > 0 && id % columns < columns - 1) look(id, 1);
    look(id, columns);
  }
  constexpr int kFewest = 4;
  return triples < kFewest ? 0 : static_cast<double>(wrong) / triples;
}

Places places_of(const Frame& frame, int ids, int corners_each) {
  Places places(static_cast<std::size_t>(ids));
  for (const Corner& corner : frame.corners) {
    if (corner.id % corners_each == 0) places[static_cast<std::size_t>(corner.id / corners_each)] = corner.pixel;
  }
  return places;
}

/// In how many frames neighbours are none.
std::size_t frames_broken(const std::vector<Places>& frames, int columns, double limit) {
  return static_cast<std::size_t>(std::count_if(frames.begin(), frames.end(),
                                                [&](const Places& one) { return broken_part(one, columns) > limit; }));
}

}  // namespace

std::optional<GridLayout> layout_that_fits(const Observations& observations) {
  constexpr double kLimit = 0.03;
  constexpr double kHardlyAny = 0.005;
  const Target& target = observations.target;
  const bool tags = target.kind == TargetKind::kTagGrid;
  if (target.kind == TargetKind::kPoints || target.kind == TargetKind::kStaggered) return std::nullopt;
  const int each = tags ? kTagCorners : 1;
  const int columns = target.kind == TargetKind::kCharuco ? target.columns - 1 : target.columns;
  const int ids = static_cast<int>(target.points.size()) / each;
  std::vector<Places> frames;
  int most = 0;
  for (const Frame& frame : observations.frames) {
    frames.push_back(places_of(frame, ids, each));
    for (const Corner& corner : frame.corners) most = std::max(most, corner.id / each + 1);
  }
  if (2 * frames_broken(frames, columns, kLimit) <= frames.size()) return std::nullopt;
  for (int other = 2; other <= most / 2; ++other) {
    if (other == columns || 10 * frames_broken(frames, other, kHardlyAny) > frames.size()) continue;
    return GridLayout{other, (most + other - 1) / other};
  }
  return std::nullopt;
}

void require_layout(const Observations& observations) {
  const std::optional<GridLayout> fits = layout_that_fits(observations);
  if (!fits) return;
  const Target& target = observations.target;
  const auto size = [](int columns, int rows) { return std::to_string(columns) + "x" + std::to_string(rows); };
  const bool squares = target.kind == TargetKind::kCharuco;
  const int more = squares ? 1 : 0;
  throw Error(ErrorCode::kBadData,
              "the corners do not lie as the target " + target_spec(target) + " numbers them, but as one of " +
                  size(fits->columns + more, fits->rows + more) + (squares ? " squares" : "") +
                  " would: is its size right (columns first), and are corners numbered row by row?");
}

}  // namespace fiducia

#include "fiducia/data/unseen_rows.h"

#include <algorithm>

namespace fiducia {
namespace {

constexpr std::size_t kFewestFrames = 5;
constexpr int kCornersOfTag = 4;
/// A board has at least so many rows.
constexpr int kFewestRows = 2;

/// How many corners a frame has on each line of a chessboard, rows or columns.
struct LineCounts {
  std::vector<int> corners;
  int length;  // of a line

  [[nodiscard]] bool lacks_a_side() const {
    const std::size_t last = corners.size() - 1;
    return lacks(corners.front(), corners[1]) || lacks(corners[last], corners[last - 1]);
  }

 private:
  /// Clutter beside the board may be taken for a corner.
  [[nodiscard]] bool lacks(int side, int beside) const { return 5 * side <= length && 3 * beside >= 2 * length; }
};

bool lacks_a_side(const Frame& frame, const Target& target) {
  LineCounts rows{std::vector<int>(static_cast<std::size_t>(target.rows)), target.columns};
  LineCounts columns{std::vector<int>(static_cast<std::size_t>(target.columns)), target.rows};
  for (const Corner& corner : frame.corners) {
    ++rows.corners[static_cast<std::size_t>(corner.id / target.columns)];
    ++columns.corners[static_cast<std::size_t>(corner.id % target.columns)];
  }
  return rows.lacks_a_side() || columns.lacks_a_side();
}

}  // namespace

int frames_without_a_side(const Observations& observations) {
  const Target& target = observations.target;
  if (target.kind != TargetKind::kChessboard || std::min(target.columns, target.rows) < kFewestRows) return 0;
  return static_cast<int>(std::count_if(observations.frames.begin(), observations.frames.end(),
                                        [&](const Frame& frame) { return lacks_a_side(frame, target); }));
}

bool is_without_a_side(const Observations& observations) {
  const int without = frames_without_a_side(observations);
  return without >= 2 && without >= 0.8 * static_cast<double>(observations.frames.size());
}

std::string unseen_rows(const Observations& observations) {
  const Target& target = observations.target;
  const bool tags = target.kind == TargetKind::kTagGrid;
  if ((!tags && target.kind != TargetKind::kCharuco) || observations.frames.size() < kFewestFrames) return {};
  const int per_row = tags ? kCornersOfTag * target.columns : target.columns - 1;
  int last = 0;
  for (const Frame& frame : observations.frames) {
    for (const Corner& corner : frame.corners) last = std::max(last, corner.id / per_row);
  }
  Target smaller = target;
  smaller.rows = std::max(kFewestRows, last + (tags ? 1 : 2));  // rows of tags, or of squares
  const int missing = target.rows - smaller.rows;
  if (missing <= 0) return {};
  return "no image shows the last " + (missing == 1 ? "row" : std::to_string(missing) + " rows") +
         " of the target: is it " + target_spec(smaller) + "?";
}

}  // namespace fiducia

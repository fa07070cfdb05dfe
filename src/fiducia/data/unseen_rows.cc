#include "fiducia/data/unseen_rows.h"

#include <algorithm>

namespace fiducia {
namespace {

constexpr std::size_t kFewestFrames = 5;
constexpr int kCornersOfTag = 4;
/// A board has at least so many rows.
constexpr int kFewestRows = 2;

}  // namespace

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

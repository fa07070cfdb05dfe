#include "fiducia/detect/target_markers.h"

#include "fiducia/core/error.h"
#include "fiducia/detect/aruco_dictionary.h"
#include "fiducia/detect/charuco_layout.h"
#include "fiducia/detect/tag_family.h"

namespace fiducia {

std::vector<Marker> target_markers(const Target& target) {
  if (target.kind == TargetKind::kCharuco) {
    const std::vector<Square> squares = marker_squares(target, CharucoLayout::kUpperLeftBlack);
    return aruco_markers(target.dictionary, static_cast<int>(squares.size()));
  }
  std::vector<Marker> markers;
  if (target.kind == TargetKind::kTagGrid) {
    const TagFamily family(2);
    const int count = target.columns * target.rows;
    if (count > family.size()) {
      throw Error(ErrorCode::kBadOption, "target: the family 36h11 has " + std::to_string(family.size()) +
                                             " tags, the grid needs " + std::to_string(count));
    }
    for (int id = 0; id < count; ++id) markers.push_back(family.marker(id));
  }
  return markers;
}

}  // namespace fiducia

#include "apps/fiducia/target_print.h"

#include "fiducia/core/error.h"

namespace fiducia {

std::vector<Marker> markers_to_print(const Target& target) {
  if (target.kind == TargetKind::kChessboard) return {};
  throw Error(ErrorCode::kBadOption,
              "--target: only a chessboard can be rendered so far; give chessboard:COLUMNSxROWS:SPACING");
}

}  // namespace fiducia

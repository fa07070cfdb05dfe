#include "fiducia/data/board_turns.h"

namespace fiducia {

int ways_to_lie(const Target& target) {
  switch (target.kind) {
    case TargetKind::kChessboard:
      if ((target.columns + target.rows) % 2 != 0) return 1;
      return target.columns == target.rows && target.columns % 2 == 0 ? 4 : 2;
    case TargetKind::kCircles: return target.columns == target.rows ? 4 : 2;
    case TargetKind::kStaggered: return target.rows % 2 == 0 ? 2 : 1;
    case TargetKind::kCharuco:
    case TargetKind::kTagGrid:
    case TargetKind::kPoints: break;
  }
  return 1;
}

int turned_id(const Target& target, int id, int way) {
  const int columns = target.columns;
  int x = id % columns;
  int y = id / columns;
  if (ways_to_lie(target) == 2) return way % 2 == 0 ? id : columns * target.rows - 1 - id;
  for (int i = 0; i < way; ++i) {  // a square board, by a quarter: x takes the place of y
    const int before = x;
    x = columns - 1 - y;
    y = before;
  }
  return y * columns + x;
}

Matrix3 turned_frame(const Target& target, int way) {
  Matrix3 quarter;
  quarter << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  const int quarters = ways_to_lie(target) == 2 ? 2 * way : way;
  Matrix3 turn = Matrix3::Identity();
  for (int i = 0; i < quarters % 4; ++i) turn = quarter * turn;
  return turn;
}

Frame turned(const Target& target, Frame frame, int way) {
  for (Corner& corner : frame.corners) corner.id = turned_id(target, corner.id, way);
  return frame;
}

}  // namespace fiducia

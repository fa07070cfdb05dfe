#include "fiducia/guide/seen_limits.h"

#include <algorithm>
#include <limits>

namespace fiducia {

ViewLimits limits_as_seen(ViewLimits limits, const std::vector<Pose>& camera_from_target, const Board& board) {
  constexpr double kBeyond = 2;
  if (camera_from_target.empty() || limits.min_distance_m > 0 || limits.max_distance_m > 0) return limits;
  double near_m = std::numeric_limits<double>::infinity();
  double far_m = 0;
  for (const Pose& pose : camera_from_target) {
    const double distance_m = (pose * board.centre).norm();
    near_m = std::min(near_m, distance_m);
    far_m = std::max(far_m, distance_m);
  }
  limits.min_distance_m = near_m / kBeyond;
  limits.max_distance_m = far_m * kBeyond;
  return limits;
}

}  // namespace fiducia

#pragma once

#include <cmath>
#include <optional>
#include <utility>

#include "fiducia/data/observations.h"
#include "fiducia/guide/placement.h"

namespace fiducia {

/// Along one of: the two directions of the image, the distance, the two tilts.
[[nodiscard]] inline Placement moved(Placement placement, int direction, double step, ImageSize size) {
  constexpr double kDistance = 0.3;
  constexpr double kTilt_rad = 0.3;
  const double side = 0.15 * std::hypot(size.width, size.height);
  if (direction < 2) placement.pixel[direction] += side * step;
  if (direction == 2) placement.distance_m *= std::exp(kDistance * step);
  if (direction > 2) placement.tilt_rad[direction - 3] += kTilt_rad * step;
  return placement;
}

/// A pattern search: to the best of the neighbours as long as there is a better one, then in smaller steps.
/// `at`: a placement to an optional Scored, which has a `score` (less is better) and `placement()`; nothing where the
/// board cannot or shall not be held.
template <class Scored, class At>
[[nodiscard]] Scored searched(Scored now, ImageSize size, const At& at) {
  constexpr int kHalvings = 3;
  constexpr int kMostMoves = 8;
  double step = 1;
  for (int halving = 0, moves = 0; halving < kHalvings && moves < kMostMoves;) {
    std::optional<Scored> best;
    for (int direction = 0; direction < 5; ++direction) {
      for (const double sign : {-1.0, 1.0}) {
        std::optional<Scored> there = at(moved(now.placement(), direction, sign * step, size));
        if (there && there->score < (best ? best->score : now.score)) best = std::move(there);
      }
    }
    if (best) {
      now = std::move(*best);
      ++moves;
    } else {
      step *= 0.5;
      ++halving;
    }
  }
  return now;
}

}  // namespace fiducia

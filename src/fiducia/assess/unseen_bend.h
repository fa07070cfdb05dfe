#pragma once

#include <optional>

#include "fiducia/evaluate/explanation.h"

namespace fiducia {

/// What a camera may be off by because a bend of the target cannot be excluded: px^2 per coordinate, with 95%
/// confidence less, as the same frames see it with the target's shape left open (a warp). Few frames that show no bend
/// exclude none; many do. best: the explanation, with a planar target. Nothing where the frames cannot carry a shape.
[[nodiscard]] std::optional<double> bound_with_unseen_bend(const InfluencedCamera& judged, const Explanation& best,
                                                           const ExplanationOptions& options = {});

}  // namespace fiducia

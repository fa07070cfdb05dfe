#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fiducia/core/pose.h"

namespace fiducia {

/// A sequence of vectors whose mean changes once.
struct StepInSequence {
  std::size_t first_after = 0;  ///< the first of the second part
  Vector6 change = Vector6::Zero();
  double p_value = 1;
  double share = 0;  ///< of the sum of squares about the mean, that two means explain
};

/// The best place to cut a sequence in two with a mean each, in units of the components' spread. The p-value counts
/// the permutations of the sequence that have as good a cut: it needs no model of the noise. Nothing with fewer than
/// six vectors.
[[nodiscard]] std::optional<StepInSequence> find_step(const std::vector<Vector6>& sequence, std::uint64_t seed);

}  // namespace fiducia

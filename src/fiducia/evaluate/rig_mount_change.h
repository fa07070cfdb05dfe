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

/// The same change, each vector counted by how surely it is known (covariances, of each): the difference of the means
/// that are best then. The relative pose that one instant shows is known well in some combinations of its numbers and
/// badly in others, by the lever of the board's distance.
[[nodiscard]] Vector6 weighted_change(const std::vector<Vector6>& sequence, const std::vector<Matrix6>& covariances,
                                      std::size_t first_after);

/// The covariance of (turn, shift) of b_from_a = b_from_target a_from_target^-1, of the covariances of the two poses'
/// steps (Pose::moved()).
[[nodiscard]] Matrix6 relative_covariance(const Pose& a_from_target, const Matrix6& covariance_a, const Pose& b_from_a,
                                          const Matrix6& covariance_b);

}  // namespace fiducia

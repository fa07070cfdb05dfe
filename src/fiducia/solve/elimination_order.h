#pragma once

#include <Eigen/Core>

namespace fiducia {

/// Which unknowns of a problem with free target points go first.
enum class EliminationOrder {
  kLocalFirst,   ///< the frames' local blocks; leaves a system of the global parameters
  kPointsFirst,  ///< the points, 3 x 3 each; leaves a system of the dense parameters and all local blocks
};

/// The cheaper one: few frames with many points leave the smaller system when the points go first.
[[nodiscard]] inline EliminationOrder cheaper_order(Eigen::Index dense, Eigen::Index points, Eigen::Index local) {
  const auto cubed = [](double n) { return n * n * n / 3; };
  const auto global = static_cast<double>(dense + 3 * points);
  const auto rest = static_cast<double>(dense + local);
  const double local_first = static_cast<double>(local) * global * global + cubed(global);
  const double points_first = 3 * static_cast<double>(points) * rest * rest + cubed(rest);
  return points > 0 && points_first < local_first ? EliminationOrder::kPointsFirst : EliminationOrder::kLocalFirst;
}

}  // namespace fiducia

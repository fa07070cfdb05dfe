#pragma once

#include <Eigen/Core>
#include <array>

#include "fiducia/evaluate/mapping_error.h"

namespace fiducia {

/// A camera and how each frame pulls at its intrinsics: psi_j(1/2) of frame_influences.h, one column per frame of the
/// observations (zero for those not used). No columns: a camera that does not come from these frames.
struct InfluencedCamera {
  Camera camera;
  Eigen::MatrixXd influences = {};
};

/// How far a camera is from another one that explains the same frames better, beyond what chance makes of both
/// (docs/method.md 11). All px^2 per coordinate over the points that both can see, after the best rotation:
///
///     K = mean ||D||^2,  D = p_lean - p_rich;     V = sum_j mean ||J_lean psi_j^lean - J_rich psi_j^rich||^2
///     bias^2 = max(0, K - V);                     total = EME_lean + bias^2
///
/// Lean and rich come from the same frames, so D is known better than either camera: V is small where their errors go
/// together. What the richer one cannot represent stays unseen.
struct SystematicError {
  double difference = 0;  ///< K
  double noise = 0;       ///< V
  double bias = 0;        ///< bias^2
  std::array<double, 2> bias_ci95{};
  double bias_confidence = 0;  ///< that it is no chance: of Student's t of K - V, 0 to 1
  double lean_random = 0;      ///< EME of the lean camera, by cr2, over these points
  double rich_random = 0;
  double total = 0;
  /// With 95% confidence the lean camera's squared error is less: the error of the lean one is D plus that of the rich
  /// one, which is Gaussian with rich's covariance, itself known with so many degrees of freedom.
  double bound95 = 0;   ///< 0: not asked for
  int points = 0;       ///< compared
  int without_ray = 0;  ///< of the grid, where either has none
};

/// Whether the bound is wanted, which takes longer than the rest.
enum class WithBound { kNo, kYes };

/// Two results for the same thing, a camera or another, as numbers whose squares are added up: the difference between
/// them, and how each frame pulls at both (one column per frame; none where one does not come from these frames).
struct ComparedResults {
  Eigen::VectorXd difference;  ///< lean minus rich
  Eigen::MatrixXd lean;
  Eigen::MatrixXd rich;
};

/// Of anything. rich_degrees: see SmallSample.
[[nodiscard]] SystematicError systematic_error(const ComparedResults& results, double rich_degrees,
                                               WithBound bound = WithBound::kYes);

/// Two cameras over the points that both can see, after the best rotation: squares are means per coordinate, px^2.
/// Throws an Error where the two have no ray in common.
[[nodiscard]] ComparedResults compare_cameras(const InfluencedCamera& lean, const InfluencedCamera& rich,
                                              const MappingErrorOptions& options = {});

/// Of two cameras. Throws an Error where the two have no ray in common.
[[nodiscard]] SystematicError systematic_error(const InfluencedCamera& lean, const InfluencedCamera& rich,
                                               double rich_degrees, const MappingErrorOptions& options = {},
                                               WithBound bound = WithBound::kYes);

}  // namespace fiducia

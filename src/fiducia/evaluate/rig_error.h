#pragma once

#include <memory>

#include "fiducia/evaluate/rig_geometry.h"
#include "fiducia/evaluate/rig_uncertainty.h"
#include "fiducia/evaluate/systematic_error.h"

namespace fiducia {

/// A rig and how each instant pulls at it: psi_i(1/2), rows as RigLayout has cameras and poses, one column per instant
/// of the observations (zero for those not used). No columns: a rig that does not come from these instants.
struct InfluencedRig {
  RigGeometry geometry;
  Eigen::MatrixXd influences = {};
  std::shared_ptr<const RigUncertainty> uncertainty = {};  ///< null: a rig that was given

  /// Its own pulls at what moves by J x.
  [[nodiscard]] Eigen::MatrixXd pulls(const Eigen::MatrixXd& J, Eigen::Index instants) const;
};

/// The calibration must outlive the result.
[[nodiscard]] InfluencedRig influenced_rig(const RigCalibration& rig, int threads = 1, const Progress& progress = {});

/// One of its cameras.
[[nodiscard]] InfluencedCamera influenced_camera(const InfluencedRig& rig, std::size_t camera);
/// A camera's mapping as numbers that move with its intrinsics: squares add up to the mean per coordinate, px^2.
[[nodiscard]] Eigen::MatrixXd mapping_rows(const RigGeometry& rig, std::size_t camera);

/// What a better explanation of a rig's views has more.
enum class RigRicher {
  kNothing,  ///< there is none
  kFrames,   ///< effects that differ from instant to instant: what they do to the rig is chance
  kCommon,   ///< another lens or target, effects that are common to all, other instants: what is missing is a bias
};

/// How wrong one number (or several, RMS) of a rig is, in its own unit.
struct RigError {
  double total = 0;       ///< root of the sum of squares of the next two
  double random = 0;      ///< what other instants of the same kind would change
  double systematic = 0;  ///< what is common to all instants, as far as the better explanation shows it
  double bound95 = 0;     ///< with 95% confidence the total is less
  double degrees_of_freedom = 0;
};

/// The same in another unit.
[[nodiscard]] RigError in_unit(RigError error, double unit);

/// Of numbers that move by J x, their squares added up, by how much instants disagree (cr2).
[[nodiscard]] RigError rig_error(const InfluencedRig& rig, const Eigen::MatrixXd& J);

/// The same where a richer explanation sees the numbers elsewhere (docs/method.md 11): difference: lean minus rich.
/// lean may be a rig that was given, whose whole error is systematic then.
[[nodiscard]] RigError rig_error(const InfluencedRig& lean, const Eigen::MatrixXd& J_lean, const InfluencedRig& rich,
                                 const Eigen::MatrixXd& J_rich, const Eigen::VectorXd& difference, RigRicher what);

/// Of one camera's mapping, px, a length, RMS over the image after the best rotation. rich: null where there is none.
/// Throws an Error where two cameras cannot be compared.
[[nodiscard]] RigError camera_error(const InfluencedRig& lean, const InfluencedRig* rich, RigRicher what,
                                    std::size_t camera);

}  // namespace fiducia

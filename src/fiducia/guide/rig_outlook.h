#pragma once

#include <Eigen/Core>
#include <vector>

#include "fiducia/assess/rig_assessment.h"
#include "fiducia/guide/rig_information.h"

namespace fiducia {

/// How wrong something of a rig is expected to be, px.
struct RigExpected {
  double total_px = 0;
  double bound95_px = 0;  ///< with 95% confidence it is less
};

/// One of the things that a rig's verdict is about: a camera's mapping, or the rows of a rectified pair.
struct RigAspect {
  RigCause cause = RigCause::kCamera;     ///< kCamera or kRows
  std::vector<std::size_t> cameras = {};  ///< the camera, or the two of the pair
  RigExpected now = {};
};

/// How wrong cameras and pairs are expected to be after instants that are taken one after another.
///
/// The random part of each, random^2 = c trace(J A^-1 J') with J how its pixels move with intrinsics and poses and c
/// such that it is what assess_rig() found for the instants so far, becomes smaller with A. What is systematic stays
/// as it is: more images of the same kind do not remove it. The bound keeps its ratio to the total.
class RigOutlook {
 public:
  /// Throws an Error where the rig's calibration did not succeed.
  RigOutlook(const RigAssessment& rig, const RigInformation& information);

  [[nodiscard]] const std::vector<RigAspect>& aspects() const { return aspects_; }
  /// Of each aspect, with information `a`; infinite where that leaves something open.
  [[nodiscard]] std::vector<RigExpected> expected(const Eigen::MatrixXd& a) const;
  /// The same of one.
  [[nodiscard]] RigExpected expected(const Eigen::MatrixXd& a, std::size_t aspect) const;
  /// The aspect that is farthest from what is asked for.
  [[nodiscard]] static std::size_t weakest(const std::vector<RigExpected>& expected);

 private:
  /// How its pixels move, and what makes px^2 of trace(J A^-1 J').
  struct Random {
    Eigen::MatrixXd J;
    double factor = 0;
    double systematic_px = 0;
    double bound_ratio = 1;
  };

  void add(RigCause cause, std::vector<std::size_t> cameras, const RigError& error, const Eigen::MatrixXd& J,
           const RigInformation& information);

  std::vector<RigAspect> aspects_;
  std::vector<Random> random_;
};

}  // namespace fiducia

#pragma once

#include <Eigen/Core>
#include <vector>

#include "fiducia/data/observations.h"
#include "fiducia/solve/effect_layout.h"

namespace fiducia {

/// The effects as a calibration has them.
struct EffectFit {
  EffectLayout layout = {};                  ///< which
  Eigen::VectorXd common = {};               ///< unknowns that all frames share
  Eigen::VectorXd stiffness = {};            ///< px per unit: sigma over how widely a frame's numbers are spread
  Eigen::VectorXd width = {};                ///< that spread, in the unknowns' units
  std::vector<Eigen::VectorXd> frames = {};  ///< the unknowns of each used frame
  /// How much of each of a frame's unknowns the corners decide, and not its width: from 0 to 1, mean over the frames.
  Eigen::VectorXd determined = {};
  double freedom = 0;  ///< numbers that they are worth: less than there are, where they are held
  /// The corners of each frame of the observations as they would have been seen without the effects; empty for those
  /// not used, and altogether without effects.
  std::vector<std::vector<Corner>> undisturbed = {};

  [[nodiscard]] bool empty() const { return layout.empty(); }
};

}  // namespace fiducia

#pragma once

#include <vector>

#include "fiducia/solve/calibrate.h"
#include "fiducia/solve/corner_arrays.h"
#include "fiducia/solve/diagnosis.h"
#include "fiducia/solve/frame_solver.h"
#include "fiducia/solve/start/initial_values.h"

namespace fiducia {

/// What every attempt of one calibration shares.
struct AttemptSetup {
  const Observations& observations;
  const CalibrateOptions& options;
  const Model& model;
};

/// One optimisation from one set of initial values: the camera with the target as given, then its shape and the effects
/// where they are asked for.
struct CalibrationAttempt {
  std::vector<UsedFrame> used;
  std::vector<LeftOutFrame> left_out;
  bool with_shape = false;  ///< whether `basis` says where the points are
  ShapeBasis basis;
  EffectFit effects;
  FrameSolution solution;

  [[nodiscard]] bool computable() const { return solution.status != SolverStatus::kNotComputable; }

  /// A frame more counts before a better fit of fewer; a minimum before a slightly better fit that is none.
  [[nodiscard]] bool better_than(const CalibrationAttempt& other) const;
};

[[nodiscard]] std::vector<const Frame*> frames_of(const AttemptSetup& setup, const CalibrationAttempt& attempt);

/// With the frames that have a usable initial pose. arrays: the corners of the `used` frames.
[[nodiscard]] CalibrationAttempt fit_camera(const AttemptSetup& setup, const std::vector<UsedFrame>& used,
                                            const std::vector<CornerArrays>& arrays, const InitialEstimate& initial);

/// From the camera that a flat target gives on to the camera and the target together.
void fit_target_shape(const AttemptSetup& setup, TargetShape shape, CalibrationAttempt* attempt);

/// From there on to the camera and the effects together.
void add_effects(const AttemptSetup& setup, CalibrationAttempt* attempt);

}  // namespace fiducia

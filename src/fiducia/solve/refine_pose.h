#pragma once

#include "fiducia/camera/model.h"
#include "fiducia/core/pose.h"
#include "fiducia/solve/corner_arrays.h"
#include "fiducia/solve/loss.h"

namespace fiducia {

struct PoseFit {
  bool computable = false;  ///< false: a corner could not be projected from the initial pose
  Pose pose;
  double cost = 0;  ///< sum of rho, px^2
  double rmse = 0;  ///< px, of residuals times their corners' weights
  int iterations = 0;
};

struct PoseFitOptions {
  Loss loss = Loss::none();
  int max_iterations = 50;
  double tolerance = 1e-6;  ///< see CalibrateOptions::tolerance
};

/// The pose of one frame, intrinsics fixed: Levenberg-Marquardt from `initial`.
[[nodiscard]] PoseFit refine_pose(const Model& model, const double* theta, const CornerArrays& corners,
                                  const Pose& initial, const PoseFitOptions& options = {});

}  // namespace fiducia

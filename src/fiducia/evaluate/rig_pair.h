#pragma once

#include <optional>
#include <vector>

#include "fiducia/evaluate/rig_uncertainty.h"
#include "fiducia/solve/calibrate_rig.h"

namespace fiducia {

struct RigPairOptions {
  std::vector<double> distances_m =
      {};  ///< at which points are triangulated; empty: where the target was, see usual_distances()
  std::vector<double> noise_px = {};  ///< of a pixel's coordinate, per camera; empty: that of the residuals
  int columns = 20;                   ///< cells of the first camera's image
  int rows = 15;
};

/// The error of a point that both cameras see, at a distance from the first: RMS over the common field of view, a
/// length in space, in mm. After removing the rotation about the first camera that fits best: which way the rig looks
/// is a matter of its own pose.
struct TriangulationError {
  double distance_m = 0;
  int points = 0;             ///< of the first camera's cells, that the second sees too; 0: the rest means nothing
  double calibration_mm = 0;  ///< because cameras and poses are uncertain: does not average out
  double noise_mm = 0;        ///< because pixels are: does, over many images
  double total_mm = 0;        ///< both
  double bound95_mm = 0;      ///< with 95% confidence it is less
};

/// What people use a pair of cameras for, and how far it can be trusted. All by RigUncertainty: what is wrong in all
/// instants alike is not in it.
struct RigPair {
  std::size_t a = 0;
  std::size_t b = 0;
  int common_instants = 0;        ///< in which both saw the target
  double baseline_m = 0;          ///< from camera to camera
  double baseline_bound95_m = 0;  ///< half of its 95% interval
  double angle_deg = 0;           ///< of the rotation from one to the other
  double angle_bound95_deg = 0;   ///< with 95% confidence the rotation is off by less
  int row_points = 0;             ///< 0: nothing is seen by both
  double row_error_px = 0;        ///< RMS over the common image, of rectified rows
  double row_error_bound95_px = 0;
  std::vector<TriangulationError> triangulation = {};
};

/// Throws an Error where a distance is not positive or there are no such cameras.
[[nodiscard]] RigPair evaluate_pair(const RigCalibration& rig, const RigUncertainty& uncertainty, std::size_t a,
                                    std::size_t b, const RigPairOptions& options = {});

/// Half, once and twice as far as the target was from the cameras (its median distance), to one digit.
[[nodiscard]] std::vector<double> usual_distances(const RigCalibration& rig);

}  // namespace fiducia

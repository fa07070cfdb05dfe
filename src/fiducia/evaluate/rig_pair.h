#pragma once

#include <optional>
#include <vector>

#include "fiducia/evaluate/rig_error.h"
#include "fiducia/solve/calibrate_rig.h"

namespace fiducia {

struct RigPairOptions {
  std::vector<double> distances_m = {};  ///< at which points are triangulated; see usual_distances()
  std::vector<double> noise_px = {};     ///< of a pixel's coordinate, per camera
  int columns = 20;                      ///< cells of the first camera's image
  int rows = 15;
};

/// The error of a point that both cameras see, at a distance from the first: RMS over the common field of view, a
/// length in space, in mm. After removing the rotation about the first camera that fits best: which way the rig looks
/// is a matter of its own pose.
struct TriangulationError {
  double distance_m = 0;
  int points = 0;         ///< of the first camera's cells, that the second sees too; 0: the rest means nothing
  RigError calibration;   ///< mm, because cameras and poses are wrong: does not average out
  double noise_mm = 0;    ///< because pixels are: does, over many images
  double total_mm = 0;    ///< both
  double bound95_mm = 0;  ///< with 95% confidence it is less
};

/// What people use a pair of cameras for, and how far it can be trusted.
struct RigPair {
  std::size_t a = 0;
  std::size_t b = 0;
  int common_instants = 0;     ///< in which both saw the target
  double baseline_m = 0;       ///< from camera to camera
  RigError baseline;           ///< m
  double angle_deg = 0;        ///< of the rotation from one to the other
  RigError angle;              ///< degrees, of the whole rotation
  int row_points = 0;          ///< 0: nothing is seen by both
  RigError rows;               ///< px, of rectified rows, RMS over the common image; no less than what corners show
  double matched_rows_px = 0;  ///< by how much the rows of corners that both detected differ, RMS; 0: there are none
  double rows_noise_px = 0;    ///< what their noise alone would make of it
  std::vector<TriangulationError> triangulation = {};
};

/// By how much instants disagree alone: what is wrong in all of them alike is not in it. Throws an Error where a
/// distance is not positive or there are no such cameras.
[[nodiscard]] RigPair evaluate_pair(const InfluencedRig& rig, std::size_t a, std::size_t b,
                                    const RigPairOptions& options);
/// With what a richer explanation of the same instants sees elsewhere.
[[nodiscard]] RigPair evaluate_pair(const InfluencedRig& lean, const InfluencedRig& rich, RigRicher what, std::size_t a,
                                    std::size_t b, const RigPairOptions& options);

/// The rows of the rectified images, RMS over what both cameras see at these distances, px; nothing where that is
/// nothing.
[[nodiscard]] std::optional<ComparedResults> compare_rows(const InfluencedRig& lean, const InfluencedRig& rich,
                                                          std::size_t a, std::size_t b,
                                                          const std::vector<double>& distances_m);

/// With the rows that the corners themselves show: what is more than their noise is an error of the pair, whatever else
/// is known. noise_px: of a coordinate of either camera.
void add_matched_rows(const RigCalibration& rig, const std::vector<double>& noise_px, RigPair* pair);

/// Instants in which both cameras saw the target.
[[nodiscard]] int common_instants(const RigCalibration& rig, std::size_t a, std::size_t b);

/// Half, once and twice as far as the target was from the cameras (its median distance), to one digit.
[[nodiscard]] std::vector<double> usual_distances(const RigCalibration& rig);

}  // namespace fiducia

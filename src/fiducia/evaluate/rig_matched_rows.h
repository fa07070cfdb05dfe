#pragma once

#include <optional>

#include "fiducia/core/rectify_pair.h"
#include "fiducia/solve/calibrate_rig.h"

namespace fiducia {

/// By how many rows two pixels differ in the rectified images of a pair of cameras.
class RowsOfPair {
 public:
  RowsOfPair(const RigCalibration& rig, std::size_t a, std::size_t b);

  /// px; nothing where a pixel has no ray, or the rectified images end before it.
  [[nodiscard]] std::optional<double> difference(const Vector2& pixel_a, const Vector2& pixel_b) const;

 private:
  const Camera& camera_a_;
  const Camera& camera_b_;
  Pose b_from_a_;
  RectifiedPair rectified_;
  double focal_px_;
};

/// By how much the rectified rows of corners that both cameras detected differ, in the images as they are: no effect
/// that was fitted is taken out of them.
struct MatchedRows {
  double rms_px = 0;
  double by_place_px = 0;  ///< RMS of the part that all instants have in common, by the place in the first image
  int corners = 0;         ///< 0: both saw none of the same
};

[[nodiscard]] MatchedRows matched_rows(const RigCalibration& rig, std::size_t a, std::size_t b);
/// Over all pairs.
[[nodiscard]] MatchedRows matched_rows(const RigCalibration& rig);

}  // namespace fiducia

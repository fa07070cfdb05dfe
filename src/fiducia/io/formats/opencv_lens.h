#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fiducia/camera/camera.h"

namespace fiducia {

/// A camera in OpenCV's terms, which ROS, mrcal, COLMAP, Kalibr and MATLAB share in part: a camera matrix without skew
/// and either k1 k2 p1 p2 k3 k4 k5 k6 s1 s2 s3 s4, as many as are used, or the four of the fisheye model.
struct OpenCvLens {
  double fx = 0;
  double fy = 0;
  double cx = 0;
  double cy = 0;
  bool fisheye = false;
  std::vector<double> coefficients = {};

  /// Whether all coefficients from this one on are zero.
  [[nodiscard]] bool uses_only(std::size_t count) const;
  /// So many coefficients, with zeros where there are fewer.
  [[nodiscard]] std::vector<double> padded(std::size_t count) const;
};

/// Nothing for models that are none of OpenCV's.
[[nodiscard]] std::optional<OpenCvLens> opencv_lens(const Camera& camera);

/// The same, or an Error that says what the format can hold and how to get there.
[[nodiscard]] OpenCvLens require_opencv_lens(const Camera& camera, const std::string& format);

/// The camera of 0, 4, 5, 8, 12 or 14 coefficients (the last two of 14 must be zero: a tilted sensor is not modelled),
/// or of a fisheye's 4. Throws an Error for any other number, and for focal lengths that are not above 0.
[[nodiscard]] Camera camera_with(const OpenCvLens& lens, ImageSize image_size);

/// Throws an Error: the format cannot express the camera; `possible` are the models that it can.
[[noreturn]] void refuse_to_express(const Camera& camera, const std::string& format, const std::string& possible);

}  // namespace fiducia

#pragma once

#include <Eigen/Core>

#include "fiducia/use/output_camera.h"
#include "fiducia/use/rectifying_rotations.h"

namespace fiducia {

/// A pair of cameras as a stereo matcher wants it: without distortion, looking the same way, with one focal length and
/// one principal point, so that a point far away has disparity zero (OpenCV's CALIB_ZERO_DISPARITY).
struct StereoRectification {
  OutputCamera a;  ///< how the images of each are made; they differ in their rotation alone
  OutputCamera b;
  RectifyingRotations rotations;

  /// [K | 0] and [K | f shift]: pixels of a point in the rectified frame of the first camera, in each of the two.
  [[nodiscard]] Eigen::Matrix<double, 3, 4> projection_a() const;
  [[nodiscard]] Eigen::Matrix<double, 3, 4> projection_b() const;
  /// (x, y, disparity, 1) in the first image -> the point, as cv::reprojectImageTo3D takes it.
  [[nodiscard]] Eigen::Matrix4d disparity_to_depth() const;
  [[nodiscard]] Matrix3 camera_matrix() const;
};

struct RectifyOptions {
  ImageSize size = {};  ///< 0x0: the first camera's
  /// kSameScale: the mean of the cameras' focal lengths across the baseline (cv::stereoRectify with alpha -1). kCrop:
  /// no pixel of either image is without source (alpha 0). kKeepAll: both cameras' images are whole.
  Framing framing = Framing::kSameScale;
  double fov_rad = 0;  ///< for kFieldOfView
};

/// The pair, for cameras of any model. Where the scale stays or the image is cropped, the principal point puts the mean
/// of the images' corners into the middle, as cv::stereoRectify does; of wide lenses, the images' own middle. Throws an
/// Error as rectifying_rotations() does, and (kBadOption) where a pinhole image cannot show what is asked for.
[[nodiscard]] StereoRectification rectify_stereo(const Camera& a, const Camera& b, const Pose& b_from_a,
                                                 const RectifyOptions& options = {});

}  // namespace fiducia

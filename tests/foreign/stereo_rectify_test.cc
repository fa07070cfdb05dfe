// Our rectification of a pair against cv::stereoRectify.

#include <gmock/gmock.h>

#include <Eigen/Geometry>
#include <opencv2/calib3d.hpp>

#include "fiducia/use/stereo_rectification.h"
#include "tests/foreign/rays.h"

namespace fiducia {
namespace {

constexpr ImageSize kPairSize{640, 480};

Camera left_lens() {
  return {make_model("opencv4"), {533.9, 534.1, 341.5, 238.6, -0.298, 0.119, 1.6e-3, 4e-4}, kPairSize};
}
Camera right_lens() {
  return {make_model("opencv5"), {537.4, 536.9, 327.1, 250.2, -0.29, 0.107, -6e-4, 1.5e-4, -0.01}, kPairSize};
}

cv::Mat matrix_of(const Camera& camera) {
  const OpenCvLens lens = *opencv_lens(camera);
  return (cv::Mat_<double>(3, 3) << lens.fx, 0, lens.cx, 0, lens.fy, lens.cy, 0, 0, 1);
}

cv::Mat coefficients_of(const Camera& camera) { return cv::Mat(opencv_lens(camera)->coefficients, true); }

template <int Rows, int Columns>
Eigen::Matrix<double, Rows, Columns> eigen(const cv::Mat& mat) {
  Eigen::Matrix<double, Rows, Columns> result;
  for (int i = 0; i < Rows; ++i) {
    for (int j = 0; j < Columns; ++j) result(i, j) = mat.at<double>(i, j);
  }
  return result;
}

struct OpenCvPair {
  cv::Mat r1, r2, p1, p2, q;

  OpenCvPair(const Camera& a, const Camera& b, const Pose& b_from_a, double alpha) {
    cv::Mat rotation(3, 3, CV_64F), translation(3, 1, CV_64F);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) rotation.at<double>(i, j) = b_from_a.rotation(i, j);
      translation.at<double>(i) = b_from_a.translation[i];
    }
    cv::stereoRectify(matrix_of(a), coefficients_of(a), matrix_of(b), coefficients_of(b),
                      cv::Size(kPairSize.width, kPairSize.height), rotation, translation, r1, r2, p1, p2, q,
                      cv::CALIB_ZERO_DISPARITY, alpha);
  }
};

struct PairPose {
  const char* name;
  Vector3 turn;
  Vector3 translation;
};

const std::vector<PairPose>& pair_poses() {
  static const std::vector<PairPose> kPoses = {
      {"side by side", {0.004, -0.006, 0.003}, {-0.1, 0.0005, 0.001}},
      {"toed in", {0.02, 0.12, -0.03}, {-0.2, 0.01, 0.02}},
      {"right one first", {0.01, -0.02, 0.01}, {0.15, -0.01, 0.004}},
      {"one above the other", {0.03, 0.01, -0.01}, {0.01, -0.12, 0.01}},
      {"the upper one second", {0.01, 0.01, 0.02}, {0.004, 0.1, -0.01}},
  };
  return kPoses;
}

TEST(StereoRectify, TurnsTheCamerasAsOpenCvDoes) {
  for (const PairPose& pose : pair_poses()) {
    SCOPED_TRACE(pose.name);
    const Pose b_from_a = Pose::from_vectors(pose.turn, pose.translation);
    const StereoRectification ours = rectify_stereo(left_lens(), right_lens(), b_from_a);
    const OpenCvPair theirs(left_lens(), right_lens(), b_from_a, -1);
    EXPECT_LT((ours.rotations.rectified_from_a - eigen<3, 3>(theirs.r1)).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LT((ours.rotations.rectified_from_b - eigen<3, 3>(theirs.r2)).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_NEAR(ours.a.focal_px, theirs.p1.at<double>(0, 0), 1e-6);
    // OpenCV takes the corners of an image for pixels 0 and 640, not for the borders of its outer pixels.
    constexpr double kCornerPx = 0.15;
    EXPECT_LT((ours.projection_a() - eigen<3, 4>(theirs.p1)).cwiseAbs().maxCoeff(), kCornerPx);
    EXPECT_LT((ours.projection_b() - eigen<3, 4>(theirs.p2)).cwiseAbs().maxCoeff(), kCornerPx);
    EXPECT_LT((ours.projection_b() - eigen<3, 4>(theirs.p2)).col(3).cwiseAbs().maxCoeff(), 1e-7);
    EXPECT_LT((ours.disparity_to_depth() - eigen<4, 4>(theirs.q)).cwiseAbs().maxCoeff(), kCornerPx);
    EXPECT_NEAR(ours.disparity_to_depth()(3, 2), theirs.q.at<double>(3, 2), 1e-9);
  }
}

/// OpenCV looks at nine places along each border, we at 121.
TEST(StereoRectify, CropsAsOpenCvDoesWithAlphaZero) {
  for (const PairPose& pose : pair_poses()) {
    SCOPED_TRACE(pose.name);
    const Pose b_from_a = Pose::from_vectors(pose.turn, pose.translation);
    const StereoRectification ours = rectify_stereo(left_lens(), right_lens(), b_from_a, {.framing = Framing::kCrop});
    const OpenCvPair theirs(left_lens(), right_lens(), b_from_a, 0);
    EXPECT_NEAR(ours.a.focal_px, theirs.p1.at<double>(0, 0), 0.003 * ours.a.focal_px);
    EXPECT_LT((ours.camera_matrix() - eigen<3, 3>(theirs.p1)).col(2).cwiseAbs().maxCoeff(), 0.15);
  }
}

}  // namespace
}  // namespace fiducia

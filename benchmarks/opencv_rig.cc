#include <cmath>
#include <opencv2/calib3d.hpp>

#include "benchmarks/rig_problem.h"

namespace fiducia::bench {

RigPeer rig_by_opencv(const RigObservations& seen, const RigCalibration& ours) {
  cv::setNumThreads(1);
  std::vector<std::vector<cv::Point3f>> points;
  std::vector<std::vector<cv::Point2f>> pixels[2];
  for (const Instant& instant : seen.instants) {
    auto& board = points.emplace_back();
    for (const Corner& corner : instant.frames[0]->corners) {
      const Eigen::Vector3f x = seen.target.points[static_cast<std::size_t>(corner.id)].cast<float>();
      board.emplace_back(x.x(), x.y(), x.z());
    }
    for (std::size_t c = 0; c < 2; ++c) {
      auto& view = pixels[c].emplace_back();
      for (const Corner& corner : instant.frames[c]->corners) {
        view.emplace_back(static_cast<float>(corner.pixel.x()), static_cast<float>(corner.pixel.y()));
      }
    }
  }
  const ImageSize size = seen.cameras[0].image_size;
  cv::Mat K[2];
  cv::Mat D[2];
  cv::Mat R;
  cv::Mat T;
  cv::Mat E;
  cv::Mat F;
  // The loosest power of ten with which it reaches the common minimum in every case.
  const cv::TermCriteria criteria(cv::TermCriteria::COUNT | cv::TermCriteria::EPS, 200, 1e-6);
  RigPeer peer;
  const Stopwatch stopwatch;
  const double rms = cv::stereoCalibrate(points, pixels[0], pixels[1], K[0], D[0], K[1], D[1],
                                         {size.width, size.height}, R, T, E, F, cv::CALIB_FIX_K3, criteria);
  peer.elapsed = stopwatch.elapsed();
  peer.baseline_m = cv::norm(T);
  peer.rmse_px = rms / std::sqrt(2.0);
  Matrix3 rotation;
  for (int i = 0; i < 9; ++i) rotation(i / 3, i % 3) = R.at<double>(i / 3, i % 3);
  peer.angle_rad = rotation_log(rotation * ours.cameras[1].camera_from_rig.rotation.transpose()).norm();
  return peer;
}

}  // namespace fiducia::bench

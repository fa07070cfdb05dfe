#include <cfloat>
#include <opencv2/calib3d.hpp>

#include "benchmarks/peers.h"
#include "benchmarks/stopwatch.h"

namespace fiducia::bench {
namespace {

/// OpenCV stops when the parameter vector, poses included, changes by less than this part of its norm. The loosest
/// power of ten with which it reaches the common minimum in every case.
const cv::TermCriteria kLoosest(cv::TermCriteria::COUNT | cv::TermCriteria::EPS, 200, 1e-4);
/// What calibrateCamera does when it is not told anything: machine precision or 30 iterations.
const cv::TermCriteria kDefault(cv::TermCriteria::COUNT | cv::TermCriteria::EPS, 30, DBL_EPSILON);

struct FloatData {
  std::vector<std::vector<cv::Point3f>> points;
  std::vector<std::vector<cv::Point2f>> pixels;
};

FloatData float_data(const Observations& observations) {
  FloatData data;
  for (const Frame& frame : observations.frames) {
    auto& points = data.points.emplace_back();
    auto& pixels = data.pixels.emplace_back();
    for (const Corner& corner : frame.corners) {
      const Eigen::Vector3f x = observations.target.points[static_cast<std::size_t>(corner.id)].cast<float>();
      const Eigen::Vector2f u = corner.pixel.cast<float>();
      points.emplace_back(x.x(), x.y(), x.z());
      pixels.emplace_back(u.x(), u.y());
    }
  }
  return data;
}

Vector3 to_eigen(const cv::Mat& v) { return {v.at<double>(0), v.at<double>(1), v.at<double>(2)}; }

/// The model opencv4: OpenCV's own with k3 held at zero.
Solution solve(const Problem& problem, int flags, const cv::TermCriteria& criteria) {
  cv::setNumThreads(1);
  const FloatData data = float_data(*problem.observations);
  const ImageSize size = problem.observations->image_size;
  const std::vector<double>& initial = problem.initial.parameters;
  cv::Mat matrix = (cv::Mat_<double>(3, 3) << initial[0], 0, initial[2], 0, initial[1], initial[3], 0, 0, 1);
  cv::Mat distortion = cv::Mat::zeros(1, 5, CV_64F);
  std::vector<cv::Mat> rotations;
  std::vector<cv::Mat> translations;

  Solution solution;
  const Stopwatch stopwatch;
  cv::calibrateCamera(data.points, data.pixels, {size.width, size.height}, matrix, distortion, rotations, translations,
                      flags | cv::CALIB_FIX_K3, criteria);
  solution.elapsed = stopwatch.elapsed();
  solution.parameters = {matrix.at<double>(0, 0), matrix.at<double>(1, 1), matrix.at<double>(0, 2),
                         matrix.at<double>(1, 2)};
  for (int i = 0; i < 4; ++i) solution.parameters.push_back(distortion.at<double>(i));
  for (std::size_t j = 0; j < rotations.size(); ++j) {
    solution.poses.push_back(Pose::from_vectors(to_eigen(rotations[j]), to_eigen(translations[j])));
  }
  return solution;
}

}  // namespace

Solution solve_with_opencv_loose(const Problem& problem) {
  return solve(problem, cv::CALIB_USE_INTRINSIC_GUESS, kLoosest);
}

Solution solve_with_opencv_lu(const Problem& problem) {
  return solve(problem, cv::CALIB_USE_INTRINSIC_GUESS | cv::CALIB_USE_LU, kLoosest);
}

Solution solve_with_opencv(const Problem& problem) { return solve(problem, cv::CALIB_USE_INTRINSIC_GUESS, kDefault); }

Solution solve_with_opencv_from_nothing(const Problem& problem) { return solve(problem, 0, kDefault); }

}  // namespace fiducia::bench

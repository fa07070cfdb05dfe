#include <gmock/gmock.h>

#include <Eigen/LU>

#include <cmath>
#include <numbers>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "fiducia/detect/undistort_picture.h"
#include "fiducia/use/output_camera.h"

namespace fiducia {
namespace {

Camera lens_of_lines() {
  return {"opencv5",
          {{"fx", 420},
           {"fy", 421},
           {"cx", 325},
           {"cy", 235},
           {"k1", -0.25},
           {"k2", 0.06},
           {"p1", 1e-3},
           {"p2", -5e-4},
           {"k3", 0}},
          {640, 480}};
}

/// What a camera sees of a bright half of the sphere: the edge is the plane with this normal, two pixels soft.
cv::Mat edge_image(const Camera& camera, const Vector3& normal) {
  cv::Mat image(camera.image_size().height, camera.image_size().width, CV_32F);
  for (int v = 0; v < image.rows; ++v) {
    for (int u = 0; u < image.cols; ++u) {
      const std::optional<Vector3> ray = camera.unproject({static_cast<double>(u), static_cast<double>(v)});
      image.at<float>(v, u) = ray ? static_cast<float>(std::erf(400 * ray->dot(normal) / 2)) : 0.0F;
    }
  }
  return image;
}

/// Where the edge crosses the rows of the middle part, between pixels.
std::vector<Vector2> crossings(const cv::Mat& image) {
  std::vector<Vector2> places;
  for (int v = image.rows / 5; v < image.rows * 4 / 5; ++v) {
    for (int u = 40; u + 41 < image.cols; ++u) {
      const double a = image.at<float>(v, u);
      const double b = image.at<float>(v, u + 1);
      if (std::abs(a) > 0.9 || std::abs(b) > 0.9 || (a < 0) == (b < 0)) continue;
      places.emplace_back(u + a / (a - b), v);
    }
  }
  return places;
}

double rms_from_straight(const std::vector<Vector2>& places) {
  Eigen::MatrixXd rows(static_cast<Eigen::Index>(places.size()), 2);
  Eigen::VectorXd columns(rows.rows());
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    rows.row(i) << 1, places[static_cast<std::size_t>(i)].y();
    columns[i] = places[static_cast<std::size_t>(i)].x();
  }
  const Eigen::VectorXd fit = (rows.transpose() * rows).inverse() * (rows.transpose() * columns);
  return std::sqrt((columns - rows * fit).squaredNorm() / static_cast<double>(rows.rows()));
}

/// Planes that hold the y axis are vertical lines; the others lean.
const Vector3 kVertical = Vector3(1, 0, 0.35).normalized();
const Vector3 kLeaning = Vector3(1, 0.3, -0.3).normalized();

TEST(Undistort, StraightLinesAreStraight) {
  const Camera camera = lens_of_lines();
  for (const auto& [projection, normal] :
       {std::pair(Projection::kPinhole, kVertical), std::pair(Projection::kPinhole, kLeaning),
        std::pair(Projection::kCylindrical, kVertical), std::pair(Projection::kEquirectangular, kVertical)}) {
    SCOPED_TRACE(std::string(name_of(projection)));
    const cv::Mat source = edge_image(camera, normal);
    const OutputCamera output = output_camera(camera, {.projection = projection});
    const cv::Mat undistorted = undistort_picture(source, map_to_source(camera, output), Interpolation::kCubic);
    const std::vector<Vector2> places = crossings(undistorted);
    ASSERT_GT(places.size(), 200U);
    EXPECT_LT(rms_from_straight(places), 0.05);
    EXPECT_GT(rms_from_straight(crossings(source)), 0.3) << "the lens must bend them for this to say something";
  }
}

TEST(Undistort, EdgesAreWhereTheProjectionSays) {
  const Camera camera = lens_of_lines();
  const cv::Mat source = edge_image(camera, kLeaning);
  for (const Projection projection :
       {Projection::kPinhole, Projection::kCylindrical, Projection::kEquirectangular, Projection::kStereographic}) {
    const OutputCamera output = output_camera(camera, {.projection = projection});
    const cv::Mat undistorted = undistort_picture(source, map_to_source(camera, output), Interpolation::kCubic);
    double sum = 0;
    const std::vector<Vector2> places = crossings(undistorted);
    ASSERT_GT(places.size(), 200U);
    for (const Vector2& place : places) sum += std::pow(output.unproject(place)->dot(kLeaning) * output.focal_px, 2);
    EXPECT_LT(std::sqrt(sum / static_cast<double>(places.size())), 0.05) << name_of(projection);
  }
}

TEST(Undistort, IsWhatRemapMakesOfTheMaps) {
  const Camera camera = lens_of_lines();
  cv::Mat source(480, 640, CV_8UC3);
  cv::randu(source, 0, 255);
  const OutputCamera output = output_camera(camera, {.framing = Framing::kKeepAll});
  const LookupMap map = map_to_source(camera, output);
  const cv::Mat map_x(480, 640, CV_32F, const_cast<float*>(map.x.data()));
  const cv::Mat map_y(480, 640, CV_32F, const_cast<float*>(map.y.data()));
  cv::Mat expected;
  cv::remap(source, expected, map_x, map_y, cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  expected.setTo(cv::Scalar::all(0), map_x == LookupMap::kNowhere);
  const cv::Mat ours = undistort_picture(source, map, Interpolation::kLinear);
  EXPECT_EQ(cv::norm(ours, expected, cv::NORM_INF), 0);
  // With a constant border only the outermost pixel of the source differs.
  cv::Mat plain;
  cv::remap(source, plain, map_x, map_y, cv::INTER_LINEAR);
  const cv::Mat inside = (map_x >= 0) & (map_x <= 639) & (map_y >= 0) & (map_y <= 479);
  EXPECT_EQ(cv::norm(ours, plain, cv::NORM_INF, inside), 0);
  EXPECT_GT(cv::countNonZero(inside), 100000);
  EXPECT_GT(map.share_without_place(), 0);
}

}  // namespace
}  // namespace fiducia

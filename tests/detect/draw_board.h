#pragma once

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>
#include <functional>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "fiducia/core/pose.h"
#include "fiducia/data/marker.h"
#include "fiducia/data/target.h"

namespace fiducia::testing {

/// What is printed at a point of the board (metres): 0 black, 1 white.
using Print = std::function<double(double x, double y)>;

/// The side of the board that we look at, from a pinhole: where its points come to lie, and how well they are seen.
struct Look {
  int width = 640;
  int height = 480;
  double focal_px = 700;
  double distance_m = 0.5;
  double tilt_deg = 0;
  double tilt_axis_deg = 0;
  double roll_deg = 0;
  double offset_x_px = 0;
  double offset_y_px = 0;
  double blur_px = 0.7;
  double noise = 0;  ///< over the range from black to white
  int seed = 1;
};

inline Eigen::Matrix3d rotation(double degrees, const Eigen::Vector3d& axis) {
  return Eigen::AngleAxisd(degrees * M_PI / 180, axis).toRotationMatrix();
}

/// Pixels from board coordinates, the middle of the board's points in the middle of the image.
inline Eigen::Matrix3d pixel_from_board(const Target& target, const Look& look) {
  Eigen::Vector3d least = target.points.front();
  Eigen::Vector3d most = target.points.front();
  for (const Vector3& point : target.points) {
    least = least.cwiseMin(point);
    most = most.cwiseMax(point);
  }
  const double a = look.tilt_axis_deg * M_PI / 180;
  Eigen::Matrix3d turn = rotation(look.roll_deg, Eigen::Vector3d::UnitZ());
  turn = rotation(look.tilt_deg, {std::cos(a), std::sin(a), 0}) * turn;
  // Kalibr's y points up on the board, ours down.
  if (target.kind == TargetKind::kTagGrid) turn = turn * Eigen::Vector3d(1, -1, -1).asDiagonal();
  const Eigen::Vector3d centre = 0.5 * (least + most);
  Eigen::Matrix3d board;
  board << turn.col(0), turn.col(1), Eigen::Vector3d(0, 0, look.distance_m) - turn * centre;
  Eigen::Matrix3d camera;
  camera << look.focal_px, 0, 0.5 * (look.width - 1) + look.offset_x_px, 0, look.focal_px,
      0.5 * (look.height - 1) + look.offset_y_px, 0, 0, 1;
  return camera * board;
}

inline Eigen::Vector2d project(const Eigen::Matrix3d& pixel_from_board, const Vector3& point) {
  return (pixel_from_board * Eigen::Vector3d(point.x(), point.y(), 1)).hnormalized();
}

inline double fraction(double value) { return value - static_cast<int>(value); }

/// Samples the print finely, blurs it, and takes the mean over each pixel, whose centre is a whole number. From 0 to 1.
inline cv::Mat draw_float(const Print& print, const Eigen::Matrix3d& pixel_from_board, const Look& look) {
  constexpr int kFine = 5;
  const Eigen::Matrix3d board_from_pixel = pixel_from_board.inverse();
  cv::Mat fine(look.height * kFine, look.width * kFine, CV_32F);
  for (int row = 0; row < fine.rows; ++row) {
    for (int column = 0; column < fine.cols; ++column) {
      // Samples off the grid, or an edge along the pixels would be drawn on the nearest row of samples.
      const double shift_x = fraction(0.7548776662 * row + 0.3819660113 * column);
      const double shift_y = fraction(0.5698402910 * column + 0.6180339887 * row);
      const Eigen::Vector3d pixel((column + shift_x) / kFine - 0.5, (row + shift_y) / kFine - 0.5, 1);
      const Eigen::Vector3d at = board_from_pixel * pixel;
      fine.at<float>(row, column) = static_cast<float>(print(at.x() / at.z(), at.y() / at.z()));
    }
  }
  if (look.blur_px > 0) {
    // The pixel's own area blurs too.
    const double sigma = std::sqrt(std::max(look.blur_px * look.blur_px - 1.0 / 12, 0.01)) * kFine;
    cv::GaussianBlur(fine, fine, {}, sigma, sigma, cv::BORDER_REPLICATE);
  }
  cv::Mat image;
  cv::resize(fine, image, {look.width, look.height}, 0, 0, cv::INTER_AREA);
  if (look.noise > 0) {
    cv::RNG random(static_cast<std::uint64_t>(look.seed));
    cv::Mat noise(image.size(), CV_32F);
    random.fill(noise, cv::RNG::NORMAL, 0, look.noise);
    image += noise;
  }
  return image;
}

/// As a camera with 8 bits gives it.
inline cv::Mat draw(const Print& print, const Eigen::Matrix3d& pixel_from_board, const Look& look) {
  cv::Mat image;
  draw_float(print, pixel_from_board, look).convertTo(image, CV_8U, 180, 40);
  return image;
}

/// The square beyond corner 0 is black.
inline Print chessboard_print(const Target& target, bool black_beyond_first = true) {
  return [target, black_beyond_first](double x, double y) {
    const int column = static_cast<int>(std::floor(x / target.spacing_m));
    const int row = static_cast<int>(std::floor(y / target.spacing_m));
    if (column < -1 || row < -1 || column >= target.columns || row >= target.rows) return 1.0;
    return ((column + row) % 2 == 0) == black_beyond_first ? 0.0 : 1.0;
  };
}

inline double marker_print(const Marker& marker, double x, double y) {  // x, y from 0 to 1, y down
  const int column = std::min(static_cast<int>(x * marker.side), marker.side - 1);
  const int row = std::min(static_cast<int>(y * marker.side), marker.side - 1);
  return marker.is_white(column, row) ? 1.0 : 0.0;
}

/// `legacy`: OpenCV before 4.6.0, whose first square is white where the number of rows is even.
inline Print charuco_print(const Target& target, const std::vector<Marker>& markers, bool legacy) {
  const bool marker_first = legacy && target.rows % 2 == 0;
  std::vector<int> marker_of(static_cast<std::size_t>(target.columns * target.rows), -1);
  int next = 0;
  for (int i = 0; i < target.columns * target.rows; ++i) {
    if (((i % target.columns + i / target.columns) % 2 == 0) == marker_first) {
      marker_of[static_cast<std::size_t>(i)] = next++;
    }
  }
  return [=](double x, double y) {
    const double u = x / target.spacing_m + 1;
    const double v = y / target.spacing_m + 1;
    const int column = static_cast<int>(std::floor(u));
    const int row = static_cast<int>(std::floor(v));
    if (column < 0 || row < 0 || column >= target.columns || row >= target.rows) return 1.0;
    const int id = marker_of[static_cast<std::size_t>(row * target.columns + column)];
    if (id < 0) return 0.0;
    const double share = target.marker_m / target.spacing_m;
    const double in_x = (u - column - 0.5 * (1 - share)) / share;
    const double in_y = (v - row - 0.5 * (1 - share)) / share;
    if (in_x < 0 || in_y < 0 || in_x >= 1 || in_y >= 1) return 1.0;
    return marker_print(markers[static_cast<std::size_t>(id)], in_x, in_y);
  };
}

/// Kalibr's grid: tags, and small black squares where four of them meet. Its y points up.
inline Print tag_grid_print(const Target& target, const std::vector<Marker>& markers, bool small_squares = true) {
  return [=](double x, double y) {
    const double pitch = 1 + target.tag_gap_ratio;
    const double u = x / target.spacing_m;
    const double v = y / target.spacing_m;
    const int column = static_cast<int>(std::floor(u / pitch));
    const int row = static_cast<int>(std::floor(v / pitch));
    const double in_x = u - column * pitch;
    const double in_y = v - row * pitch;
    if (in_x < 1 && in_y < 1) {
      if (column < 0 || row < 0 || column >= target.columns || row >= target.rows) return 1.0;
      return marker_print(markers[static_cast<std::size_t>(row * target.columns + column)], in_x, 1 - in_y);
    }
    const bool between = column >= -1 && row >= -1 && column < target.columns && row < target.rows;
    return small_squares && between && in_x >= 1 && in_y >= 1 ? 0.0 : 1.0;
  };
}

}  // namespace fiducia::testing

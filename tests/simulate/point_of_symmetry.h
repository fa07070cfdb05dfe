#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <numbers>
#include <vector>

#include "fiducia/simulate/gray_image.h"

namespace fiducia::testing {

/// The image between its pixels, from 0 to 1, by a windowed sinc: exact to about 1e-4 where the blur is 1.5 px or
/// more.
inline double between_pixels(const GrayImage& image, const Eigen::Vector2d& place) {
  constexpr int kReach = 8;
  const auto weight = [](double x) {
    const auto sinc = [](double t) {
      return std::abs(t) < 1e-9 ? 1 : std::sin(std::numbers::pi * t) / (std::numbers::pi * t);
    };
    return std::abs(x) < kReach ? sinc(x) * sinc(x / kReach) : 0;
  };
  const int u0 = static_cast<int>(std::floor(place.x()));
  const int v0 = static_cast<int>(std::floor(place.y()));
  double sum = 0;
  double weights = 0;
  for (int v = v0 - kReach + 1; v <= v0 + kReach; ++v) {
    for (int u = u0 - kReach + 1; u <= u0 + kReach; ++u) {
      const double w = weight(place.x() - u) * weight(place.y() - v);
      sum += w * image.at(u, v);
      weights += w;
    }
  }
  return sum / weights / image.largest();
}

/// Where a chessboard's corner is in an image, without a look at how it was made. Two straight edges that cross look
/// the same after half a turn about the crossing, and so does their blurred image: this is the centre of that half
/// turn, by least squares over the pairs of opposite places within `radius_px`.
inline Eigen::Vector2d point_of_symmetry(const GrayImage& image, Eigen::Vector2d centre, double radius_px) {
  const auto differences = [&](const Eigen::Vector2d& c) {
    std::vector<double> found;
    for (double dv = 0; dv <= radius_px; dv += 0.5) {
      for (double du = dv > 0 ? -radius_px : 0.5; du <= radius_px; du += 0.5) {
        const Eigen::Vector2d d(du, dv);
        if (d.norm() <= radius_px) found.push_back(between_pixels(image, c + d) - between_pixels(image, c - d));
      }
    }
    return Eigen::VectorXd(Eigen::Map<Eigen::VectorXd>(found.data(), static_cast<Eigen::Index>(found.size())));
  };
  for (int iteration = 0; iteration < 4; ++iteration) {
    constexpr double kStep = 1e-3;
    Eigen::MatrixX2d slopes(differences(centre).size(), 2);
    for (int k = 0; k < 2; ++k) {
      const Eigen::Vector2d step = kStep * Eigen::Vector2d::Unit(k);
      slopes.col(k) = (differences(centre + step) - differences(centre - step)) / (2 * kStep);
    }
    centre -= slopes.colPivHouseholderQr().solve(differences(centre));
  }
  return centre;
}

}  // namespace fiducia::testing

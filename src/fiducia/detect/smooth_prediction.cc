#include "fiducia/detect/smooth_prediction.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "fiducia/core/statistics.h"

namespace fiducia {
namespace {

Eigen::RowVectorXd monomials(const Vector2& at, int order) {
  Eigen::RowVectorXd values((order + 1) * (order + 2) / 2);
  Eigen::Index n = 0;
  for (int sum = 0; sum <= order; ++sum) {
    for (int y = 0; y <= sum; ++y) values[n++] = std::pow(at.x(), sum - y) * std::pow(at.y(), y);
  }
  return values;
}

/// Pixels that a unit of the board takes at a point, by the nearest of the others.
double scale_at(const std::vector<PlacedPixel>& others, const PlacedPixel& point) {
  double nearest = std::numeric_limits<double>::infinity();
  double scale = 0;
  for (const PlacedPixel& other : others) {
    const double distance = (other.board - point.board).norm();
    if (distance >= nearest) continue;
    nearest = distance;
    scale = (other.pixel - point.pixel).norm() / distance;
  }
  return scale;
}

/// How far a point lies off what the others say, in units of what it may.
struct Excess {
  double off_px = 0;
  double times = 0;
};

std::optional<Excess> excess(const std::vector<PlacedPixel>& others, const PlacedPixel& point, double reach) {
  constexpr double kLeast_px = 0.6;
  if (const std::optional<Vector2> expected = predict_smoothly(others, point.board, reach)) {
    const double off = (*expected - point.pixel).norm();
    return Excess{off, off / kLeast_px};
  }
  // At the corner of a board few are near. Those farther away say less, but enough to see that it is another corner.
  constexpr double kFarther = 1.4;
  constexpr double kOfAUnit = 0.1;
  if (const std::optional<Vector2> expected = predict_smoothly(others, point.board, kFarther * reach)) {
    const double off = (*expected - point.pixel).norm();
    return Excess{off, off / std::max(kLeast_px, kOfAUnit * scale_at(others, point))};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Vector2> predict_smoothly(const std::vector<PlacedPixel>& points, const Vector2& board, double reach) {
  std::vector<PlacedPixel> near;
  for (const PlacedPixel& point : points) {
    const Vector2 at = (point.board - board) / reach;
    if (at.squaredNorm() < 1) near.push_back({at, point.pixel});
  }
  for (const int order : {3, 2}) {
    const int coefficients = (order + 1) * (order + 2) / 2;
    if (near.size() < static_cast<std::size_t>(coefficients) + 4) continue;
    const auto count = static_cast<Eigen::Index>(near.size());
    Eigen::MatrixXd basis(count, coefficients);
    Eigen::MatrixXd pixels(count, 2);
    for (Eigen::Index i = 0; i < count; ++i) {
      const PlacedPixel& point = near[static_cast<std::size_t>(i)];
      const double weight = 1 / (0.05 + point.board.squaredNorm());
      basis.row(i) = weight * monomials(point.board, order);
      pixels.row(i) = weight * point.pixel.transpose();
    }
    auto qr = basis.colPivHouseholderQr();
    qr.setThreshold(1e-3);  // points in two rows carry no parabola across
    if (qr.rank() < coefficients) continue;
    const Eigen::MatrixXd surface = qr.solve(pixels);
    return Vector2(surface.row(0).transpose());
  }
  return std::nullopt;
}

std::vector<std::size_t> stray_points(const std::vector<PlacedPixel>& points, double reach) {
  std::vector<std::size_t> left(points.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  std::vector<std::size_t> strays;
  // One at a time: a stray point spoils the predictions of its neighbours.
  while (!left.empty()) {
    std::vector<PlacedPixel> others;
    for (const std::size_t i : left) others.push_back(points[i]);
    std::vector<double> all;
    Excess worst;
    std::size_t worst_at = 0;
    for (std::size_t n = 0; n < left.size(); ++n) {
      std::swap(others[n], others.back());
      const PlacedPixel own = others.back();
      others.pop_back();
      const std::optional<Excess> one = excess(others, own, reach);
      others.push_back(own);
      std::swap(others[n], others.back());
      if (!one) continue;
      all.push_back(one->off_px);
      if (one->times <= worst.times) continue;
      worst = *one;
      worst_at = n;
    }
    constexpr double kTimesTypical = 12;
    if (all.empty() || worst.times < 1 || worst.off_px < kTimesTypical * median(all)) break;
    strays.push_back(left[worst_at]);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(worst_at));
  }
  return strays;
}

}  // namespace fiducia

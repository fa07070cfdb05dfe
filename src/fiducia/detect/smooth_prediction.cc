#include "fiducia/detect/smooth_prediction.h"

#include <Eigen/QR>
#include <cmath>

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

}  // namespace fiducia

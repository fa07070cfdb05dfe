#include "fiducia/evaluate/smooth_modes.h"

#include <Eigen/Geometry>
#include <Eigen/QR>
#include <cmath>

namespace fiducia {

Eigen::MatrixXd smooth_modes(const std::vector<Vector3>& points, int least_degree, int most_degree) {
  using Eigen::Index;
  Eigen::AlignedBox2d box;
  for (const Vector3& point : points) {
    if (point.allFinite()) box.extend(Vector2(point.head<2>()));
  }
  const Vector2 half = (0.5 * box.sizes()).cwiseMax(1e-12);
  const Index lower = least_degree * (least_degree + 1) / 2;
  const Index all = (most_degree + 1) * (most_degree + 2) / 2;
  Eigen::MatrixXd monomials = Eigen::MatrixXd::Zero(static_cast<Index>(points.size()), all);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!points[i].allFinite()) continue;
    const Vector2 at = (points[i].head<2>() - box.center()).cwiseQuotient(half);
    Index column = 0;
    for (int degree = 0; degree <= most_degree; ++degree) {
      for (int k = 0; k <= degree; ++k) {
        monomials(static_cast<Index>(i), column++) = std::pow(at.x(), degree - k) * std::pow(at.y(), k);
      }
    }
  }
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(monomials);
  const Eigen::MatrixXd Q = qr.householderQ() * Eigen::MatrixXd::Identity(monomials.rows(), all);
  return Q.rightCols(all - lower);
}

}  // namespace fiducia

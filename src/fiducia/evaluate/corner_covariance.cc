#include "fiducia/evaluate/corner_covariance.h"

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// Corners with unknowns of a free shape, by id, and where these begin.
template <class Body>
void for_free_corners(const ShapeBasis& basis, std::size_t count, const Body& body) {
  for (std::size_t id = 0; id < count; ++id) {
    if (basis.first_of(static_cast<int>(id)) >= 0) body(id, basis.first_of(static_cast<int>(id)));
  }
}

}  // namespace

std::vector<Matrix3> corner_covariances(const ShapeBasis& basis, const Eigen::VectorXd& q, const MatrixXd& factor) {
  std::vector<Matrix3> result(basis.corner_count(), Matrix3::Zero());
  if (basis.shape() == TargetShape::kWarp) {
    for (std::size_t id = 0; id < result.size(); ++id) {
      result[id](2, 2) = (basis.heights_of(static_cast<int>(id)) * factor).squaredNorm();
    }
  } else if (basis.shape() == TargetShape::kFree) {
    const ShapeBasis::GaugeMoves gauge = basis.gauge_moves(q);
    const MatrixXd moved = factor - gauge.moves * (gauge.amounts * factor);
    for_free_corners(basis, result.size(), [&](std::size_t id, Index first) {
      const auto rows = moved.middleRows<3>(first);
      result[id] = rows * rows.transpose();
    });
  }
  return result;
}

std::vector<Matrix3> corner_covariances(const ShapeBasis& basis, const Eigen::VectorXd& q,
                                        const InverseInformation& inverse, double variance) {
  std::vector<Matrix3> result(basis.corner_count(), Matrix3::Zero());
  const Index begin = inverse.size() - basis.size();
  if (basis.shape() == TargetShape::kWarp) {
    const MatrixXd covariance = variance * inverse.block(begin, basis.size());
    for (std::size_t id = 0; id < result.size(); ++id) {
      const Eigen::RowVectorXd heights = basis.heights_of(static_cast<int>(id));
      result[id](2, 2) = heights * covariance * heights.transpose();
    }
  } else if (basis.shape() == TargetShape::kFree) {
    // (I - M N) C (I - M N)' block by block, with M the moves and N the amounts of the gauge.
    const ShapeBasis::GaugeMoves gauge = basis.gauge_moves(q);
    MatrixXd embedded = MatrixXd::Zero(inverse.size(), gauge.amounts.rows());
    embedded.bottomRows(basis.size()) = gauge.amounts.transpose();
    const MatrixXd mixed = inverse.times(embedded).bottomRows(basis.size());  // C N'
    const MatrixXd inner = gauge.amounts * mixed;
    for_free_corners(basis, result.size(), [&](std::size_t id, Index first) {
      const auto moves = gauge.moves.middleRows<3>(first);
      const Matrix3 cross = mixed.middleRows<3>(first) * moves.transpose();
      result[id] =
          variance * (inverse.block(begin + first, 3) - cross - cross.transpose() + moves * inner * moves.transpose());
    });
  }
  return result;
}

}  // namespace fiducia

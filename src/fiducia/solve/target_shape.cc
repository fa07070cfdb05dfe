#include "fiducia/solve/target_shape.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <Eigen/QR>
#include <cmath>
#include <string>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

constexpr int kLeastDegree = 2;
constexpr int kMostDegree = 4;
constexpr int kFreedoms = 7;
/// A height that is a combination of lower ones at the corners there are has no diagonal left.
constexpr double kDependent = 1e-9;

/// Points with unknowns, in the order of their ids.
std::vector<int> seen_ids(std::size_t count, const std::vector<const Frame*>& frames) {
  std::vector<char> seen(count);
  for (const Frame* frame : frames) {
    for (const Corner& corner : frame->corners) seen[static_cast<std::size_t>(corner.id)] = 1;
  }
  std::vector<int> ids;
  for (std::size_t id = 0; id < count; ++id) {
    if (seen[id] != 0) ids.push_back(static_cast<int>(id));
  }
  return ids;
}

/// x and y brought to [-1, 1] by the box around the points, equally in both.
struct Unit {
  Vector2 centre;
  double scale;

  Unit(const std::vector<Vector3>& points, const std::vector<int>& ids) {
    Vector2 low = points[static_cast<std::size_t>(ids.front())].head<2>();
    Vector2 high = low;
    for (const int id : ids) {
      low = low.cwiseMin(points[static_cast<std::size_t>(id)].head<2>());
      high = high.cwiseMax(points[static_cast<std::size_t>(id)].head<2>());
    }
    centre = 0.5 * (low + high);
    scale = 2 / (high - low).maxCoeff();
  }
  [[nodiscard]] Vector2 operator()(const Vector3& point) const { return scale * (point.head<2>() - centre); }
};

/// The monomials x^a y^b of one point, by their degree; the three of a plane come first.
Eigen::RowVectorXd monomials(const Vector2& at) {
  std::vector<double> values;
  for (int degree = 0; degree <= kMostDegree; ++degree) {
    for (int b = 0; b <= degree; ++b) values.push_back(std::pow(at.x(), degree - b) * std::pow(at.y(), b));
  }
  return Eigen::Map<const Eigen::RowVectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

/// Heights over the seen points that are orthonormal to planes and to each other, carried on to the other points.
Eigen::MatrixXd smooth_heights(const std::vector<Vector3>& points, const std::vector<int>& ids) {
  const Unit unit(points, ids);
  const auto seen = static_cast<Eigen::Index>(ids.size());
  const auto count = monomials(Vector2::Zero()).size();
  Eigen::MatrixXd at_seen(seen, count);
  for (Eigen::Index i = 0; i < seen; ++i) {
    at_seen.row(i) = monomials(unit(points[static_cast<std::size_t>(ids[static_cast<std::size_t>(i)])]));
  }
  Eigen::MatrixXd everywhere(static_cast<Eigen::Index>(points.size()), count);
  for (std::size_t id = 0; id < points.size(); ++id) {
    const bool known = points[id].allFinite();
    everywhere.row(static_cast<Eigen::Index>(id)) =
        known ? monomials(unit(points[id])) : Eigen::RowVectorXd::Zero(count).eval();
  }
  // Gram-Schmidt, the same combinations taken at all points; what depends on lower degrees (a board of two or three
  // rows) is left out.
  std::vector<Eigen::Index> kept;
  constexpr Eigen::Index kPlane = kLeastDegree * (kLeastDegree + 1) / 2;
  for (Eigen::Index column = 0; column < count; ++column) {
    const double before = at_seen.col(column).norm();
    for (int twice = 0; twice < 2; ++twice) {
      for (const Eigen::Index other : kept) {
        const double part = at_seen.col(other).dot(at_seen.col(column));
        at_seen.col(column) -= part * at_seen.col(other);
        everywhere.col(column) -= part * everywhere.col(other);
      }
    }
    const double norm = at_seen.col(column).norm();
    if (!(norm > kDependent * before)) continue;
    at_seen.col(column) /= norm;
    everywhere.col(column) /= norm;
    kept.push_back(column);
  }
  std::vector<Eigen::Index> bends;
  for (const Eigen::Index column : kept) {
    if (column >= kPlane) bends.push_back(column);
  }
  return everywhere(Eigen::all, bends);
}

/// Shifts, turns and growth of the points: three coordinates per point.
Eigen::MatrixXd freedoms(const std::vector<Vector3>& points) {
  Vector3 centre = Vector3::Zero();
  for (const Vector3& point : points) centre += point / static_cast<double>(points.size());
  Eigen::MatrixXd directions = Eigen::MatrixXd::Zero(3 * static_cast<Eigen::Index>(points.size()), kFreedoms);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vector3 arm = points[i] - centre;
    auto rows = directions.middleRows<3>(3 * static_cast<Eigen::Index>(i));
    rows.leftCols<3>().setIdentity();
    for (int axis = 0; axis < 3; ++axis) rows.col(3 + axis) = Vector3(Vector3::Unit(axis)).cross(arm);
    rows.col(6) = arm;
  }
  return directions;
}

}  // namespace

std::string_view to_string(TargetShape shape) {
  switch (shape) {
    case TargetShape::kPlanar: return "planar";
    case TargetShape::kWarp: return "warp";
    case TargetShape::kFree: return "free";
  }
  return "unknown";
}

TargetShape target_shape_named(std::string_view name) {
  for (const TargetShape shape : {TargetShape::kPlanar, TargetShape::kWarp, TargetShape::kFree}) {
    if (to_string(shape) == name) return shape;
  }
  throw Error(
      ErrorCode::kBadOption,
      "there is no target shape '" + std::string(name) +
          "'; give auto (where it is chosen), planar (as the target says), warp (a smooth surface) or free (every "
          "corner for itself)");
}

ShapeBasis::ShapeBasis(TargetShape shape, const std::vector<Vector3>& nominal, const std::vector<const Frame*>& frames)
    : shape_(shape), nominal_(nominal), first_(nominal.size(), -1) {
  const std::vector<int> ids = seen_ids(nominal.size(), frames);
  if (shape == TargetShape::kPlanar || ids.empty()) return;
  if (shape == TargetShape::kWarp) {
    heights_ = smooth_heights(nominal, ids);
    size_ = static_cast<int>(heights_.cols());
    return;
  }
  std::vector<Vector3> seen;
  for (const int id : ids) {
    first_[static_cast<std::size_t>(id)] = size_;
    size_ += 3;
    seen.push_back(nominal[static_cast<std::size_t>(id)]);
  }
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(freedoms(seen));
  gauge_ = qr.householderQ() * Eigen::MatrixXd::Identity(size_, kFreedoms);
}

int ShapeBasis::degrees_of_freedom() const { return size_ - static_cast<int>(gauge_.cols()); }

std::vector<Vector3> ShapeBasis::points(const Eigen::VectorXd& q) const {
  std::vector<Vector3> moved = nominal_;
  if (size_ == 0) return moved;
  for (std::size_t id = 0; id < moved.size(); ++id) {
    if (shape_ == TargetShape::kWarp) {
      moved[id].z() += heights_.row(static_cast<Eigen::Index>(id)).dot(q);
    } else if (first_[id] >= 0) {
      moved[id] += q.segment<3>(first_[id]);
    }
  }
  return moved;
}

Eigen::VectorXd ShapeBasis::nearest(const std::vector<Vector3>& points) const {
  Eigen::VectorXd q = Eigen::VectorXd::Zero(size_);
  if (shape_ == TargetShape::kFree) {
    for (std::size_t id = 0; id < points.size(); ++id) {
      if (first_[id] >= 0) q.segment<3>(first_[id]) = points[id] - nominal_[id];
    }
    return q - gauge_ * (gauge_.transpose() * q);
  }
  if (shape_ == TargetShape::kWarp) {
    Eigen::VectorXd rise = Eigen::VectorXd::Zero(heights_.rows());
    for (std::size_t id = 0; id < points.size(); ++id) {
      const double z = points[id].z() - nominal_[id].z();
      if (std::isfinite(z)) rise[static_cast<Eigen::Index>(id)] = z;
    }
    return heights_.householderQr().solve(rise);
  }
  return q;
}

ShapeBasis::GaugeMoves ShapeBasis::gauge_moves(const Eigen::VectorXd& q) const {
  const std::vector<Vector3> all = points(q);
  std::vector<Vector3> seen;
  for (std::size_t id = 0; id < all.size(); ++id) {
    if (first_[id] >= 0) seen.push_back(all[id]);
  }
  GaugeMoves result;
  result.moves = freedoms(seen);
  result.amounts = (gauge_.transpose() * result.moves).partialPivLu().solve(gauge_.transpose());
  return result;
}

}  // namespace fiducia

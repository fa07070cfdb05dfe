#include "fiducia/solve/spline_prior.h"

#include <Eigen/Geometry>
#include <array>
#include <cmath>

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// px per px of a third difference. With corners at 0.1 px a surface may bend by 10 px per cell cubed at no more than
/// one standard deviation.
constexpr double kSmoothness = 0.01;
/// px per unit of f and c, which no corner pulls at.
constexpr double kHold = 1e4;
/// How much more strongly than corners would hold it the rotation is held, so that what is left of it is nothing beside
/// what they leave.
constexpr double kGaugeStrength = 30;

/// How the knots move when the lens is turned, one column per axis.
MatrixXd turning_directions(const SplineModel& model, const VectorXd& theta) {
  const SplineGrid& grid = model.grid();
  MatrixXd directions = MatrixXd::Zero(theta.size(), 3);
  SplineModel::Touched at;
  const double from_first = 0.5 * (grid.order - 1);  // a knot lies in the middle of the cells that it reaches over
  for (int row = 0; row < grid.rows; ++row) {
    for (int column = 0; column < grid.columns; ++column) {
      const Vector2 u = grid.from_cells(Vector2(column - from_first, row - from_first));
      const Vector3 ray = from_stereographic(u);
      if (!model.touch(theta.data(), ray, &at)) continue;
      const int place = SplineModel::place_of(row * grid.columns + column);
      for (int axis = 0; axis < 3; ++axis) {
        const Vector2 moved = at.point * Vector3::Unit(axis).cross(ray);
        directions.block<2, 1>(place, axis) << moved.x() / theta[0], moved.y() / theta[1];
      }
    }
  }
  return directions;
}

}  // namespace

MatrixXd third_differences(const SplineGrid& grid) {
  constexpr std::array<double, 4> kDifference = {1, -3, 3, -1};
  const int along_rows = std::max(0, grid.columns - 3) * grid.rows;
  const int along_columns = std::max(0, grid.rows - 3) * grid.columns;
  MatrixXd rows = MatrixXd::Zero(along_rows + along_columns, grid.knots());
  Index next = 0;
  for (int row = 0; row < grid.rows; ++row) {
    for (int column = 0; column < grid.columns; ++column) {
      const int knot = row * grid.columns + column;
      for (const auto& [fits, step] : {std::pair{column + 3 < grid.columns, 1}, {row + 3 < grid.rows, grid.columns}}) {
        if (!fits) continue;
        for (int i = 0; i < 4; ++i) rows(next, knot + i * step) = kDifference[static_cast<std::size_t>(i)];
        ++next;
      }
    }
  }
  return rows;
}

void add_corners(const SplineModel& model, const VectorXd& theta, const Vector2& pixel, double times,
                 VectorXd* corners_at) {
  const std::optional<Vector3> ray = model.unproject(theta.data(), 0, pixel);
  const std::optional<Vector2> u = ray ? stereographic(*ray) : std::nullopt;
  if (!u) return;
  SplineModel::Touched at;
  model.weights_at(*u, &at);
  for (int i = 0; i < at.count; ++i) (*corners_at)[at.knots[i]] += times * at.weights[i];
}

Prior spline_prior(const SplineModel& model, const VectorXd& theta, const VectorXd& corners_at, int global_size) {
  const MatrixXd differences = third_differences(model.grid());
  const MatrixXd turning = turning_directions(model, theta);
  const Index smooth = 2 * differences.rows();
  Prior prior;
  prior.rows = MatrixXd::Zero(SplineModel::kHeld + smooth + 3, global_size);
  prior.target = VectorXd::Zero(prior.rows.rows());
  for (int i = 0; i < SplineModel::kHeld; ++i) {
    prior.rows(i, i) = kHold;
    prior.target[i] = kHold * theta[i];
  }
  for (Index i = 0; i < differences.rows(); ++i) {
    for (Index knot = 0; knot < differences.cols(); ++knot) {
      if (differences(i, knot) == 0) continue;
      for (int axis = 0; axis < 2; ++axis) {
        prior.rows(SplineModel::kHeld + 2 * i + axis, SplineModel::place_of(static_cast<int>(knot)) + axis) =
            kSmoothness * theta[axis] * differences(i, knot);
      }
    }
  }
  const double strength = kGaugeStrength * std::sqrt(theta[0] * theta[1]);
  VectorXd weights = VectorXd::Zero(theta.size());
  for (int knot = 0; knot < model.grid().knots(); ++knot) {
    weights.segment<2>(SplineModel::place_of(knot)).setConstant(corners_at[knot]);
  }
  for (int axis = 0; axis < 3; ++axis) {
    const Index row = SplineModel::kHeld + smooth + axis;
    const VectorXd weighted = weights.cwiseProduct(turning.col(axis));
    const double whole = std::max(1e-300, weighted.dot(turning.col(axis)));
    prior.rows.row(row).head(theta.size()) = strength / std::sqrt(whole) * weighted.transpose();
    prior.target[row] = prior.rows.row(row).head(theta.size()).dot(theta);
  }
  return prior;
}

Prior spline_prior(const SplineModel& model, const VectorXd& theta, const std::vector<const Frame*>& frames,
                   const std::vector<double>& weights, const Prior& other, int global_size) {
  VectorXd corners_at = VectorXd::Zero(model.grid().knots());
  for (std::size_t j = 0; j < frames.size(); ++j) {
    for (const Corner& corner : frames[j]->corners) {
      add_corners(model, theta, corner.pixel, weights.empty() ? 1 : weights[j], &corners_at);
    }
  }
  Prior prior = spline_prior(model, theta, corners_at, global_size);
  if (other.empty()) return prior;
  const Index more = other.rows.rows();
  prior.rows.conservativeResize(prior.rows.rows() + more, Eigen::NoChange);
  prior.rows.bottomRows(more) = other.rows;
  prior.target.conservativeResize(prior.rows.rows());
  prior.target.tail(more) = other.target.size() > 0 ? other.target : VectorXd::Zero(more);
  return prior;
}

}  // namespace fiducia

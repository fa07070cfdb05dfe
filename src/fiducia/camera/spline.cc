#include "fiducia/camera/spline.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "fiducia/camera/uniform_spline.h"
#include "fiducia/core/error.h"

namespace fiducia {
namespace {

/// Part of the field by which the grid reaches beyond the rays that it is chosen for.
constexpr double kFieldMargin = 1.03;

constexpr std::string_view kLens = "any; where no formula follows the lens, and there are many corners";
constexpr std::string_view kEquation =
    "p = f (u + D(u)) + c, u = 2 (x, y) / (|X| + z); D: B-spline surfaces over a grid";
constexpr std::string_view kKnownAs = "mrcal LENSMODEL_SPLINED_STEREOGRAPHIC";

/// Where one coordinate falls among the cells.
struct Place {
  int cell;
  double weight[kMostSplineWeights];
  double slope[kMostSplineWeights];

  Place(int order, int cells, double at) {
    cell = static_cast<int>(std::clamp(std::floor(at), 0.0, cells - 1.0));
    spline_weights(order, at - cell, weight, slope);
  }
};

}  // namespace

/// Delta and its derivatives at a place.
struct SplineModel::Surface {
  Vector2 value = Vector2::Zero();
  Eigen::Matrix2d slope = Eigen::Matrix2d::Zero();  ///< d Delta / d u
};

SplineModel::SplineModel(SplineGrid grid, std::vector<bool> determined)
    : grid_(grid), field_is_open_(grid.field_deg == 0), determined_(std::move(determined)) {
  if (const std::string fault = grid_.fault(); !fault.empty()) {
    throw Error(ErrorCode::kBadOption, "there is no such splined lens: " + fault);
  }
  if (!determined_.empty() && static_cast<int>(determined_.size()) != grid_.cells()) {
    throw Error(ErrorCode::kBadOption, std::to_string(determined_.size()) + " cells for a grid of " +
                                           std::to_string(grid_.cells()) + "; say of each whether it is determined");
  }
  name_ = std::string(grid_.order == 3 ? Spline<3>::kName : Spline<2>::kName) + ":" + grid_.configuration();
  if (field_is_open_) grid_.field_deg = kPresumedField_deg;
  names_ = {"fx", "fy", "cx", "cy"};
  for (int row = 0; row < grid_.rows; ++row) {
    for (int column = 0; column < grid_.columns; ++column) {
      for (const char* axis : {"x", "y"}) names_.push_back(axis + std::to_string(row) + "_" + std::to_string(column));
    }
  }
  for (std::size_t i = 0; i < names_.size(); ++i) {
    parameters_.push_back({names_[i], i % 2 == 0 ? Moves::kU : Moves::kV});
  }
  // Never tried unasked as the other models are: its knots are a choice of their own.
  info_ = {name_, parameters_, kLens, kEquation, kKnownAs, {180, 0}};
}

std::shared_ptr<const SplineModel> SplineModel::with_determined(std::vector<bool> cells) const {
  SplineGrid grid = grid_;
  if (field_is_open_) grid.field_deg = 0;
  return std::make_shared<const SplineModel>(grid, std::move(cells));
}

std::shared_ptr<const SplineModel> SplineModel::with_open_knots(int order) {
  const auto model = std::make_shared<SplineModel>(SplineGrid{.order = order, .columns = 16, .rows = 12});
  model->knots_are_open_ = true;
  return model;
}

std::shared_ptr<const SplineModel> SplineModel::with_field_for(std::span<const Vector3> rays) const {
  Vector2 farthest = Vector2::Zero();
  for (const Vector3& ray : rays) {
    if (const std::optional<Vector2> u = stereographic(ray)) farthest = farthest.cwiseMax(u->cwiseAbs());
  }
  // The cells are squares: what the rows must reach over, the columns may have to reach over farther.
  const double aspect = static_cast<double>(grid_.cell_columns()) / grid_.cell_rows();
  const double edge = kFieldMargin * std::max(farthest.x(), farthest.y() * aspect);
  SplineGrid grid = grid_;
  grid.field_deg = std::clamp(static_cast<int>(std::ceil(4 * std::atan(edge / 2) * 180 / std::numbers::pi)), 1, 359);
  return std::make_shared<const SplineModel>(grid);
}

SplineModel::Surface SplineModel::surface(const double* theta, const Vector2& u) const {
  const Vector2 at = grid_.in_cells(u);
  const Place x(grid_.order, grid_.cell_columns(), at.x());
  const Place y(grid_.order, grid_.cell_rows(), at.y());
  Surface result;
  Vector2 by_x = Vector2::Zero();
  Vector2 by_y = Vector2::Zero();
  for (int row = 0; row <= grid_.order; ++row) {
    const double* knot = theta + place_of((y.cell + row) * grid_.columns + x.cell);
    Vector2 value = Vector2::Zero();
    Vector2 slope = Vector2::Zero();
    for (int column = 0; column <= grid_.order; ++column, knot += 2) {
      const Vector2 delta(knot[0], knot[1]);
      value += x.weight[column] * delta;
      slope += x.slope[column] * delta;
    }
    result.value += y.weight[row] * value;
    by_x += y.weight[row] * slope;
    by_y += y.slope[row] * value;
  }
  result.slope << by_x, by_y;
  result.slope *= grid_.cells_per_unit();
  return result;
}

void SplineModel::weights_at(const Vector2& u, Touched* out) const {
  const Vector2 at = grid_.in_cells(u);
  const Place x(grid_.order, grid_.cell_columns(), at.x());
  const Place y(grid_.order, grid_.cell_rows(), at.y());
  out->count = 0;
  for (int row = 0; row <= grid_.order; ++row) {
    for (int column = 0; column <= grid_.order; ++column) {
      out->knots[out->count] = (y.cell + row) * grid_.columns + x.cell + column;
      out->weights[out->count++] = y.weight[row] * x.weight[column];
    }
  }
}

bool SplineModel::touch(const double* theta, const Vector3& x, Touched* out) const {
  const std::optional<Vector2> u = stereographic(x);
  if (!u) return false;
  const Surface at = surface(theta, *u);
  weights_at(*u, out);
  const Vector2 f(theta[0], theta[1]);
  out->pixel = f.cwiseProduct(*u + at.value) + Vector2(theta[2], theta[3]);
  const double norm = x.norm();
  const double along = norm + x.z();
  Eigen::Matrix<double, 2, 3> d_u;
  d_u << 2 / along * Eigen::Matrix2d::Identity() - *u * x.head<2>().transpose() / (norm * along), -*u / norm;
  out->point = f.asDiagonal() * (Eigen::Matrix2d::Identity() + at.slope) * d_u;
  return true;
}

bool SplineModel::computable(const double* /*theta*/, const Vector3& x) const { return stereographic(x).has_value(); }

Vector2 SplineModel::project(const double* theta, const Vector3& x) const {
  const std::optional<Vector2> u = stereographic(x);
  if (!u) return Vector2::Constant(std::numeric_limits<double>::quiet_NaN());
  const Vector2 bent = *u + surface(theta, *u).value;
  return {theta[0] * bent.x() + theta[2], theta[1] * bent.y() + theta[3]};
}

/// Whether a place in the plane is in the domain.
bool SplineModel::holds(const double* theta, const Vector2& u) const {
  const Vector2 at = grid_.in_cells(u);
  if (!(at.minCoeff() >= 0 && at.x() <= grid_.cell_columns() && at.y() <= grid_.cell_rows())) return false;
  if (!determined_.empty()) {
    const int column = std::min(static_cast<int>(at.x()), grid_.cell_columns() - 1);
    const int row = std::min(static_cast<int>(at.y()), grid_.cell_rows() - 1);
    if (!determined_[static_cast<std::size_t>(row * grid_.cell_columns() + column)]) return false;
  }
  return (Eigen::Matrix2d::Identity() + surface(theta, u).slope).determinant() > 0;
}

bool SplineModel::in_domain(const double* theta, double /*limit*/, const Vector3& x) const {
  const std::optional<Vector2> u = stereographic(x);
  return u && holds(theta, *u);
}

/// Newton's method in the plane, in steps of at most a cell.
std::optional<Vector2> SplineModel::plane_newton(const double* theta, const Vector2& pixel, Vector2 u) const {
  constexpr int kMostSteps = 100;
  const Vector2 goal((pixel.x() - theta[2]) / theta[0], (pixel.y() - theta[3]) / theta[1]);
  const double longest = 1 / grid_.cells_per_unit();
  const double enough = 1e-11 / std::max(std::abs(theta[0]), std::abs(theta[1]));
  const double scale = std::numeric_limits<double>::epsilon() * 4 * goal.norm();
  for (int i = 0; i < kMostSteps; ++i) {
    const Surface at = surface(theta, u);
    const Vector2 error = goal - u - at.value;
    const bool close = error.norm() <= std::max(enough, scale);
    Vector2 step = (Eigen::Matrix2d::Identity() + at.slope).inverse() * error;
    if (!step.allFinite()) return std::nullopt;
    if (step.norm() > longest) step *= longest / step.norm();
    u += step;
    if (close) return u;
  }
  return std::nullopt;
}

std::optional<Vector3> SplineModel::unproject(const double* theta, double /*limit*/, const Vector2& pixel) const {
  const auto solve = [&](const Vector2& from) -> std::optional<Vector3> {
    const std::optional<Vector2> u = plane_newton(theta, pixel, from);
    if (!u || !holds(theta, *u)) return std::nullopt;
    return from_stereographic(*u);
  };
  // Delta is small in most lenses.
  const Vector2 far = grid_.from_cells(Vector2(grid_.cell_columns(), grid_.cell_rows()));
  const Vector2 first((pixel.x() - theta[2]) / theta[0], (pixel.y() - theta[3]) / theta[1]);
  if (auto ray = solve(first.cwiseMax(-far).cwiseMin(far))) return ray;
  // Else from where the lens sees something near: the middles of the cells, the nearest first.
  struct Start {
    double distance;
    Vector2 u;
  };
  std::vector<Start> starts;
  for (int row = 0; row < grid_.cell_rows(); ++row) {
    for (int column = 0; column < grid_.cell_columns(); ++column) {
      const Vector2 u = grid_.from_cells(Vector2(column + 0.5, row + 0.5));
      if (!holds(theta, u)) continue;
      const Vector2 bent = u + surface(theta, u).value;
      const Vector2 there(theta[0] * bent.x() + theta[2], theta[1] * bent.y() + theta[3]);
      starts.push_back({(there - pixel).norm(), u});
    }
  }
  const std::size_t tries = std::min<std::size_t>(4, starts.size());
  std::partial_sort(starts.begin(), starts.begin() + static_cast<std::ptrdiff_t>(tries), starts.end(),
                    [](const Start& a, const Start& b) { return a.distance < b.distance; });
  for (std::size_t i = 0; i < tries; ++i) {
    if (auto ray = solve(starts[i].u)) return ray;
  }
  return std::nullopt;
}

bool SplineModel::linearize(const double* theta, int n, const double* x, const double* y, const double* z,
                            const ProjectionColumns& out) const {
  Touched at;
  if (out.parameters != nullptr) {
    for (int c = 0; c < 2 * size(); ++c) std::fill_n(out.parameters + c * out.stride, n, 0.0);
  }
  for (int i = 0; i < n; ++i) {
    if (!touch(theta, {x[i], y[i], z[i]}, &at)) return false;
    for (int axis = 0; axis < 2; ++axis) {
      const int row = axis * out.stride + i;
      out.pixel[row] = at.pixel[axis];
      for (int c = 0; c < 3; ++c) out.point[2 * c * out.stride + row] = at.point(axis, c);
      if (out.parameters == nullptr) continue;
      const auto entry = [&](int parameter) -> double& { return out.parameters[2 * parameter * out.stride + row]; };
      entry(axis) = (at.pixel[axis] - theta[2 + axis]) / theta[axis];
      entry(2 + axis) = 1;
      for (int k = 0; k < at.count; ++k) entry(place_of(at.knots[k]) + axis) = theta[axis] * at.weights[k];
    }
  }
  return true;
}

std::vector<double> SplineModel::initial_parameters(double f, double cx, double cy) const {
  std::vector<double> theta(static_cast<std::size_t>(size()), 0);
  theta[0] = theta[1] = f;
  theta[2] = cx;
  theta[3] = cy;
  return theta;
}

const SplineModel* as_spline(const Model& model) { return dynamic_cast<const SplineModel*>(&model); }

}  // namespace fiducia

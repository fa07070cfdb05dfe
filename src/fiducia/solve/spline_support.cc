#include "fiducia/solve/spline_support.h"

#include <Eigen/SparseCore>

namespace fiducia {
namespace {

using Eigen::MatrixXd;

constexpr double kMostOfPrior = 0.5;

using SparseRows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// Whether the frames have the better part of the variance at a place, in both coordinates.
std::vector<bool> decided_by_frames(const SplineModel& model, const std::vector<Vector2>& places, const Prior& prior,
                                    const MatrixXd& inverse, Eigen::Index first) {
  const SparseRows rows = prior.rows.sparseView();
  SplineModel::Touched at;
  std::vector<bool> decided(places.size(), true);
  Eigen::VectorXd product(inverse.rows());  // A^-1 b
  for (std::size_t i = 0; i < places.size(); ++i) {
    model.weights_at(places[i], &at);
    for (int axis = 0; axis < 2; ++axis) {
      const auto place = [&](int k) { return first + SplineModel::place_of(at.knots[k]) + axis; };
      product.setZero();
      for (int k = 0; k < at.count; ++k) product += at.weights[k] * inverse.col(place(k));
      double whole = 0;
      for (int k = 0; k < at.count; ++k) whole += at.weights[k] * product[place(k)];
      if (!((rows * product).squaredNorm() < kMostOfPrior * whole)) decided[i] = false;
    }
  }
  return decided;
}

}  // namespace

std::vector<bool> determined_cells(const SplineModel& model, const Prior& prior, const MatrixXd& inverse,
                                   Eigen::Index first) {
  const SplineGrid& grid = model.grid();
  const int columns = grid.cell_columns();
  const int rows = grid.cell_rows();
  std::vector<Vector2> places;
  for (int row = 0; row <= rows; ++row) {
    for (int column = 0; column <= columns; ++column) places.push_back(grid.from_cells(Vector2(column, row)));
  }
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      places.push_back(grid.from_cells(Vector2(column + 0.5, row + 0.5)));
    }
  }
  const std::vector<bool> decided = decided_by_frames(model, places, prior, inverse, first);
  const int corners = (columns + 1) * (rows + 1);
  std::vector<bool> cells;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const int upper = row * (columns + 1) + column;
      bool all = true;
      for (const int place :
           {upper, upper + 1, upper + columns + 1, upper + columns + 2, corners + row * columns + column}) {
        all = all && decided[static_cast<std::size_t>(place)];
      }
      cells.push_back(all);
    }
  }
  return cells;
}

double held_by_prior(const Prior& prior, const InverseInformation& inverse) {
  const SparseRows rows = prior.rows.sparseView();
  return (rows * inverse.X().transpose()).squaredNorm();  // A^-1 = X'X
}

}  // namespace fiducia

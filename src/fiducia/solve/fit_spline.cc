#include "fiducia/solve/fit_spline.h"

#include <Eigen/Cholesky>
#include <cmath>

#include "fiducia/solve/spline_prior.h"

namespace fiducia {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Places per cell and axis at which the lens is asked.
constexpr int kPerCell = 4;
/// Of the third differences, beside places that count 1 each.
constexpr double kWeakSmoothness = 1e-5;
/// How far beyond the image, in parts of it, a lens is believed.
constexpr double kBeyondImage = 0.1;

bool near_image(ImageSize size, const Vector2& pixel) {
  return pixel.x() > -kBeyondImage * size.width && pixel.x() < (1 + kBeyondImage) * size.width &&
         pixel.y() > -kBeyondImage * size.height && pixel.y() < (1 + kBeyondImage) * size.height;
}

/// f and c of a stereographic lens that is like `lens` around the axis.
std::optional<Eigen::Vector4d> plain_part(const Camera& lens) {
  constexpr double kSmall = 1e-4;
  const auto axis = lens.project({0, 0, 1});
  const auto right = lens.project({kSmall, 0, 1});
  const auto down = lens.project({0, kSmall, 1});
  if (!axis || !right || !down) return std::nullopt;
  return Eigen::Vector4d((*right - *axis).norm() / kSmall, (*down - *axis).norm() / kSmall, axis->x(), axis->y());
}

}  // namespace

std::optional<std::vector<double>> fit_spline(const SplineModel& model, const Camera& lens) {
  const SplineGrid& grid = model.grid();
  const std::optional<Eigen::Vector4d> plain = plain_part(lens);
  if (!plain) return std::nullopt;
  MatrixXd normal = kWeakSmoothness * Prior{third_differences(grid)}.information();
  MatrixXd right = MatrixXd::Zero(grid.knots(), 2);
  SplineModel::Touched at;
  int used = 0;
  for (int row = 0; row <= kPerCell * grid.cell_rows(); ++row) {
    for (int column = 0; column <= kPerCell * grid.cell_columns(); ++column) {
      const Vector2 u = grid.from_cells(Vector2(column, row) / kPerCell);
      const auto pixel = lens.project(from_stereographic(u));
      if (!pixel || !near_image(lens.image_size(), *pixel)) continue;
      ++used;
      const Vector2 delta = (*pixel - plain->tail<2>()).cwiseQuotient(plain->head<2>()) - u;
      model.weights_at(u, &at);
      for (int i = 0; i < at.count; ++i) {
        right.row(at.knots[i]) += at.weights[i] * delta.transpose();
        for (int k = 0; k < at.count; ++k) normal(at.knots[i], at.knots[k]) += at.weights[i] * at.weights[k];
      }
    }
  }
  if (used == 0) return std::nullopt;
  const Eigen::LLT<MatrixXd> llt(normal);
  if (llt.info() != Eigen::Success) return std::nullopt;
  const MatrixXd knots = llt.solve(right);
  std::vector<double> theta(plain->begin(), plain->end());
  for (Eigen::Index i = 0; i < knots.rows(); ++i) theta.insert(theta.end(), {knots(i, 0), knots(i, 1)});
  for (const double value : theta) {
    if (!std::isfinite(value)) return std::nullopt;
  }
  return theta;
}

}  // namespace fiducia

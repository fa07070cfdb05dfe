#pragma once

#include <Eigen/Cholesky>
#include <cmath>

#include "fiducia/evaluate/mapping_grid.h"
#include "tests/evaluate/cameras.h"

namespace fiducia::testing {

/// The mapping error as the paper writes it down, with nothing but projections: rays of a reference camera's grid, a
/// rotation found by a numerical minimisation, derivatives by central differences.
class PaperRecipe {
 public:
  PaperRecipe(const Camera& reference, const GridOptions& grid, bool compensate = true)
      : reference_(reference), compensate_(compensate) {
    for (int row = 0; row < grid.rows; ++row) {
      for (int column = 0; column < grid.columns; ++column) {
        const Vector2 pixel((column + 0.5) * reference.image_size().width / grid.columns - 0.5,
                            (row + 0.5) * reference.image_size().height / grid.rows - 0.5);
        const double weight = grid.region ? grid.region(pixel) : 1;
        const auto ray = reference.unproject(pixel);
        if (weight <= 0 || !ray) continue;
        pixels_.push_back(pixel);
        rays_.push_back(*ray);
        weights_.push_back(weight);
        sum_of_weights_ += weight;
      }
    }
  }

  [[nodiscard]] std::size_t points() const { return rays_.size(); }

  /// Where `theta` sees the turned rays, minus where the reference sees them; scaled so that the sum of squares over
  /// the number of rows is K.
  [[nodiscard]] Eigen::VectorXd offsets(const Eigen::VectorXd& theta, const Matrix3& rotation) const {
    Eigen::VectorXd result(2 * static_cast<Eigen::Index>(rays_.size()));
    const double mean = sum_of_weights_ / static_cast<double>(rays_.size());
    for (std::size_t i = 0; i < rays_.size(); ++i) {
      result.segment<2>(2 * static_cast<Eigen::Index>(i)) =
          std::sqrt(weights_[i] / mean) * (reference_.model().project(theta.data(), rotation * rays_[i]) - pixels_[i]);
    }
    return result;
  }

  /// The rotation of the rays that brings `theta` closest to the reference.
  [[nodiscard]] Matrix3 best_rotation(const Eigen::VectorXd& theta) const {
    Matrix3 rotation = Matrix3::Identity();
    if (!compensate_) return rotation;
    for (int iteration = 0; iteration < 8; ++iteration) {
      constexpr double kStep = 1e-5;
      Eigen::MatrixXd j(2 * static_cast<Eigen::Index>(rays_.size()), 3);
      for (int axis = 0; axis < 3; ++axis) {
        const Vector3 w = kStep * Vector3::Unit(axis);
        j.col(axis) =
            (offsets(theta, rotation_exp(w) * rotation) - offsets(theta, rotation_exp(-w) * rotation)) / (2 * kStep);
      }
      const Vector3 step = (j.transpose() * j).ldlt().solve(-j.transpose() * offsets(theta, rotation));
      rotation = rotation_exp(step) * rotation;
    }
    return rotation;
  }

  /// What is left after the minimisation.
  [[nodiscard]] Eigen::VectorXd residual(const Eigen::VectorXd& theta) const {
    return offsets(theta, best_rotation(theta));
  }

  /// A step of each parameter that moves the image by about a twentieth of a pixel.
  [[nodiscard]] Eigen::VectorXd steps() const {
    const Eigen::VectorXd theta = parameters_of(reference_);
    Eigen::VectorXd result(theta.size());
    for (Eigen::Index i = 0; i < theta.size(); ++i) {
      constexpr double kProbe = 1e-6;
      const Eigen::VectorXd moved = theta + kProbe * Eigen::VectorXd::Unit(theta.size(), i);
      const Eigen::VectorXd change = offsets(moved, Matrix3::Identity());
      result[i] = 0.05 * kProbe / std::sqrt(change.squaredNorm() / static_cast<double>(change.size()));
    }
    return result;
  }

  [[nodiscard]] Eigen::MatrixXd jacobian() const {
    const Eigen::VectorXd theta = parameters_of(reference_);
    const Eigen::VectorXd h = steps();
    Eigen::MatrixXd j(2 * static_cast<Eigen::Index>(rays_.size()), theta.size());
    for (Eigen::Index i = 0; i < theta.size(); ++i) {
      const Eigen::VectorXd step = h[i] * Eigen::VectorXd::Unit(theta.size(), i);
      j.col(i) = (residual(theta + step) - residual(theta - step)) / (2 * h[i]);
    }
    return j;
  }

  [[nodiscard]] Eigen::MatrixXd sensitivity() const {
    const Eigen::MatrixXd j = jacobian();
    return j.transpose() * j / static_cast<double>(j.rows());
  }

 private:
  const Camera& reference_;
  bool compensate_;
  std::vector<Vector2> pixels_;
  std::vector<Vector3> rays_;
  std::vector<double> weights_;
  double sum_of_weights_ = 0;
};

/// The largest difference of two sensitivities, each entry in units of its diagonal.
inline double relative_difference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  const Eigen::VectorXd scale = b.diagonal().cwiseSqrt().cwiseInverse();
  return (scale.asDiagonal() * (a - b) * scale.asDiagonal()).cwiseAbs().maxCoeff();
}

}  // namespace fiducia::testing

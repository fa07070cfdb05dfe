#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

#include "fiducia/core/pose.h"
#include "fiducia/solve/information.h"

namespace fiducia {

/// The inverse of the information matrix A, in the form D + X'X - U'U, with D zero but for a 3 x 3 block per free
/// target point, and U of few rows. Where A is small, X is the inverse of its Cholesky factor and there is nothing
/// else; with many free points and few frames X has one row per intrinsic and local parameter, and A itself is never
/// made.
class InverseInformation {
 public:
  /// weights: one per frame, in their order. Nothing where A is singular.
  [[nodiscard]] static std::optional<InverseInformation> of(const Information& information,
                                                            std::span<const double> weights);

  [[nodiscard]] Eigen::Index size() const { return X_.cols(); }
  /// A^-1 v, column by column.
  [[nodiscard]] Eigen::MatrixXd times(const Eigen::MatrixXd& v) const;
  /// The rows and columns of A^-1 from `first` on; must hold whole points.
  [[nodiscard]] Eigen::MatrixXd block(Eigen::Index first, Eigen::Index count) const;
  /// The trace of v B v' with B the rows and columns `places` of A^-1, without making B.
  [[nodiscard]] double trace_of(const Eigen::MatrixXd& v, const std::vector<Eigen::Index>& places) const;
  /// The rows and columns `places` of A^-1.
  [[nodiscard]] Eigen::MatrixXd at(const std::vector<Eigen::Index>& places) const;

  [[nodiscard]] const Eigen::MatrixXd& X() const { return X_; }
  [[nodiscard]] const Eigen::MatrixXd& U() const { return U_; }
  /// D v, column by column.
  [[nodiscard]] Eigen::MatrixXd diagonal_times(const Eigen::MatrixXd& v) const;
  /// The block of D of a point.
  [[nodiscard]] const Matrix3& point_block(Eigen::Index point) const { return D_[static_cast<std::size_t>(point)]; }
  /// Whether D is zero.
  [[nodiscard]] bool without_points() const { return D_.empty(); }

 private:
  Eigen::Index dense_ = 0;  // where the blocks of D begin
  std::vector<Matrix3> D_;
  Eigen::MatrixXd X_;
  Eigen::MatrixXd U_;
};

/// A^-1 b for one right-hand side, cheaper than by the whole inverse; nothing where A is singular. Frames of weight 0
/// cost nothing.
[[nodiscard]] std::optional<Eigen::VectorXd> solve_information(const Information& information,
                                                               std::span<const double> weights,
                                                               const Eigen::VectorXd& b);

}  // namespace fiducia

#pragma once

#include <Eigen/Core>
#include <vector>

#include "fiducia/solve/frame_linearization.h"

namespace fiducia {

/// What one frame says about the global parameters g once its local block is eliminated, at the solution, in
/// square-root form:
///
///     S = R'R = F'F - F'E (E'E)^-1 E'F,     s = R'q = F'r - F'E (E'E)^-1 E'r,
///
/// with F = dp/dg, E = dp/dlocal, rows multiplied by their corners' weights and sqrt(rho'). S is the Schur complement
/// of the local block, s the reduced gradient. Not multiplied by the frame's weight. Everything about uncertainty is a
/// function of these pairs.
///
/// Where the frame's corners touch scattered parameters, R = (I - Q Q') F is never multiplied out: F keeps its few
/// numbers per row and Q is an orthonormal basis of the columns of E. Otherwise R has as many rows as S has rank.
class FrameInformation {
 public:
  FrameInformation() = default;
  /// From the dense pair. What of S is rounding is decided against `diagonal`, that of F'F, from which S was computed:
  /// so it does not depend on the parameters' units.
  [[nodiscard]] static FrameInformation from_pair(const Eigen::MatrixXd& S, const Eigen::VectorXd& s,
                                                  const Eigen::VectorXd& diagonal);
  [[nodiscard]] static FrameInformation from_pair(const Eigen::MatrixXd& S, const Eigen::VectorXd& s) {
    return from_pair(S, s, S.diagonal());
  }
  /// From a linearization: the local block, of that size, is eliminated. global_size: numbers in g.
  [[nodiscard]] static FrameInformation from_linearization(const FrameLinearization& frame, Eigen::Index global_size,
                                                           Eigen::Index local_size);

  /// Global parameters.
  [[nodiscard]] Eigen::Index size() const { return size_; }
  /// Rows of R.
  [[nodiscard]] Eigen::Index rows() const { return dense_.rows(); }
  [[nodiscard]] Eigen::Index dense_size() const { return dense_.cols(); }
  /// Whether R is kept as F and Q.
  [[nodiscard]] bool scattered() const { return scattered_.cols() > 0; }

  [[nodiscard]] const Eigen::VectorXd& q() const { return q_; }
  /// R v, column by column.
  [[nodiscard]] Eigen::MatrixXd times(const Eigen::MatrixXd& v) const;
  /// R' w, column by column.
  [[nodiscard]] Eigen::MatrixXd transposed_times(const Eigen::MatrixXd& w) const;

  /// F' w, column by column: R' w before the local block is eliminated, where R is kept as F and Q.
  [[nodiscard]] Eigen::MatrixXd unprojected_transposed_times(const Eigen::MatrixXd& w) const;

  /// The dense pair: size() x size() numbers.
  [[nodiscard]] Eigen::MatrixXd S() const;
  [[nodiscard]] Eigen::VectorXd s() const { return transposed_times(q_); }

  // The parts of R, for who adds up the information of many frames.
  /// F over the dense parameters; R itself where nothing is scattered.
  [[nodiscard]] const Eigen::MatrixXd& dense() const { return dense_; }
  /// F over the scattered parameters of each row's corner, whose places in g are places(corner)[column].
  [[nodiscard]] const Eigen::MatrixXd& scattered_part() const { return scattered_; }
  [[nodiscard]] const Eigen::Index* places(Eigen::Index corner) const {
    return places_.data() + corner * scattered_.cols();
  }
  /// Q; of no columns where R is multiplied out.
  [[nodiscard]] const Eigen::MatrixXd& local_basis() const { return local_basis_; }

 private:
  Eigen::Index size_ = 0;
  Eigen::MatrixXd dense_;
  Eigen::MatrixXd scattered_;
  std::vector<Eigen::Index> places_;
  Eigen::MatrixXd local_basis_;
  Eigen::VectorXd q_;
};

}  // namespace fiducia

#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>

namespace fiducia {

/// What is known of the global parameters g without any frame: || rows g - target ||^2 is added to the cost, in px^2. A
/// gauge and a smoothness are priors. A term of its own: it is no part of any frame's information, because resampling
/// or leaving out frames leaves it as it is.
struct Prior {
  Eigen::MatrixXd rows = {};    ///< one column per global parameter; no rows: there is no prior
  Eigen::VectorXd target = {};  ///< one number per row; empty: zeros

  [[nodiscard]] bool empty() const { return rows.rows() == 0; }
  /// rows' rows, its part of the information matrix.
  [[nodiscard]] Eigen::MatrixXd information() const {
    const Eigen::SparseMatrix<double> sparse = rows.sparseView();
    return Eigen::SparseMatrix<double>(sparse.transpose() * sparse).toDense();
  }
  /// What is missing to the target; a step d of g changes it by -rows d.
  [[nodiscard]] Eigen::VectorXd residual(const Eigen::VectorXd& g) const {
    Eigen::VectorXd r = -(rows * g);
    if (target.size() > 0) r += target;
    return r;
  }
};

}  // namespace fiducia

#pragma once

#include <algorithm>
#include <vector>

#include "fiducia/camera/model.h"
#include "fiducia/core/lanes.h"
#include "fiducia/solve/column_products.h"
#include "fiducia/solve/effect_path.h"

namespace fiducia {

/// The columns of a frame's equations, each with the rows of u, then those of v. What the model writes by itself comes
/// first: its derivatives to the parameters; the pixel stands in the last column, where the residual will be.
class EffectColumns {
 public:
  EffectColumns(Eigen::Index corners, Eigen::Index width)
      : corners_(corners),
        stride_((corners + Lanes::kCount - 1) / Lanes::kCount * Lanes::kCount),
        all_(2 * stride_, width),
        by_point_(2 * stride_, 3) {}

  /// The first columns and the last one; false where the model cannot project one of the points. The other columns are
  /// to be set corner by corner.
  bool project(const Model& model, const double* theta, const std::vector<EffectPath>& paths) {
    Eigen::MatrixXd xyz(stride_, 3);
    for (Eigen::Index i = 0; i < stride_; ++i) {
      xyz.row(i) = paths[std::min(static_cast<std::size_t>(i), paths.size() - 1)].point;
    }
    return model.linearize(theta, static_cast<int>(stride_), xyz.col(0).data(), xyz.col(1).data(), xyz.col(2).data(),
                           {all_.rightCols<1>().data(), all_.data(), by_point_.data(), static_cast<int>(stride_)});
  }

  [[nodiscard]] Vector2 pixel(Eigen::Index i) const {
    return {all_(i, all_.cols() - 1), all_(stride_ + i, all_.cols() - 1)};
  }
  /// d pixel / d point of the lens.
  [[nodiscard]] Eigen::Matrix<double, 2, 3> by_point(Eigen::Index i) const {
    Eigen::Matrix<double, 2, 3> result;
    result.row(0) = by_point_.row(i);
    result.row(1) = by_point_.row(stride_ + i);
    return result;
  }

  /// Two rows of a corner, from a column on.
  template <class Derived>
  void set(Eigen::Index i, Eigen::Index first, const Eigen::MatrixBase<Derived>& two_rows) {
    const auto rows = two_rows.eval();
    for (Eigen::Index c = 0; c < rows.cols(); ++c) {
      all_(i, first + c) = rows(0, c);
      all_(stride_ + i, first + c) = rows(1, c);
    }
  }
  void scale(Eigen::Index first, Eigen::Index count, double factor) { all_.middleCols(first, count) *= factor; }
  void add_to_u(Eigen::Index column, double x) { all_.col(column).head(corners_).array() += x; }
  void add_to_v(Eigen::Index column, double x) { all_.col(column).segment(stride_, corners_).array() += x; }
  void scale_corner(Eigen::Index i, double factor) {
    if (factor == 1) return;
    all_.row(i) *= factor;
    all_.row(stride_ + i) *= factor;
  }
  /// What stands behind the last corner counts nothing.
  void clear_padding() {
    all_.middleRows(corners_, stride_ - corners_).setZero();
    all_.bottomRows(stride_ - corners_).setZero();
  }

  void add_products(Eigen::MatrixXd* product) const {
    std::vector<const double*> columns;
    std::vector<int> every;
    for (int c = 0; c < all_.cols(); ++c) {
      columns.push_back(all_.col(c).data());
      every.push_back(c);
    }
    add_column_products(columns.data(), every, every, static_cast<int>(2 * stride_), product->data(),
                        static_cast<int>(all_.cols()));
  }
  /// The rows of u and v of a corner beside each other, as many as there are.
  void copy_rows(Eigen::MatrixXd* rows) const {
    for (Eigen::Index i = 0; i < corners_; ++i) {
      rows->row(2 * i) = all_.row(i);
      rows->row(2 * i + 1) = all_.row(stride_ + i);
    }
  }

 private:
  Eigen::Index corners_;
  Eigen::Index stride_;
  Eigen::MatrixXd all_;
  Eigen::MatrixXd by_point_;
};

}  // namespace fiducia

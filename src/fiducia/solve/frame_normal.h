#pragma once

#include <functional>
#include <vector>

#include "fiducia/camera/model.h"
#include "fiducia/core/pose.h"
#include "fiducia/solve/corner_arrays.h"
#include "fiducia/solve/loss.h"

namespace fiducia {

/// Builds a frame's normal equations J'J for the columns [intrinsics | rotation 3 | translation 3 | residual],
/// rows multiplied by their corners' weights and sqrt(rho'): one symmetric matrix that holds F'F, F'E, E'E, F'r, E'r
/// and r'r at once.
class FrameNormal {
 public:
  /// free_parameters: which intrinsics are unknowns, in their order; the others get no column.
  FrameNormal(const Model& model, std::vector<int> free_parameters);
  /// All intrinsics are unknowns.
  explicit FrameNormal(const Model& model);

  [[nodiscard]] int parameter_count() const { return static_cast<int>(free_.size()); }
  [[nodiscard]] int size() const { return parameter_count() + 7; }

  /// Sees the weighted columns of a block of corners: columns[c][i] and columns[c][padded + i] are the rows of u and v
  /// of corner i in column c.
  using BlockVisitor = std::function<void(const CornerArrays::Block& block, const double* const* columns)>;

  /// Writes the size() x size() matrix and the cost sum of rho, of weighted residuals. False where a corner is not
  /// computable.
  bool build(const double* theta, const Pose& pose, const CornerArrays& corners, const Loss& loss, double* normal,
             double* cost, const BlockVisitor& visit = {}) const;

 private:
  /// The model's columns in the buffer: none where none of them is an unknown, and there are many.
  [[nodiscard]] int model_columns() const {
    return free_.empty() && model_->size() > ProjectionColumns::kMostAlwaysWanted ? 0 : model_->size();
  }
  void add_block(const CornerArrays::Block& block, const Loss& loss, double* buffer, double* normal, double* cost,
                 const BlockVisitor& visit) const;

  const Model* model_;
  std::vector<int> free_;
  std::vector<int> u_only_;  ///< columns that are zero in the rows of v
  std::vector<int> v_only_;
  std::vector<int> both_;
};

}  // namespace fiducia

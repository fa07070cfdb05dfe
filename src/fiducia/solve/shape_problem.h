#pragma once

#include <vector>

#include "fiducia/solve/frame_normal.h"
#include "fiducia/solve/frame_problem.h"
#include "fiducia/solve/loss.h"
#include "fiducia/solve/target_shape.h"

namespace fiducia {

/// The calibration of one camera together with the shape of its target: g = [intrinsics | shape].
///
/// A corner touches three numbers of a free shape only, so a frame's normal equations are put together from the
/// camera's (as in CameraProblem) and, for each corner, the products of its own three columns.
class ShapeProblem final : public FrameProblem {
 public:
  /// All are kept by reference; weights: as many as frames, or none for ones.
  ShapeProblem(const Model& model, const ShapeBasis& basis, const std::vector<const Frame*>& frames,
               const std::vector<double>& weights, Loss loss);

  [[nodiscard]] int global_size() const override { return normal_.parameter_count() + basis_.size(); }
  [[nodiscard]] int degrees_of_freedom() const override {
    return normal_.parameter_count() + basis_.degrees_of_freedom();
  }
  [[nodiscard]] int frame_count() const override { return static_cast<int>(frames_.size()); }
  [[nodiscard]] double weight(int frame) const override {
    return weights_.empty() ? 1 : weights_[static_cast<std::size_t>(frame)];
  }
  [[nodiscard]] double residual_count() const override { return residual_count_; }
  bool linearize(const Eigen::VectorXd& g, int frame, const Pose& pose, double* normal, double* cost) const override;

 private:
  const ShapeBasis& basis_;
  FrameNormal normal_;
  const std::vector<const Frame*>& frames_;
  const std::vector<double>& weights_;
  Loss loss_;
  double residual_count_ = 0;
  Eigen::MatrixXd gauge_;  // what holds the freedoms of a free shape, as squares of pixels
};

}  // namespace fiducia

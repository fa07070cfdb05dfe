#pragma once

#include <vector>

#include "fiducia/solve/frame_normal.h"
#include "fiducia/solve/frame_problem.h"
#include "fiducia/solve/loss.h"
#include "fiducia/solve/target_shape.h"

namespace fiducia {

/// The calibration of one camera together with the shape of its target: g = [intrinsics | shape].
///
/// A corner touches every number of a smooth warp, which are dense parameters as the intrinsics are, and the three
/// coordinates of its own point where the shape is free.
class ShapeProblem final : public FrameProblem {
 public:
  /// All are kept by reference; weights: as many as frames, or none for ones.
  ShapeProblem(const Model& model, const ShapeBasis& basis, const std::vector<const Frame*>& frames,
               const std::vector<double>& weights, Loss loss);

  [[nodiscard]] int dense_size() const override { return normal_.parameter_count() + (free() ? 0 : basis_.size()); }
  [[nodiscard]] int point_count() const override { return free() ? basis_.size() / 3 : 0; }
  [[nodiscard]] int degrees_of_freedom() const override {
    return normal_.parameter_count() + basis_.degrees_of_freedom();
  }
  [[nodiscard]] int frame_count() const override { return static_cast<int>(frames_.size()); }
  [[nodiscard]] double weight(int frame) const override {
    return weights_.empty() ? 1 : weights_[static_cast<std::size_t>(frame)];
  }
  [[nodiscard]] double residual_count() const override { return residual_count_; }
  [[nodiscard]] Prior prior() const override { return gauge_; }
  bool linearize(const Eigen::VectorXd& g, int frame, const FrameState& state, FrameLinearization* out) const override;

 private:
  [[nodiscard]] bool free() const { return basis_.shape() == TargetShape::kFree; }
  bool linearize_warp(const Eigen::VectorXd& g, const Frame& seen, const Pose& pose, FrameLinearization* out) const;
  bool linearize_free(const Eigen::VectorXd& g, const Frame& seen, const Pose& pose, FrameLinearization* out) const;

  const ShapeBasis& basis_;
  FrameNormal normal_;
  const std::vector<const Frame*>& frames_;
  const std::vector<double>& weights_;
  Loss loss_;
  double residual_count_ = 0;
  Prior gauge_;  // what holds the freedoms of a free shape
};

}  // namespace fiducia

#pragma once

#include <vector>

#include "fiducia/solve/corner_arrays.h"
#include "fiducia/solve/frame_normal.h"
#include "fiducia/solve/frame_problem.h"
#include "fiducia/solve/loss.h"

namespace fiducia {

/// The calibration of one camera with a known target: g = its intrinsics.
class CameraProblem final : public FrameProblem {
 public:
  /// frames: the corners of each frame; weights: as many, or none for ones. Both are kept by reference.
  CameraProblem(const Model& model, const std::vector<CornerArrays>& frames, const std::vector<double>& weights,
                Loss loss);

  [[nodiscard]] int dense_size() const override { return normal_.parameter_count(); }
  [[nodiscard]] int frame_count() const override { return static_cast<int>(frames_.size()); }
  [[nodiscard]] double weight(int frame) const override {
    return weights_.empty() ? 1 : weights_[static_cast<std::size_t>(frame)];
  }
  [[nodiscard]] double residual_count() const override { return residual_count_; }
  bool linearize(const Eigen::VectorXd& g, int frame, const FrameState& state, FrameLinearization* out) const override {
    out->product.resize(normal_.size(), normal_.size());
    return normal_.build(g.data(), state.camera_from_target, frames_[static_cast<std::size_t>(frame)], loss_,
                         out->product.data(), &out->cost);
  }

 private:
  FrameNormal normal_;
  const std::vector<CornerArrays>& frames_;
  const std::vector<double>& weights_;
  Loss loss_;
  double residual_count_ = 0;
};

}  // namespace fiducia

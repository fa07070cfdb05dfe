#pragma once

#include <vector>

#include "fiducia/camera/spline.h"
#include "fiducia/solve/frame_problem.h"
#include "fiducia/solve/loss.h"
#include "fiducia/solve/target_shape.h"

namespace fiducia {

/// The calibration of a camera with a splined lens, with the target as given or with its shape: g = [intrinsics |
/// shape]. A corner touches the knots around it and the numbers of its own place on the target, so that all of them are
/// scattered; f and c, the only dense ones, are held by the prior.
class SplineProblem final : public FrameProblem {
 public:
  /// All are kept by reference; weights: as many as frames, or none for ones. g: what the prior holds on to.
  SplineProblem(const SplineModel& model, const ShapeBasis& basis, const std::vector<const Frame*>& frames,
                const std::vector<double>& weights, Loss loss, const Eigen::VectorXd& g);

  [[nodiscard]] int dense_size() const override { return SplineModel::kHeld; }
  [[nodiscard]] int scattered_size() const override { return model_.size() - SplineModel::kHeld + basis_.size(); }
  [[nodiscard]] int degrees_of_freedom() const override {
    return model_.size() - SplineModel::kHeld - 3 + basis_.degrees_of_freedom();
  }
  [[nodiscard]] int frame_count() const override { return static_cast<int>(frames_.size()); }
  [[nodiscard]] double weight(int frame) const override {
    return weights_.empty() ? 1 : weights_[static_cast<std::size_t>(frame)];
  }
  [[nodiscard]] double residual_count() const override { return residual_count_; }
  [[nodiscard]] Prior prior() const override { return prior_; }
  bool linearize(const Eigen::VectorXd& g, int frame, const FrameState& state, FrameLinearization* out) const override;

 private:
  const SplineModel& model_;
  const ShapeBasis& basis_;
  const std::vector<const Frame*>& frames_;
  const std::vector<double>& weights_;
  Loss loss_;
  double residual_count_ = 0;
  Prior prior_;
};

}  // namespace fiducia

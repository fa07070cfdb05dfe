#pragma once

#include <vector>

#include "fiducia/solve/effect_layout.h"
#include "fiducia/solve/frame_problem.h"
#include "fiducia/solve/loss.h"
#include "fiducia/solve/target_shape.h"

namespace fiducia {

/// With effects, the knots of a splined lens are treated as dense parameters: more would take time and memory.
inline constexpr int kMostKnotsWithEffects = 200;
[[nodiscard]] bool can_have_effects(const Model& model);

/// How the calibration of a camera with effects is posed: everything is kept by reference.
struct EffectSetup {
  const Model& model;
  ImageSize image_size;
  const ShapeBasis& basis;  ///< of the target; also where it is known
  const EffectLayout& layout;
  const std::vector<const Frame*>& frames;
  const std::vector<double>& weights;  ///< as many as frames, or none for ones
  Loss loss = Loss::none();
  Eigen::VectorXd lens = {};  ///< what the prior of a splined lens holds on to; empty: there is none
  /// Over whose corners a bend of the target has root mean square 1; empty: over those of `frames`. Cameras that share
  /// a bend share this.
  std::vector<const Frame*> bend_frames = {};
};

/// The calibration of one camera with effects that act in single frames, or with the distance:
/// g = [intrinsics | common unknowns of effects | the target's shape], local = [pose | effects].
///
/// A frame's effects are drawn from a distribution about zero: each number e with its own width adds (stiffness e)^2 to
/// the cost, stiffness = sigma / width. That holds what the camera could take over as well (the mean of all focal
/// lengths is the camera's) and costs only as much certainty as the effect is large. The term belongs to the frame: it
/// comes and goes with it.
///
/// The place in the readout is that of the corner as it was seen, so that nothing is implicit.
class EffectProblem final : public FrameProblem {
 public:
  explicit EffectProblem(const EffectSetup& setup);

  /// px per unit, one per unknown of a frame's effects.
  void set_stiffness(Eigen::VectorXd stiffness) { stiffness_ = std::move(stiffness); }
  [[nodiscard]] const Eigen::VectorXd& stiffness() const { return stiffness_; }

  [[nodiscard]] int dense_size() const override { return common_end() + (free() ? 0 : setup_.basis.size()); }
  [[nodiscard]] int point_count() const override { return free() ? setup_.basis.size() / 3 : 0; }
  [[nodiscard]] int degrees_of_freedom() const override;
  [[nodiscard]] int frame_count() const override { return static_cast<int>(setup_.frames.size()); }
  [[nodiscard]] int local_size(int /*frame*/) const override { return kPoseSize + setup_.layout.frame_size(); }
  [[nodiscard]] double weight(int frame) const override {
    return setup_.weights.empty() ? 1 : setup_.weights[static_cast<std::size_t>(frame)];
  }
  [[nodiscard]] double residual_count() const override { return residual_count_; }
  [[nodiscard]] Prior prior() const override { return prior_; }
  bool linearize(const Eigen::VectorXd& g, int frame, const FrameState& state, FrameLinearization* out) const override;

  /// Where the corners of a frame would have been seen without the effects: each moved by what they do to its
  /// projection. A plain camera leaves the same residuals there as this problem does on what was seen.
  [[nodiscard]] std::vector<Corner> undisturbed(const Eigen::VectorXd& g, int frame, const FrameState& state) const;

 private:
  [[nodiscard]] bool free() const { return setup_.basis.shape() == TargetShape::kFree; }
  [[nodiscard]] int common_end() const { return setup_.model.size() + setup_.layout.common_size(); }
  [[nodiscard]] Eigen::Index rows_of_stiffness() const;
  [[nodiscard]] std::vector<Vector3> points_at(const Eigen::VectorXd& g) const;
  void add_stiffness(const Eigen::VectorXd& effects, Eigen::Index first_row, FrameLinearization* out) const;

  EffectSetup setup_;
  Eigen::MatrixXd bends_;  // heights of a frame's bend, one row per corner id
  Eigen::VectorXd stiffness_;
  double residual_count_ = 0;
  Prior prior_;
};

/// Heights over a target's plane of second degree, each of root mean square 1 over the corners that are seen: one row
/// per corner id, three columns (zero where a board of two rows has fewer).
[[nodiscard]] Eigen::MatrixXd bend_heights(const std::vector<Vector3>& points, const std::vector<const Frame*>& frames);

}  // namespace fiducia

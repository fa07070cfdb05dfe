#pragma once

#include <memory>
#include <vector>

#include "fiducia/solve/frame_problem.h"
#include "fiducia/solve/rig_layout.h"

namespace fiducia {

/// The part of a rig's problem that one camera is: its frames as a problem of their own, with g_c = [intrinsics, common
/// effects | shape] and local = [pose | effects].
struct RigCameraProblem {
  const FrameProblem& problem;
  std::vector<int> frames = {};  ///< its frame at each instant; -1: it does not see the target
};

/// The calibration of several cameras that are fixed to each other (docs/method.md 14). It composes the problems of the
/// single cameras: at every instant each of them is linearized where the rig puts the target, and its derivatives to
/// its own pose become derivatives to camera_from_rig and rig_from_target.
///
///     g as RigLayout has it,
///     local = [rig_from_target | effects that the cameras share | those of each camera that sees the target]
///
/// What they share (a bend of the target) stands first among each camera's own effects, and is held once, whoever sees
/// it: the cameras' own problems are to leave it alone (a stiffness of zero).
///
/// FrameState::camera_from_target is rig_from_target here.
class RigProblem final : public FrameProblem {
 public:
  /// prior: about the whole of g, once: what holds a free shape and splined lenses. degrees_of_freedom: numbers of g
  /// that mean something.
  RigProblem(RigLayout layout, std::vector<RigCameraProblem> cameras, Prior prior, int degrees_of_freedom,
             int shared_effects = 0);

  /// px per unit, one per unknown that the cameras share; zero at first.
  void set_shared_stiffness(Eigen::VectorXd stiffness) { shared_stiffness_ = std::move(stiffness); }
  [[nodiscard]] const Eigen::VectorXd& shared_stiffness() const { return shared_stiffness_; }
  [[nodiscard]] int shared_effects() const { return static_cast<int>(shared_stiffness_.size()); }

  [[nodiscard]] const RigLayout& layout() const { return layout_; }
  [[nodiscard]] int dense_size() const override { return layout_.global_size() - 3 * point_count(); }
  [[nodiscard]] int point_count() const override { return cameras_.front().problem.point_count(); }
  [[nodiscard]] int degrees_of_freedom() const override { return degrees_of_freedom_; }
  [[nodiscard]] int frame_count() const override { return static_cast<int>(cameras_.front().frames.size()); }
  [[nodiscard]] int local_size(int instant) const override;
  [[nodiscard]] double weight(int /*instant*/) const override { return 1; }
  [[nodiscard]] double residual_count() const override;
  [[nodiscard]] Prior prior() const override { return prior_; }
  bool linearize(const Eigen::VectorXd& g, int instant, const FrameState& state,
                 FrameLinearization* out) const override;
  [[nodiscard]] Eigen::VectorXd moved(const Eigen::VectorXd& g, const Eigen::VectorXd& step) const override {
    return layout_.moved(g, step);
  }

  /// g of one camera's own problem.
  [[nodiscard]] Eigen::VectorXd camera_global(const Eigen::VectorXd& g, std::size_t camera) const;
  /// The state of one camera's own problem at an instant that it sees.
  [[nodiscard]] FrameState camera_state(const Eigen::VectorXd& g, const FrameState& state, int instant,
                                        std::size_t camera) const;

 private:
  /// A camera's own, beside those that are shared.
  [[nodiscard]] int effects_of(std::size_t camera, int instant) const;
  /// Where a camera's own effects begin among those of the instant.
  [[nodiscard]] int first_effect(std::size_t camera, int instant) const;

  RigLayout layout_;
  std::vector<RigCameraProblem> cameras_;
  Prior prior_;
  int degrees_of_freedom_;
  Eigen::VectorXd shared_stiffness_;
};

}  // namespace fiducia

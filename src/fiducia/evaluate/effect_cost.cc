#include "fiducia/evaluate/effect_cost.h"

#include <optional>

#include "fiducia/solve/effect_problem.h"
#include "fiducia/solve/inverse_information.h"

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// s_j of one frame of a calibration.
std::optional<VectorXd> reduced_gradient(const EffectProblem& problem, const VectorXd& g, int frame,
                                         const FrameState& state) {
  FrameLinearization linearized;
  if (!problem.linearize(g, frame, state, &linearized)) return std::nullopt;
  return FrameInformation::from_linearization(linearized, problem.global_size(), problem.local_size(frame)).s();
}

}  // namespace

double expected_effect_cost(const Calibration& without, const Calibration& with, Effect effect,
                            const Eigen::MatrixXd& H) {
  const std::vector<double> weights = frame_weights(without);
  const std::optional<InverseInformation> inverse = InverseInformation::of(without.information, weights);
  if (!inverse) return 0;
  std::vector<Frame> shown;  // copies: their corners are displaced and put back
  for (const FrameFit& frame : without.frames) shown.push_back(without.observations->frames[frame.index]);
  std::vector<const Frame*> frames;
  for (const Frame& frame : shown) frames.push_back(&frame);
  const ShapeBasis planar(TargetShape::kPlanar, target_points(without), frames);
  const ShapeBasis& basis = without.target.basis.size() > 0 ? without.target.basis : planar;
  const VectorXd g = without.global_parameters();
  const VectorXd lens = g.head(without.model->size());
  EffectProblem lean({*without.model, without.observations->image_size, basis, without.effects.layout, frames, weights,
                      without.loss, lens});
  lean.set_stiffness(without.effects.stiffness);

  // The effect alone, at the same camera and target: how far it displaces corners.
  const EffectLayout alone({effect});
  const EffectProblem disturbed(
      {*without.model, without.observations->image_size, basis, alone, frames, weights, without.loss, lens});
  const VectorXd width = with.effects.width.segment(with.effects.layout.first_of(effect), frame_unknowns(effect));
  VectorXd at = VectorXd::Zero(disturbed.global_size());
  at.head(without.model->size()) = g.head(without.model->size());
  at.tail(basis.size()) = g.tail(basis.size());

  double sum = 0;
  for (std::size_t j = 0; j < shown.size(); ++j) {
    const int frame = static_cast<int>(j);
    FrameState state{without.frames[j].camera_from_target};
    if (!without.effects.empty()) state.effects = without.effects.frames[j];
    const std::optional<VectorXd> before = reduced_gradient(lean, g, frame, state);
    if (!before) continue;
    const std::vector<Corner> seen = shown[j].corners;
    for (Index i = 0; i < width.size(); ++i) {
      FrameState moved{state.camera_from_target, VectorXd::Zero(width.size())};
      moved.effects[i] = width[i];
      const std::vector<Corner> undisturbed = disturbed.undisturbed(at, frame, moved);
      for (std::size_t c = 0; c < seen.size(); ++c) {
        shown[j].corners[c].pixel = 2 * seen[c].pixel - undisturbed[c].pixel;
      }
      const std::optional<VectorXd> after = reduced_gradient(lean, g, frame, state);
      shown[j].corners = seen;
      if (!after) continue;
      const VectorXd shift = weights[j] * inverse->times(*after - *before).col(0).head(H.rows());
      sum += shift.dot(H * shift);
    }
  }
  return sum;
}

}  // namespace fiducia

#include "fiducia/evaluate/target_move_gain.h"

#include <Eigen/Cholesky>
#include <cmath>

#include "fiducia/camera/spline.h"
#include "fiducia/core/parallel.h"
#include "fiducia/solve/effect_problem.h"

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// How far a least-squares cost falls: s' S^-1 s.
std::optional<double> fall(const MatrixXd& S, const VectorXd& s) {
  const VectorXd scale = S.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  const VectorXd scaled = scale.cwiseProduct(s);
  const Eigen::LLT<MatrixXd> root(scale.asDiagonal() * S * scale.asDiagonal());
  if (root.info() != Eigen::Success) return std::nullopt;
  return scaled.dot(root.solve(scaled));
}

}  // namespace

std::optional<double> target_move_gain(const Calibration& calibration, const std::vector<Vector3>& moves, int threads) {
  if (as_spline(*calibration.model) != nullptr) return std::nullopt;
  std::vector<const Frame*> frames;
  for (const FrameFit& frame : calibration.frames) frames.push_back(&calibration.observations->frames[frame.index]);
  const std::vector<double> weights = frame_weights(calibration);
  const EffectFit& effects = calibration.effects;
  const ShapeBasis basis(TargetShape::kFree, target_points(calibration), frames);
  const std::vector<double>& parameters = calibration.camera->parameters();
  const VectorXd lens = Eigen::Map<const VectorXd>(parameters.data(), static_cast<Index>(parameters.size()));
  EffectProblem problem({*calibration.model, calibration.observations->image_size, basis, effects.layout, frames,
                         weights, calibration.loss, lens});
  if (effects.stiffness.size() > 0) problem.set_stiffness(effects.stiffness);
  const Index global = problem.global_size();
  const Index common = global - basis.size();  // of lens and effects
  VectorXd g = VectorXd::Zero(global);
  g.head(lens.size()) = lens;
  if (effects.common.size() > 0) g.segment(lens.size(), effects.common.size()) = effects.common;
  MatrixXd columns = MatrixXd::Zero(global, common + 1);
  columns.topLeftCorner(common, common).setIdentity();
  for (int id = 0; id < static_cast<int>(basis.corner_count()); ++id) {
    const int first = basis.first_of(id);
    if (first >= 0) columns.block<3, 1>(common + first, common) = moves[static_cast<std::size_t>(id)];
  }

  std::vector<MatrixXd> squares(frames.size());
  std::vector<VectorXd> gradients(frames.size());
  std::vector<char> seen(frames.size(), 0);
  parallel_for(frames.size(), threads, [&](std::size_t j) {
    FrameLinearization linearized;
    const int frame = static_cast<int>(j);
    const VectorXd amounts = effects.frames.empty() ? VectorXd() : effects.frames[j];
    if (!problem.linearize(g, frame, {calibration.frames[j].camera_from_target, amounts}, &linearized)) return;
    const FrameInformation says = FrameInformation::from_linearization(linearized, global, problem.local_size(frame));
    const MatrixXd R = says.times(columns);
    squares[j] = weights[j] * R.transpose() * R;
    gradients[j] = weights[j] * R.transpose() * says.q();
    seen[j] = 1;
  });
  MatrixXd S = MatrixXd::Zero(common + 1, common + 1);
  VectorXd s = VectorXd::Zero(common + 1);
  for (std::size_t j = 0; j < frames.size(); ++j) {
    if (seen[j] == 0) return std::nullopt;
    S += squares[j];
    s += gradients[j];
  }
  const std::optional<double> with = fall(S, s);
  const std::optional<double> without = fall(S.topLeftCorner(common, common), s.head(common));
  if (!with || !without) return std::nullopt;
  return *with - *without;
}

}  // namespace fiducia

#include "fiducia/solve/rig_fit.h"

#include <algorithm>
#include <cmath>

#include "fiducia/camera/spline.h"
#include "fiducia/solve/camera_problem.h"
#include "fiducia/solve/fit_effects.h"
#include "fiducia/solve/shape_gauge.h"
#include "fiducia/solve/shape_problem.h"
#include "fiducia/solve/spline_prior.h"

namespace fiducia {
namespace {

/// Adds what is known of one camera's intrinsics, which begin at `first`, to what is known of all.
void add_at(Eigen::Index first, const Prior& own, Prior* all, Eigen::Index global_size) {
  const Eigen::Index before = all->rows.rows();
  const Eigen::Index more = own.rows.rows();
  Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(before + more, global_size);
  Eigen::VectorXd target = Eigen::VectorXd::Zero(before + more);
  if (before > 0) rows.topRows(before) = all->rows;
  if (all->target.size() > 0) target.head(before) = all->target;
  rows.block(before, first, more, own.rows.cols()) = own.rows;
  if (own.target.size() > 0) target.tail(more) = own.target;
  *all = {std::move(rows), std::move(target)};
}

/// Of every camera's own: the bend of a target is the first effect of a layout that has it.
int shared_by_cameras(const EffectLayout& layout) {
  return layout.has(Effect::kTargetBend) ? frame_unknowns(Effect::kTargetBend) : 0;
}

/// What the cameras by themselves found of it, together: the widths, and the noise that they were found with.
double pool_shared(const std::vector<LoneCamera>& lone, int count, SharedEffects* shared) {
  Eigen::VectorXd squares = Eigen::VectorXd::Zero(count);
  double noise = 0;
  for (const LoneCamera& one : lone) {
    const Eigen::VectorXd width = one.effects.width.head(count);
    squares += width.cwiseAbs2();
    noise += width.cwiseProduct(one.effects.stiffness.head(count)).cwiseAbs2().mean();
  }
  shared->width = (squares / static_cast<double>(lone.size())).cwiseSqrt();
  return std::sqrt(noise / static_cast<double>(lone.size()));
}

}  // namespace

std::vector<const Frame*> RigViews::all_frames() const {
  std::vector<const Frame*> all;
  for (const auto& own : frames) all.insert(all.end(), own.begin(), own.end());
  return all;
}

RigFit::RigFit(const RigObservations& observations, const std::vector<const Model*>& models,
               const RigCalibrateOptions& options, const std::vector<LoneCamera>& lone, const RigViews& views)
    : views_(views),
      layout_(options.effects),
      basis_(options.target_shape, observations.target.points, views.all_frames()) {
  const std::size_t count = models.size();
  const int shared = shared_by_cameras(layout_);
  arrays_.resize(count);
  std::vector<int> sizes;
  std::vector<RigCameraProblem> cameras;
  for (std::size_t c = 0; c < count; ++c) {
    sizes.push_back(models[c]->size() + layout_.common_size());
    const std::vector<const Frame*>& frames = views.frames[c];
    if (!layout_.empty() || as_spline(*models[c]) != nullptr) {  // which has the knots as dense columns
      EffectSetup setup{*models[c],  observations.cameras[c].image_size, basis_, layout_, frames, no_weights_,
                        options.loss};
      if (shared > 0) {
        setup.bend_frames = views.all_frames();
        widest_shared_ = widest_spread(setup).head(shared);
      }
      auto part = std::make_unique<EffectProblem>(setup);
      if (!layout_.empty()) {
        Eigen::VectorXd stiffness = lone[c].effects.stiffness;
        stiffness.head(shared).setZero();  // held once for all cameras
        part->set_stiffness(std::move(stiffness));
      }
      parts_.push_back(std::move(part));
    } else if (basis_.size() > 0) {
      parts_.push_back(std::make_unique<ShapeProblem>(*models[c], basis_, frames, no_weights_, options.loss));
    } else {
      for (const Frame* frame : frames) arrays_[c].emplace_back(frame->corners, observations.target.points);
      parts_.push_back(std::make_unique<CameraProblem>(*models[c], arrays_[c], no_weights_, options.loss));
    }
    cameras.push_back({*parts_.back(), views.frame_of_instant[c]});
  }
  const RigLayout layout(std::move(sizes), basis_.size());
  Prior prior = shape_gauge(basis_, views.all_frames(), no_weights_, layout.global_size());
  int freedom = layout.shape_first + basis_.degrees_of_freedom();
  for (std::size_t c = 0; c < count; ++c) {
    const SplineModel* spline = as_spline(*models[c]);
    if (spline == nullptr) continue;
    const auto theta = Eigen::Map<const Eigen::VectorXd>(lone[c].parameters.data(), spline->size());
    add_at(layout.first[c], spline_prior(*spline, theta, views.frames[c], no_weights_, {}, spline->size()), &prior,
           layout.global_size());
    freedom -= SplineModel::kHeld + 3;  // f, c and a rotation are held
  }
  problem_ = std::make_unique<RigProblem>(layout, std::move(cameras), std::move(prior), freedom, shared);
  if (shared > 0) shared_noise_px_ = pool_shared(lone, shared, &shared_);
}

FrameSolution RigFit::solve(Eigen::VectorXd g, std::vector<FrameState> states, const FrameSolverOptions& options) {
  if (shared_.size() == 0) return solve_frames(*problem_, std::move(g), std::move(states), options);
  return solve_with_shared(problem_.get(), std::move(g), std::move(states), shared_noise_px_, widest_shared_, options,
                           &shared_);
}

Eigen::VectorXd RigFit::initial(const std::vector<LoneCamera>& lone, const std::vector<Pose>& camera_from_rig) const {
  const RigLayout& where = problem_->layout();
  Eigen::VectorXd g = Eigen::VectorXd::Zero(where.global_size());
  for (std::size_t c = 0; c < lone.size(); ++c) {
    const auto count = static_cast<Eigen::Index>(lone[c].parameters.size());
    g.segment(where.first[c], count) = Eigen::Map<const Eigen::VectorXd>(lone[c].parameters.data(), count);
    g.segment(where.first[c] + count, lone[c].effects.common.size()) = lone[c].effects.common;
    if (c > 0) where.set_pose(c, camera_from_rig[c], &g);
  }
  return g;
}

FrameState RigFit::initial_state(std::size_t used_instant, const Pose& rig_from_target,
                                 const std::vector<LoneCamera>& lone) const {
  FrameState state{rig_from_target,
                   Eigen::VectorXd::Zero(problem_->local_size(static_cast<int>(used_instant)) - kPoseSize)};
  const Eigen::Index shared = problem_->shared_effects();
  const Eigen::Index alone = layout_.frame_size() - shared;
  Eigen::Index next = shared;
  double sharing = 0;
  for (std::size_t c = 0; c < lone.size() && layout_.frame_size() > 0; ++c) {
    if (views_.frame_of_instant[c][used_instant] < 0) continue;
    const auto& known = lone[c].used_instants;
    const auto found = std::find(known.begin(), known.end(), views_.instants[used_instant]);
    if (found != known.end()) {
      const Eigen::VectorXd& own = lone[c].effects.frames[static_cast<std::size_t>(found - known.begin())];
      state.effects.head(shared) += own.head(shared);
      state.effects.segment(next, alone) = own.tail(alone);
      ++sharing;
    }
    next += alone;
  }
  if (sharing > 0) state.effects.head(shared) /= sharing;
  return state;
}

std::vector<Corner> RigFit::corners(const FrameSolution& solution, std::size_t camera, std::size_t used_instant) const {
  const int frame = views_.frame_of_instant[camera][used_instant];
  const Frame& seen = *views_.frames[camera][static_cast<std::size_t>(frame)];
  if (layout_.empty()) return seen.corners;
  const auto instant = static_cast<int>(used_instant);
  const auto& part = static_cast<const EffectProblem&>(*parts_[camera]);
  return part.undisturbed(problem_->camera_global(solution.g, camera), frame,
                          problem_->camera_state(solution.g, solution.states[used_instant], instant, camera));
}

}  // namespace fiducia

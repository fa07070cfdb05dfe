#include "fiducia/solve/start/initial_values.h"

#include <algorithm>
#include <cmath>

#include "fiducia/camera/registry.h"
#include "fiducia/solve/refine_pose.h"
#include "fiducia/solve/start/candidates.h"
#include "fiducia/solve/start/mirrored_pose.h"
#include "fiducia/solve/start/ray_pose.h"

namespace fiducia {
namespace {

constexpr PoseFitOptions kPosing = {.max_iterations = 15, .tolerance = 0.1};
constexpr std::size_t kMostMatches = 40;
constexpr double kAmbiguous = 5;  // RMSE of a mirrored pose over that of the pose

/// The i-th of a sequence that is spread evenly over [0, count) and falls into step with no row or column of a board.
std::size_t scattered(std::size_t i, std::size_t count) {
  const double turns = 0.6180339887498949 * static_cast<double>(i);
  return static_cast<std::size_t>((turns - std::floor(turns)) * static_cast<double>(count));
}

std::size_t posed(const std::vector<InitialPose>& frames) {
  return static_cast<std::size_t>(
      std::count_if(frames.begin(), frames.end(), [](const InitialPose& frame) { return frame.pose.has_value(); }));
}

InitialPose pose_frame(const Model& model, const std::vector<double>& theta, double limit, const InitialValueData& data,
                       const InitialValueFrame& frame) {
  InitialPose initial;
  std::vector<RayMatch> matches;
  const std::vector<Corner>& corners = frame.frame->corners;
  const std::size_t count = std::min(corners.size(), kMostMatches);  // a few of them will do for an initial pose
  for (std::size_t i = 0; i < count; ++i) {
    const Corner& corner = corners[count == corners.size() ? i : scattered(i, corners.size())];
    const auto ray = model.unproject(theta.data(), limit, corner.pixel);
    if (ray) matches.push_back({(*data.points)[static_cast<std::size_t>(corner.id)], *ray});
  }
  const auto pose = pose_from_rays(matches, data.plane);
  if (!pose) {
    initial.reason = "no pose of the target in front of the camera explains its corners; are they in the right order?";
    return initial;
  }
  PoseFit fit = refine_pose(model, theta.data(), *frame.arrays, *pose, kPosing);
  if (!fit.computable) {
    initial.reason = "the model cannot project all of its corners (behind the camera, or beyond the model's field)";
    return initial;
  }
  if (const auto mirrored = mirrored_pose(fit.pose, data.plane)) {
    // Where the view is ambiguous at all, a few steps bring the mirrored pose near; elsewhere it is soon given up.
    const PoseFit quick_fit = refine_pose(model, theta.data(), *frame.arrays, *mirrored, {.max_iterations = 3});
    if (quick_fit.computable && quick_fit.rmse < kAmbiguous * fit.rmse) {
      const PoseFit second = refine_pose(model, theta.data(), *frame.arrays, quick_fit.pose, kPosing);
      if (second.cost < fit.cost) fit = second;
    }
  }
  initial.pose = fit.pose;
  initial.rmse = fit.rmse;
  return initial;
}

/// The initial values of a simpler model, extended by those of the further parameters.
std::vector<InitialEstimate> initial_values_of_simpler(const Model& model, const InitialValueData& data) {
  const std::shared_ptr<const Model> simpler = make_model(model.simpler());
  std::vector<InitialEstimate> estimates = find_initial_values(*simpler, data);
  for (InitialEstimate& initial : estimates) {
    std::vector<double> extended = model.initial_parameters(1, 0, 0);
    for (std::size_t i = 0; i < initial.parameters.size(); ++i) {
      extended[static_cast<std::size_t>(model.index_of(simpler->info().parameters[i].name))] = initial.parameters[i];
    }
    initial.parameters = std::move(extended);
  }
  return estimates;
}

}  // namespace

std::vector<InitialPose> pose_frames(const Model& model, const std::vector<double>& theta,
                                     const InitialValueData& data) {
  const double limit = model.limit(theta.data());
  std::vector<InitialPose> poses;
  for (const InitialValueFrame& frame : data.frames) {
    require_go_on(data.progress);
    poses.push_back(pose_frame(model, theta, limit, data, frame));
  }
  return poses;
}

std::vector<InitialEstimate> find_initial_values(const Model& model, const InitialValueData& data) {
  std::vector<InitialEstimate> estimates;
  if (!model.simpler().empty()) estimates = initial_values_of_simpler(model, data);
  for (const Candidate& candidate : search_candidates(model, data)) {
    InitialEstimate initial{candidate.parameters, pose_frames(model, candidate.parameters, data)};
    if (posed(initial.frames) < initial.frames.size()) {
      // A rich model fitted to a few frames may have a pole where the others are; where it began, it had none.
      std::vector<InitialPose> frames = pose_frames(model, candidate.before, data);
      if (posed(frames) > posed(initial.frames)) initial = {candidate.before, std::move(frames)};
    }
    estimates.push_back(std::move(initial));
  }
  return estimates;
}

}  // namespace fiducia

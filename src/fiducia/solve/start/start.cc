#include "fiducia/solve/start/start.h"

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

std::size_t posed(const std::vector<FrameStart>& frames) {
  return static_cast<std::size_t>(
      std::count_if(frames.begin(), frames.end(), [](const FrameStart& frame) { return frame.pose.has_value(); }));
}

FrameStart pose_frame(const Model& model, const std::vector<double>& theta, double limit, const StartData& data,
                      const StartFrame& frame) {
  FrameStart start;
  std::vector<RayMatch> matches;
  const std::vector<Corner>& corners = frame.frame->corners;
  const std::size_t count = std::min(corners.size(), kMostMatches);  // for a start a few of them will do
  for (std::size_t i = 0; i < count; ++i) {
    const Corner& corner = corners[count == corners.size() ? i : scattered(i, corners.size())];
    const auto ray = model.unproject(theta.data(), limit, corner.pixel);
    if (ray) matches.push_back({(*data.points)[static_cast<std::size_t>(corner.id)], *ray});
  }
  const auto pose = pose_from_rays(matches, data.plane);
  if (!pose) {
    start.reason = "no pose of the target in front of the camera explains its corners; are they in the right order?";
    return start;
  }
  PoseFit fit = refine_pose(model, theta.data(), *frame.arrays, *pose, kPosing);
  if (!fit.computable) {
    start.reason = "the model cannot project all of its corners (behind the camera, or beyond the model's field)";
    return start;
  }
  if (const auto mirrored = mirrored_pose(fit.pose, data.plane)) {
    // Where the view is ambiguous at all, a few steps bring the mirrored pose near; elsewhere it is soon given up.
    const PoseFit glance = refine_pose(model, theta.data(), *frame.arrays, *mirrored, {.max_iterations = 3});
    if (glance.computable && glance.rmse < kAmbiguous * fit.rmse) {
      const PoseFit second = refine_pose(model, theta.data(), *frame.arrays, glance.pose, kPosing);
      if (second.cost < fit.cost) fit = second;
    }
  }
  start.pose = fit.pose;
  start.rmse = fit.rmse;
  return start;
}

/// The starts of a simpler model, with the further parameters at their plain values.
std::vector<Start> simpler_starts(const Model& model, const StartData& data) {
  const std::shared_ptr<const Model> simpler = make_model(model.simpler());
  std::vector<Start> starts = find_starts(*simpler, data);
  for (Start& start : starts) {
    std::vector<double> extended = model.plain(1, 0, 0);
    for (std::size_t i = 0; i < start.parameters.size(); ++i) {
      extended[static_cast<std::size_t>(model.index_of(simpler->info().parameters[i].name))] = start.parameters[i];
    }
    start.parameters = std::move(extended);
  }
  return starts;
}

}  // namespace

std::vector<FrameStart> pose_frames(const Model& model, const std::vector<double>& theta, const StartData& data) {
  const double limit = model.limit(theta.data());
  std::vector<FrameStart> starts;
  for (const StartFrame& frame : data.frames) starts.push_back(pose_frame(model, theta, limit, data, frame));
  return starts;
}

std::vector<Start> find_starts(const Model& model, const StartData& data) {
  std::vector<Start> starts;
  if (!model.simpler().empty()) starts = simpler_starts(model, data);
  for (const Candidate& candidate : search_candidates(model, data)) {
    Start start{candidate.parameters, pose_frames(model, candidate.parameters, data)};
    if (posed(start.frames) < start.frames.size()) {
      // A rich model fitted to a few frames may have a pole where the others are; where it began, it had none.
      std::vector<FrameStart> frames = pose_frames(model, candidate.before, data);
      if (posed(frames) > posed(start.frames)) start = {candidate.before, std::move(frames)};
    }
    starts.push_back(std::move(start));
  }
  return starts;
}

}  // namespace fiducia

#include "fiducia/guide/running_calibration.h"

#include <algorithm>
#include <map>

#include "fiducia/core/statistics.h"
#include "fiducia/solve/start/initial_values.h"

namespace fiducia {
namespace {

/// Up to so many frames a wrong valley can look right.
constexpr std::size_t kUnsettled = 6;
/// A frame whose RMSE is so many times the median's does not agree with what is known.
constexpr double kContradiction = 4;

bool contradicts(const Calibration& calibration) {
  std::vector<double> rmse;
  for (const FrameFit& frame : calibration.frames) rmse.push_back(frame.rmse);
  return !rmse.empty() && rmse.back() > kContradiction * median(rmse);
}

}  // namespace

RunningCalibration::RunningCalibration(Target target, ImageSize image_size, CalibrateOptions options)
    : options_(std::move(options)) {
  options_.initial = {};
  options_.frame_weights.clear();
  calibration_.message = "there are no frames yet";
  calibration_.model = options_.model.shared_model();
  calibration_.observations = std::make_shared<const Observations>(Observations{image_size, std::move(target), {}});
}

std::optional<Calibration> RunningCalibration::from_known(
    const std::shared_ptr<const Observations>& observations) const {
  if (!calibration_.converged() || !calibration_.left_out.empty()) return std::nullopt;
  CalibrateOptions options = options_;
  options.initial.parameters = calibration_.camera->parameters();
  if (options_.target_shape != TargetShape::kPlanar) options.initial.target_points = calibration_.target.points;
  std::map<std::string, Pose> known;
  for (const FrameFit& frame : calibration_.frames) known[frame.name] = frame.camera_from_target;
  const std::vector<Vector3>& points = target_points(calibration_);
  InitialValueData data{observations->image_size, &points, fit_board_plane(points), {}};
  for (const Frame& frame : observations->frames) {
    const auto pose = known.find(frame.name);
    if (pose != known.end()) {
      options.initial.poses.push_back(pose->second);
      continue;
    }
    const CornerArrays arrays(frame.corners, points);
    data.frames = {{&frame, &arrays}};
    const std::vector<InitialPose> placed = pose_frames(options_.model.model(), options.initial.parameters, data);
    if (!placed.front().pose) return std::nullopt;
    options.initial.poses.push_back(*placed.front().pose);
  }
  return calibrate(observations, options);
}

bool RunningCalibration::update(const std::shared_ptr<const Observations>& observations) {
  std::optional<Calibration> next = from_known(observations);
  const bool settled = next && next->converged() && observations->frames.size() > kUnsettled && !contradicts(*next);
  if (!settled) {
    Calibration fresh = calibrate(observations, options_);
    const bool better =
        !next || !next->converged() ||
        (fresh.converged() && fresh.frames.size() >= next->frames.size() && fresh.fit.cost < next->fit.cost);
    if (better) next = std::move(fresh);
  }
  calibration_ = std::move(*next);
  return !settled;
}

FrameUpdate RunningCalibration::add(Frame frame) {
  const std::string name = frame.name;
  Observations extended = observations();
  extended.frames.push_back(std::move(frame));
  validate(extended);
  FrameUpdate result;
  result.from_scratch = update(std::make_shared<const Observations>(std::move(extended)));
  result.reason = calibration_.message;
  for (const LeftOutFrame& left_out : calibration_.left_out) {
    if (left_out.name == name) result.reason = left_out.reason;
  }
  if (!calibration_.frames.empty() && calibration_.frames.back().name == name) {
    result.used = true;
    result.reason.clear();
    result.rmse_px = calibration_.frames.back().rmse;
  }
  return result;
}

bool RunningCalibration::remove(const std::string& name) {
  Observations rest = observations();
  if (std::erase_if(rest.frames, [&](const Frame& frame) { return frame.name == name; }) == 0) return false;
  if (rest.frames.empty()) {
    *this = RunningCalibration(std::move(rest.target), rest.image_size, options_);
  } else {
    update(std::make_shared<const Observations>(std::move(rest)));
  }
  return true;
}

void RunningCalibration::follow(const Calibration& calibration) {
  const bool same = same_model(*calibration.model, options_.model.model()) &&
                    calibration.target.basis.shape() == options_.target_shape &&
                    calibration.effects.layout.effects() == options_.effects;
  if (same) return;
  options_.model = calibration.model;
  options_.target_shape = calibration.target.basis.shape();
  options_.effects = calibration.effects.layout.effects();
  Calibration fresh = calibrate(calibration_.observations, options_);
  calibration_ = std::move(fresh);
}

bool RunningCalibration::rename(const std::string& name, const std::string& to) {
  const auto find = [](auto& list, const std::string& wanted) {
    return std::find_if(list.begin(), list.end(), [&](const auto& item) { return item.name == wanted; });
  };
  Observations renamed = observations();
  const auto frame = find(renamed.frames, name);
  if (frame == renamed.frames.end() || find(renamed.frames, to) != renamed.frames.end()) return false;
  frame->name = to;
  calibration_.observations = std::make_shared<const Observations>(std::move(renamed));
  if (const auto fit = find(calibration_.frames, name); fit != calibration_.frames.end()) fit->name = to;
  if (const auto out = find(calibration_.left_out, name); out != calibration_.left_out.end()) out->name = to;
  return true;
}

}  // namespace fiducia

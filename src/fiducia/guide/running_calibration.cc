#include "fiducia/guide/running_calibration.h"

#include <algorithm>
#include <map>

#include "fiducia/core/statistics.h"
#include "fiducia/solve/start/start.h"

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

Camera no_camera(const Model& model, ImageSize size) {
  return {model, model.plain(size.width, 0.5 * size.width, 0.5 * size.height), size};
}

}  // namespace

RunningCalibration::RunningCalibration(Target target, ImageSize image_size, CalibrateOptions options)
    : observations_{image_size, std::move(target), {}},
      options_(std::move(options)),
      calibration_{.camera = no_camera(options_.model.model(), image_size)} {
  options_.start = {};
  options_.frame_weights.clear();
  calibration_.message = "there are no frames yet";
}

Calibration RunningCalibration::from_scratch() const { return calibrate(observations_, options_); }

Calibration RunningCalibration::from_known() const {
  CalibrateOptions options = options_;
  options.start.parameters = calibration_.camera.parameters();
  if (options_.target_shape != TargetShape::kPlanar) options.start.target_points = calibration_.target.points;
  std::map<std::string, Pose> known;
  for (const FrameFit& frame : calibration_.frames) known[frame.name] = frame.camera_from_target;
  const std::vector<Vector3>& points = target_points(calibration_, observations_);
  StartData data{observations_.image_size, &points, fit_board_plane(points), {}};
  for (const Frame& frame : observations_.frames) {
    const auto pose = known.find(frame.name);
    if (pose != known.end()) {
      options.start.poses.push_back(pose->second);
      continue;
    }
    const CornerArrays arrays(frame.corners, points);
    data.frames = {{&frame, &arrays}};
    const std::vector<FrameStart> start = pose_frames(options_.model.model(), options.start.parameters, data);
    if (!start.front().pose) return {.camera = calibration_.camera};
    options.start.poses.push_back(*start.front().pose);
  }
  return calibrate(observations_, options);
}

bool RunningCalibration::update() {
  const bool known = calibration_.converged() && calibration_.left_out.empty();
  Calibration next = known ? from_known() : Calibration{.camera = calibration_.camera};
  const bool doubtful = !next.converged() || observations_.frames.size() <= kUnsettled || contradicts(next);
  if (doubtful) {
    Calibration fresh = from_scratch();
    const bool better = !next.converged() || (fresh.converged() && fresh.frames.size() >= next.frames.size() &&
                                              fresh.fit.cost < next.fit.cost);
    if (better) next = std::move(fresh);
  }
  calibration_ = std::move(next);
  return doubtful;
}

FrameUpdate RunningCalibration::add(Frame frame) {
  const std::string name = frame.name;
  observations_.frames.push_back(std::move(frame));
  FrameUpdate result;
  try {
    validate(observations_);
    result.from_scratch = update();
  } catch (...) {
    observations_.frames.pop_back();
    throw;
  }
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
  const auto removed = std::erase_if(observations_.frames, [&](const Frame& frame) { return frame.name == name; });
  if (removed == 0) return false;
  if (observations_.frames.empty()) {
    *this = RunningCalibration(observations_.target, observations_.image_size, options_);
  } else {
    update();
  }
  return true;
}

bool RunningCalibration::rename(const std::string& name, const std::string& to) {
  const auto find = [](auto& list, const std::string& wanted) {
    return std::find_if(list.begin(), list.end(), [&](const auto& item) { return item.name == wanted; });
  };
  const auto frame = find(observations_.frames, name);
  if (frame == observations_.frames.end() || find(observations_.frames, to) != observations_.frames.end()) return false;
  frame->name = to;
  if (const auto fit = find(calibration_.frames, name); fit != calibration_.frames.end()) fit->name = to;
  if (const auto out = find(calibration_.left_out, name); out != calibration_.left_out.end()) out->name = to;
  return true;
}

}  // namespace fiducia

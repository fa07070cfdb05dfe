#include "fiducia/report/frames_part.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/report/base64.h"
#include "fiducia/report/rounded.h"

namespace fiducia {
namespace {

constexpr double kPixelSteps = 1e3;
constexpr double kResidualSteps = 1e5;

/// Seen minus projected, px, as Residuals has it but for the weight: also beyond the model's domain, where a lens that
/// folds over puts corners. Not finite where nothing is projected.
class Residual {
 public:
  Residual(const CalibrationRecord& record, const Observations& observations)
      : camera_(record.camera),
        points_(record.target_points.empty() ? observations.target.points : record.target_points) {}

  [[nodiscard]] Vector2 of(const Corner& corner, const Pose& camera_from_target) const {
    const Vector3 point = camera_from_target * points_[static_cast<std::size_t>(corner.id)];
    return corner.pixel - camera_.model().project(camera_.parameters().data(), point);
  }

 private:
  const Camera& camera_;
  const std::vector<Vector3>& points_;
};

/// A frame as it was seen, and the pose that it was given.
struct UsedFrame {
  const CalibrationRecord::FramePose* fitted;
  const Frame* seen;
};

std::vector<UsedFrame> used_frames(const EvaluatedCalibration& calibration, const Observations& observations) {
  std::map<std::string_view, const Frame*> by_name;
  for (const Frame& frame : observations.frames) by_name[frame.name] = &frame;
  std::vector<UsedFrame> used;
  for (const CalibrationRecord::FramePose& frame : calibration.record.frames) {
    if (const auto seen = by_name.find(frame.name); seen != by_name.end()) used.push_back({&frame, seen->second});
  }
  return used;
}

using CornerInFrame = std::pair<std::string, int>;

std::set<CornerInFrame> left_out_corners(const Json& calibration) {
  std::set<CornerInFrame> corners;
  const auto list = calibration.find("left_out_corners");
  if (list == calibration.end() || !list->is_array()) return corners;
  for (const Json& corner : *list) {
    const auto frame = corner.find("frame");
    const auto id = corner.find("id");
    if (frame != corner.end() && frame->is_string() && id != corner.end() && id->is_number_integer()) {
      corners.emplace(frame->get<std::string>(), id->get<int>());
    }
  }
  return corners;
}

}  // namespace

Json frames_part(const EvaluatedCalibration& calibration, const Observations& observations,
                 const std::vector<ReportPicture>& pictures) {
  const Residual residual(calibration.record, observations);
  const std::set<CornerInFrame> left_out = left_out_corners(calibration.object);
  std::map<std::string_view, const ReportPicture*> picture_of;
  for (const ReportPicture& picture : pictures) picture_of[picture.frame] = &picture;

  Json frames = Json::array();
  for (const UsedFrame& frame : used_frames(calibration, observations)) {
    Json corners = Json::array();
    for (const Corner& corner : frame.seen->corners) {
      if (left_out.contains({frame.seen->name, corner.id})) continue;
      const Vector2 off = residual.of(corner, frame.fitted->camera_from_target);
      if (!off.allFinite()) continue;
      corners.push_back({corner.id, rounded(corner.pixel.x(), kPixelSteps), rounded(corner.pixel.y(), kPixelSteps),
                         rounded(off.x(), kResidualSteps), rounded(off.y(), kResidualSteps)});
    }
    Json object = {{"name", frame.seen->name}, {"corners", std::move(corners)}};
    if (const auto picture = picture_of.find(frame.seen->name); picture != picture_of.end()) {
      object["thumbnail"] = "data:image/jpeg;base64," + base64(picture->second->jpeg);
    }
    frames.push_back(std::move(object));
  }
  return frames;
}

void require_its_residuals(const EvaluatedCalibration& calibration, const std::string& file_name,
                           const Observations& observations) {
  const CalibrationRecord& record = calibration.record;
  const Residual residual(record, observations);
  const std::set<CornerInFrame> left_out = left_out_corners(calibration.object);
  double squares = 0;
  int coordinates = 0;
  for (const UsedFrame& frame : used_frames(calibration, observations)) {
    for (const Corner& corner : frame.seen->corners) {
      if (left_out.contains({frame.seen->name, corner.id})) continue;
      squares += (corner.weight * residual.of(corner, frame.fitted->camera_from_target)).squaredNorm();
      coordinates += 2;
    }
  }
  const auto changed = [&](const std::string& what) {
    return Error(ErrorCode::kBadData, file_name + " does not agree with itself and these observations: " + what +
                                          "; was one of the files changed? Calibrate or evaluate again");
  };
  if (coordinates != record.fit->n_observations) {
    throw changed("fit.n_observations is " + std::to_string(record.fit->n_observations) + ", the frames hold " +
                  std::to_string(coordinates) + " coordinates");
  }
  constexpr double kAgree = 0.01;
  const double rmse = std::sqrt(squares / std::max(coordinates, 1));
  if (std::isfinite(rmse) && std::abs(rmse - record.fit->rmse) > kAgree * record.fit->rmse + 1e-6) {
    throw changed("fit.rmse is " + in_digits(record.fit->rmse, 4) + " px, camera and poses leave " +
                  in_digits(rmse, 4) + " px");
  }
}

std::vector<Vector2> seen_pixels(const EvaluatedCalibration& calibration, const Observations& observations) {
  std::vector<Vector2> pixels;
  for (const UsedFrame& frame : used_frames(calibration, observations)) {
    for (const Corner& corner : frame.seen->corners) pixels.push_back(corner.pixel);
  }
  return pixels;
}

}  // namespace fiducia

#include "fiducia/solve/without_pupil.h"

#include <algorithm>
#include <limits>

#include "fiducia/camera/pupil.h"

namespace fiducia {
namespace {

constexpr int kMostPupilRounds = 12;
constexpr double kSettled_px = 1e-7;

bool is_in_image(ImageSize size, const Vector2& pixel) {
  return pixel.x() >= -0.5 && pixel.y() >= -0.5 && pixel.x() <= size.width - 0.5 && pixel.y() <= size.height - 0.5;
}

/// The corners of a frame where they would have been, without those that would not have been in the image.
std::vector<Corner> moved_corners(const Calibration& calibration, const FrameFit& frame, const Vector2& pupil,
                                  const Observations& seen) {
  const Model& model = *calibration.model;
  const double* theta = calibration.camera->parameters().data();
  std::vector<Corner> moved;
  for (const Corner& corner : seen.frames[frame.index].corners) {
    const Vector3 point = frame.camera_from_target * target_points(calibration)[static_cast<std::size_t>(corner.id)];
    const std::optional<ThroughPupil> through = through_pupil(pupil, point);
    if (!through || !model.computable(theta, through->point) || !model.computable(theta, point)) continue;
    moved.push_back(corner);
    moved.back().pixel -= model.project(theta, through->point) - model.project(theta, point);
    if (!is_in_image(seen.image_size, moved.back().pixel)) moved.pop_back();
  }
  return moved;
}

double largest_move(const std::vector<Corner>& a, const std::vector<Corner>& b) {
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].id != b[i].id) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, (a[i].pixel - b[i].pixel).norm());
  }
  return largest;
}

}  // namespace

std::shared_ptr<const Observations> without_pupil(const std::shared_ptr<const Observations>& observations,
                                                  const CalibrateOptions& fixed, const Vector2& pupil) {
  std::shared_ptr<const Observations> current = observations;
  for (int round = 0; round < kMostPupilRounds; ++round) {
    const Calibration calibration = calibrate(current, fixed);
    if (!calibration.converged()) return current;
    auto next = std::make_shared<Observations>(*current);
    double largest = 0;
    for (const FrameFit& frame : calibration.frames) {
      std::vector<Corner>& corners = next->frames[frame.index].corners;
      std::vector<Corner> moved = moved_corners(calibration, frame, pupil, *observations);
      largest = std::max(largest, largest_move(moved, corners));
      corners = std::move(moved);
    }
    current = std::move(next);
    if (largest < kSettled_px) break;
  }
  return current;
}

}  // namespace fiducia

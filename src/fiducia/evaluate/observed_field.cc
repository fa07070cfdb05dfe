#include "fiducia/evaluate/observed_field.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fiducia/camera/spline.h"

namespace fiducia {
namespace {

/// Calls `look` with every observed corner, in the camera frame.
template <class Look>
void for_each_corner(const Calibration& calibration, const Look& look) {
  for (const FrameFit& frame : calibration.frames) {
    for (const Corner& corner : corners_of(calibration, frame)) {
      look(Vector3(frame.camera_from_target * target_points(calibration)[static_cast<std::size_t>(corner.id)]));
    }
  }
}

}  // namespace

double observed_field_deg(const Calibration& calibration) {
  double widest = 0;
  for_each_corner(calibration,
                  [&](const Vector3& x) { widest = std::max(widest, std::atan2(std::hypot(x.x(), x.y()), x.z())); });
  return widest * 180 / std::numbers::pi;
}

std::vector<Vector2> observed_pixels(const Calibration& calibration) {
  std::vector<Vector2> pixels;
  for (const FrameFit& frame : calibration.frames) {
    for (const Corner& corner : corners_of(calibration, frame)) pixels.push_back(corner.pixel);
  }
  return pixels;
}

int corners_outside_domain(const Calibration& calibration) {
  if (as_spline(*calibration.model) != nullptr) return 0;
  int outside = 0;
  for_each_corner(calibration, [&](const Vector3& x) { outside += calibration.camera->in_domain(x) ? 0 : 1; });
  return outside;
}

}  // namespace fiducia

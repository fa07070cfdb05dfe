#include "apps/fiducia/frame_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "fiducia/evaluate/image_length.h"

namespace fiducia {

std::string frame_table(const Calibration& calibration, const Evaluation& evaluation) {
  constexpr double kDegrees = 180 / std::numbers::pi;
  std::vector<std::size_t> order(calibration.frames.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return calibration.frames[a].rmse > calibration.frames[b].rmse;
  });
  std::size_t width = std::string_view("frame").size();
  for (const FrameFit& frame : calibration.frames) width = std::max(width, frame.name.size());
  std::string text = fmt::format("{:<{}} {:>8} {:>9} {:>12} {:>9} {:>9}\n", "frame", width, "corners", "RMSE px",
                                 "without px", "tilt deg", "distance");
  for (const std::size_t j : order) {
    const FrameFit& frame = calibration.frames[j];
    const double shift = j < evaluation.frames.size() ? evaluation.frames[j].shift_px : 0;
    const Pose& pose = frame.camera_from_target;
    const double tilt = std::acos(std::clamp(std::abs(pose.rotation(2, 2)), 0.0, 1.0));
    text += fmt::format("{:<{}} {:>8} {:>9.4g} {:>12.3g} {:>9.1f} {:>9.3g}\n", frame.name, width,
                        corners_of(calibration, frame).size(), frame.rmse, image_length(shift * shift), kDegrees * tilt,
                        pose.translation.norm());
  }
  return text +
         "RMSE: per coordinate; without: how far the camera moves when the frame is left out, px RMS over the image (a "
         "length); distance: from the camera to the target's origin, in the target's unit.\n";
}

}  // namespace fiducia

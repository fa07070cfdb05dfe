#include "fiducia/report/picture_wishes.h"

#include <algorithm>
#include <cmath>

#include "fiducia/report/agreement.h"
#include "fiducia/report/undisturbed.h"
#include "fiducia/report/used_frames.h"

namespace fiducia {
namespace {

constexpr int kCropSide = 64;

/// Of the rectangle around the corners, px^2.
double covered_area(const UsedFrame& frame) {
  if (frame.corners.empty()) return 0;
  Vector2 low = frame.corners.front().seen->pixel;
  Vector2 high = low;
  for (const UsedCorner& corner : frame.corners) {
    low = low.cwiseMin(corner.seen->pixel);
    high = high.cwiseMax(corner.seen->pixel);
  }
  return (high - low).prod();
}

/// Around the corner, inside the image.
PictureCrop crop_around(const Corner& corner, ImageSize size) {
  const int side = std::min({kCropSide, size.width, size.height});
  const auto start = [side](double middle, int length) {
    return std::clamp(static_cast<int>(std::lround(middle)) - side / 2, 0, length - side);
  };
  return {corner.id, start(corner.pixel.x(), size.width), start(corner.pixel.y(), size.height), side};
}

std::vector<PictureCrop> worst_crops(UsedFrame frame, std::size_t count, ImageSize size) {
  std::erase_if(frame.corners, [](const UsedCorner& corner) { return !corner.residual_px.allFinite(); });
  count = std::min(count, frame.corners.size());
  std::partial_sort(frame.corners.begin(), frame.corners.begin() + static_cast<std::ptrdiff_t>(count),
                    frame.corners.end(), [](const UsedCorner& a, const UsedCorner& b) {
                      return a.residual_px.squaredNorm() > b.residual_px.squaredNorm();
                    });
  std::vector<PictureCrop> crops;
  for (std::size_t i = 0; i < count; ++i) crops.push_back(crop_around(*frame.corners[i].seen, size));
  return crops;
}

}  // namespace

PictureWishes picture_wishes(const EvaluatedCalibration& calibration, const Observations& observations) {
  // Few images leave room for more of each.
  constexpr std::size_t kFewFrames = 100;
  const Observations seen = undisturbed(calibration, "the calibration", observations);
  require_its_observations(calibration, "the calibration", seen);
  const std::vector<UsedFrame> frames = used_frames(calibration, seen);
  PictureWishes wishes;
  double most = 0;
  for (const UsedFrame& frame : frames) {
    wishes.crops[frame.seen->name] = worst_crops(frame, frames.size() <= kFewFrames ? 3 : 1, observations.image_size);
    if (const double area = covered_area(frame); area > most) {
      most = area;
      wishes.whole = frame.seen->name;
    }
  }
  return wishes;
}

}  // namespace fiducia

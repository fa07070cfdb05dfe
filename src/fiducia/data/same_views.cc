#include "fiducia/data/same_views.h"

#include <cmath>
#include <limits>

namespace fiducia {
namespace {

/// A frame that shares fewer corners with another is not compared.
constexpr std::size_t kFewestCommon = 4;

/// RMS distance of the corners that two frames share; infinite where they share too few.
double distance_px(const std::vector<Vector2>& a, const std::vector<Vector2>& b) {
  double squares = 0;
  std::size_t common = 0;
  for (std::size_t id = 0; id < a.size(); ++id) {
    if (!a[id].allFinite() || !b[id].allFinite()) continue;
    squares += (a[id] - b[id]).squaredNorm();
    ++common;
  }
  if (common < kFewestCommon) return std::numeric_limits<double>::infinity();
  return std::sqrt(squares / static_cast<double>(common));
}

}  // namespace

std::vector<std::optional<std::size_t>> same_views(const std::vector<const Frame*>& frames, std::size_t target_corners,
                                                   double limit_px) {
  constexpr double kUnseen = std::numeric_limits<double>::quiet_NaN();
  std::vector<std::vector<Vector2>> views;
  for (const Frame* frame : frames) {
    views.emplace_back(target_corners, Vector2(kUnseen, kUnseen));
    for (const Corner& corner : frame->corners) views.back()[static_cast<std::size_t>(corner.id)] = corner.pixel;
  }
  std::vector<std::optional<std::size_t>> same(frames.size());
  for (std::size_t j = 1; j < views.size(); ++j) {
    for (std::size_t i = 0; i < j && !same[j]; ++i) {
      if (!same[i] && distance_px(views[i], views[j]) <= limit_px) same[j] = i;
    }
  }
  return same;
}

std::vector<std::string> copies_to_leave_out(const Observations& observations) {
  constexpr double kSame = 0.001;  // of the image's diagonal
  std::vector<const Frame*> frames;
  for (const Frame& frame : observations.frames) frames.push_back(&frame);
  const ImageSize size = observations.image_size;
  const auto same = same_views(frames, observations.target.points.size(), kSame * std::hypot(size.width, size.height));
  std::vector<std::string> reasons(frames.size());
  bool any = false;
  for (std::size_t j = 0; j < same.size(); ++j) {
    if (!same[j]) continue;
    reasons[j] = "shows the same view as " + frames[*same[j]]->name + ", and counts once";
    any = true;
  }
  if (!any) reasons.clear();
  return reasons;
}

}  // namespace fiducia

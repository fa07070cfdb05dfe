#include "fiducia/solve/usable_frames.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "fiducia/solve/start/ray_pose.h"

namespace fiducia {
namespace {

constexpr double kSameView_px = 1;

bool same_view(const Frame& a, const Frame& b) {
  std::map<int, Vector2> pixels;
  for (const Corner& corner : a.corners) pixels[corner.id] = corner.pixel;
  double squares = 0;
  int common = 0;
  for (const Corner& corner : b.corners) {
    const auto found = pixels.find(corner.id);
    if (found == pixels.end()) continue;
    squares += (found->second - corner.pixel).squaredNorm();
    ++common;
  }
  return common > 0 && std::sqrt(squares / common) < kSameView_px;
}

}  // namespace

std::string unusable_reason(const Frame& frame, const std::vector<Vector3>& points) {
  if (frame.corners.size() < 4) {
    return "only " + std::to_string(frame.corners.size()) + " corners are visible; a pose needs four";
  }
  std::vector<Vector3> seen;
  for (const Corner& corner : frame.corners) seen.push_back(points[static_cast<std::size_t>(corner.id)]);
  if (collinear(seen)) return "its corners lie on one line; no pose follows from them";
  std::vector<Vector3> pixels;
  for (const Corner& corner : frame.corners) pixels.emplace_back(corner.pixel.x(), corner.pixel.y(), 0);
  if (collinear(pixels)) return "its corners lie on one line in the image: the board is seen edge-on";
  return {};
}

int distinct_views(const std::vector<const Frame*>& frames, int enough) {
  std::vector<const Frame*> distinct;
  for (const Frame* frame : frames) {
    const bool seen =
        std::any_of(distinct.begin(), distinct.end(), [&](const Frame* other) { return same_view(*frame, *other); });
    if (!seen) distinct.push_back(frame);
    if (static_cast<int>(distinct.size()) >= enough) break;
  }
  return static_cast<int>(distinct.size());
}

std::vector<int> corner_sightings(const std::vector<const Frame*>& frames, std::size_t corner_count) {
  std::vector<int> sightings(corner_count);
  for (const Frame* frame : frames) {
    for (const Corner& corner : frame->corners) ++sightings[static_cast<std::size_t>(corner.id)];
  }
  return sightings;
}

}  // namespace fiducia

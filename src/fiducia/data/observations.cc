#include "fiducia/data/observations.h"

#include <cmath>
#include <set>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

constexpr double kOutsideTolerance_px = 2;

[[noreturn]] void refuse(const std::string& message) { throw Error(ErrorCode::kBadData, message); }

std::string text(double value) {
  std::string digits = std::to_string(value);
  return digits.substr(0, digits.find('.') + 3);
}

/// What is wrong with a corner; empty where nothing is. `seen`: the ids met so far in its frame.
std::string fault(const Corner& corner, const std::vector<Vector3>& points, ImageSize size, std::vector<bool>& seen) {
  if (corner.id < 0 || static_cast<std::size_t>(corner.id) >= points.size()) {
    return "the target has corners 0 to " + std::to_string(points.size() - 1) +
           "; is it the right target, with columns before rows?";
  }
  const auto id = static_cast<std::size_t>(corner.id);
  if (!points[id].allFinite()) return "its position on the target is not a finite number";
  if (seen[id]) return "it occurs twice in this frame";
  seen[id] = true;
  if (!corner.pixel.allFinite()) return "its pixel is not a finite number; leave unseen corners out";
  const Vector2& u = corner.pixel;
  if (u.x() < -0.5 - kOutsideTolerance_px || u.y() < -0.5 - kOutsideTolerance_px ||
      u.x() > size.width - 0.5 + kOutsideTolerance_px || u.y() > size.height - 0.5 + kOutsideTolerance_px) {
    return "(" + text(u.x()) + ", " + text(u.y()) + ") lies outside the image of " + to_string(size) +
           " pixels; is the image size right?";
  }
  if (!(corner.weight > 0) || !std::isfinite(corner.weight)) {
    return "its weight is not a positive number; leave out corners that shall not count";
  }
  return {};
}

void validate_frame(const Frame& frame, const std::vector<Vector3>& points, ImageSize size) {
  std::vector<bool> seen(points.size());
  for (const Corner& corner : frame.corners) {
    const std::string why = fault(corner, points, size, seen);
    if (!why.empty()) refuse("frame '" + frame.name + "', corner " + std::to_string(corner.id) + ": " + why);
  }
}

}  // namespace

void validate(const Observations& observations) {
  const ImageSize size = observations.image_size;
  if (size.width < 1 || size.height < 1) {
    refuse("the image size " + to_string(size) + " is not usable; give width and height in pixels");
  }
  if (const auto& circle = observations.image_circle;
      circle && !(circle->centre.allFinite() && std::isfinite(circle->radius_px) && circle->radius_px > 0)) {
    refuse("the image circle has no finite centre and positive radius");
  }
  if (observations.target.points.empty()) refuse("the target has no points");
  if (observations.frames.empty()) refuse("there are no frames; at least a few images of the target are needed");
  std::set<std::string> names;
  for (const Frame& frame : observations.frames) {
    if (!names.insert(frame.name).second) {
      refuse("frame name '" + frame.name + "' occurs twice; every image needs a name of its own");
    }
    validate_frame(frame, observations.target.points, size);
  }
}

}  // namespace fiducia

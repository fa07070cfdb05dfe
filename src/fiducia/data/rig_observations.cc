#include "fiducia/data/rig_observations.h"

#include <algorithm>
#include <set>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

/// Whether two cameras have the very same corners wherever both saw the target.
bool see_the_same(const RigObservations& rig, std::size_t a, std::size_t b) {
  bool together = false;
  for (const Instant& instant : rig.instants) {
    if (!instant.frames[a] || !instant.frames[b]) continue;
    together = true;
    const auto same = [](const Corner& one, const Corner& other) {
      return one.id == other.id && one.pixel == other.pixel;
    };
    const std::vector<Corner>& of_a = instant.frames[a]->corners;
    const std::vector<Corner>& of_b = instant.frames[b]->corners;
    if (!std::equal(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(), same)) return false;
  }
  return together;
}

}  // namespace

int Instant::seen_by() const {
  return static_cast<int>(
      std::count_if(frames.begin(), frames.end(), [](const auto& frame) { return frame.has_value(); }));
}

void validate(const RigObservations& rig) {
  const auto require = [](bool condition, const std::string& message) {
    if (!condition) throw Error(ErrorCode::kBadData, message);
  };
  require(!rig.cameras.empty(), "the rig has no cameras");
  std::set<std::string> names;
  for (const RigCamera& camera : rig.cameras) {
    require(!camera.name.empty(), "a camera of the rig has no name");
    require(names.insert(camera.name).second,
            "camera name '" + camera.name + "' occurs twice; every camera of a rig needs a name of its own");
  }
  names.clear();
  for (const Instant& instant : rig.instants) {
    require(names.insert(instant.name).second, "instant '" + instant.name + "' occurs twice");
    require(instant.frames.size() == rig.cameras.size(),
            "instant '" + instant.name + "' is about " + std::to_string(instant.frames.size()) +
                " cameras, the rig has " + std::to_string(rig.cameras.size()));
  }
  for (std::size_t c = 0; c < rig.cameras.size(); ++c) {
    try {
      validate(camera_observations(rig, c));
    } catch (const Error& error) {
      throw Error(error.code(), "camera '" + rig.cameras[c].name + "': " + error.what());
    }
    for (std::size_t other = 0; other < c; ++other) {
      require(!see_the_same(rig, other, c), "cameras '" + rig.cameras[other].name + "' and '" + rig.cameras[c].name +
                                                "' have the same corners: were the images of one given for both?");
    }
  }
}

Observations camera_observations(const RigObservations& rig, std::size_t camera) {
  Observations result{rig.cameras[camera].image_size, rig.target, {}, rig.cameras[camera].image_circle};
  for (const Instant& instant : rig.instants) {
    if (instant.frames[camera]) result.frames.push_back({instant.name, instant.frames[camera]->corners});
  }
  return result;
}

std::vector<std::size_t> instants_of(const RigObservations& rig, std::size_t camera) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < rig.instants.size(); ++i) {
    if (rig.instants[i].frames[camera]) result.push_back(i);
  }
  return result;
}

}  // namespace fiducia

#include "fiducia/guide/planned_instant.h"

#include <algorithm>

#include "fiducia/guide/propose.h"
#include "fiducia/guide/view_in_words.h"

namespace fiducia {

PlannedInstant instant_at(const Pose& rig_from_target, const PlannedRig& rig) {
  PlannedInstant instant{rig_from_target};
  for (std::size_t c = 0; c < rig.geometry.cameras.size(); ++c) {
    const Camera& camera = rig.geometry.cameras[c];
    const Pose pose = rig.geometry.camera_from_rig[c] * rig_from_target;
    std::optional<View> view = view_at(pose, camera, rig.board, rig.limits[c]);
    if (!view) continue;
    const std::optional<Placement> placement = placement_of(pose, camera, rig.board);
    if (placement) instant.views.push_back({c, *placement, std::move(*view)});
  }
  return instant;
}

bool held_alike(const PlannedInstant& a, const PlannedInstant& b, const PlannedRig& rig) {
  const std::size_t camera = a.views.front().camera;
  return camera == b.views.front().camera &&
         alike(a.placement(), b.placement(), rig.geometry.cameras[camera].image_size());
}

std::string instant_in_words(const PlannedInstant& instant, const PlannedRig& rig,
                             const std::vector<std::string>& names) {
  const PlannedView& first = instant.views.front();
  std::string text =
      view_in_words(first.placement, rig.geometry.cameras[first.camera], rig.board, {.camera = names[first.camera]});
  for (std::size_t i = 1; i < instant.views.size(); ++i) {
    const PlannedView& other = instant.views[i];
    text += "; " + names[other.camera] + " sees it " +
            place_in_words(other.placement.pixel, rig.geometry.cameras[other.camera].image_size());
  }
  return instant.views.size() > 1 ? text : text + "; no other camera sees it there";
}

}  // namespace fiducia

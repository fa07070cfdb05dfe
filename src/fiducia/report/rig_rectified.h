#pragma once

#include <string>
#include <vector>

#include "fiducia/io/json.h"
#include "fiducia/report/rig_views.h"

namespace fiducia {

/// The instant whose images show a pair rectified; nothing where the two never saw the target together.
struct RectifiedWish {
  std::size_t a = 0;
  std::size_t b = 0;
  std::size_t instant = 0;  ///< in RigCalibration::instants
};

/// For every pair of cameras the instant in which most cameras saw the target, and saw it large; the same for as many
/// pairs as possible, so that few images serve all of them.
[[nodiscard]] std::vector<RectifiedWish> rectified_wishes(const RigCalibration& rig,
                                                          const std::vector<std::vector<RigViewCorners>>& views);

/// How the images of two cameras look rectified: points are in the same row of both.
///
///     {"instant": i, "height": h, "images": [{"camera": name, "width": w, "columns", "rows",
///       "nodes": [[u, v] | null, ...], "corners": [[x, y], ...]}, {...}]}
///
/// The rectified images have the rows that both cameras see and `focal length` as the row errors have it; nodes: where
/// the nodes of a mesh over a rectified image lie in the camera's own; corners: of the target, rectified, the same
/// ones in both. Null where nothing is in both.
[[nodiscard]] Json rectified_part(const RigCalibration& rig, const RectifiedWish& wish,
                                  const std::vector<std::vector<RigViewCorners>>& views);

}  // namespace fiducia

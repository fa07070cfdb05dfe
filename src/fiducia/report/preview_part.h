#pragma once

#include "fiducia/report/used_frames.h"

namespace fiducia {

/// How an image looks without distortion: where a pinhole camera's pixels lie in the image, at the nodes of a mesh over
/// it, and the lines through the corners of a frame, which are straight there.
///
///     {"columns", "rows", "nodes": [[u, v] | null, ...], "lines": [{"before": [[u, v], ...], "after": [...]}, ...]}
///
/// The pinhole camera has an image of the same size, in whose width lies what lies in the camera's, up to 120 degrees.
/// Null where the camera has no ray in the middle of its image.
[[nodiscard]] Json preview_part(const EvaluatedCalibration& calibration, const Target& target, const UsedFrame& frame);

}  // namespace fiducia

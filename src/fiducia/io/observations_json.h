#pragma once

#include <string>
#include <string_view>

#include "fiducia/io/read_result.h"
#include "fiducia/simulate/simulate.h"

namespace fiducia {

/// Observations as JSON:
///
///     {"format": "fiducia.observations/1", "image_size": [w, h], "target": {"spec": "chessboard:10x8:0.05"},
///      "frames": [{"name": "a.png", "corners": [[id, u, v], ...]}, ...]}
///
/// A corner whose weight is not 1 is [id, u, v, weight]. A target without a SPEC is {"points": [[x, y, z], null, ...]}
/// by corner id, null for one that was never seen. Size or target among the options must agree with the file's. A
/// "left_out" (below) comes back, a "truth" is passed over; any other key that is not known is refused. Throws an Error
/// "file:line: path ..." for whatever is not understood.
[[nodiscard]] ReadObservations read_observations_json(std::string_view text, const std::string& file_name,
                                                      const ReadOptions& options);

/// The same as text; reading it back gives the same doubles.
[[nodiscard]] std::string observations_json(const Observations& observations);

/// With the images that gave no frame, under the key "left_out": [{"name": s, "reason": s}, ...].
[[nodiscard]] std::string detection_json(const Observations& observations, const std::vector<LeftOutImage>& left_out);

/// With what the simulator knows besides, under the key "truth": camera, poses, bend, noise, seed
/// and effects.
[[nodiscard]] std::string simulation_json(const Camera& camera, const Simulation& simulation,
                                          const SimulateOptions& options);

}  // namespace fiducia

#include "fiducia/report/undisturbed.h"

#include <map>

#include "fiducia/core/error.h"

namespace fiducia {

Observations undisturbed(const EvaluatedCalibration& calibration, const std::string& file_name,
                         const Observations& observations) {
  Observations result = observations;
  if (!calibration.object.contains("frames")) return result;
  std::map<std::string, std::map<int, Vector2>> moved;
  for (const Json& frame : calibration.object.at("frames")) {
    if (!frame.contains("undisturbed")) continue;
    std::map<int, Vector2>& corners = moved[frame.at("name").get<std::string>()];
    for (const Json& corner : frame.at("undisturbed")) {
      if (!corner.is_array() || corner.size() != 3 || !corner[0].is_number_integer() || !corner[1].is_number() ||
          !corner[2].is_number()) {
        throw Error(ErrorCode::kBadFile, file_name + ": frames[].undisturbed: a corner is [id, u, v]");
      }
      corners[corner[0].get<int>()] = {corner[1].get<double>(), corner[2].get<double>()};
    }
  }
  for (Frame& frame : result.frames) {
    const auto corners = moved.find(frame.name);
    if (corners == moved.end()) continue;
    for (Corner& corner : frame.corners) {
      const auto found = corners->second.find(corner.id);
      if (found != corners->second.end()) corner.pixel = found->second;
    }
  }
  return result;
}

}  // namespace fiducia

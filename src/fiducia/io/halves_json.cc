#include "fiducia/io/halves_json.h"

#include <cmath>

namespace fiducia {
namespace {

/// A map is looked at, not computed with.
Json map_value(double px) {
  constexpr double kSteps = 1e4;
  return std::isfinite(px) ? Json(std::round(kSteps * px) / kSteps) : Json(nullptr);
}

}  // namespace

Json halves_object(const Halves& halves) {
  Json object = {{"frames", Json::array({halves.first_frames, halves.second_frames})}};
  if (!halves.problem.empty()) {
    object["problem"] = halves.problem;
    return object;
  }
  object["apart_px"] = halves.apart_px;
  object["expected_px"] = halves.expected_px;
  object["bound95_px"] = halves.bound95_px;
  object["columns"] = halves.columns;
  object["rows"] = halves.rows;
  for (const char* key : {"apart", "sigma"}) object[key] = Json::array();
  for (const Halves::Cell& cell : halves.cells) {
    object["apart"].push_back(map_value(cell.apart_px));
    object["sigma"].push_back(map_value(cell.sigma_px));
  }
  return object;
}

}  // namespace fiducia

#include <cmath>

#include "fiducia/io/calibration_json.h"

namespace fiducia {

Json pupil_object(const FilePupil& pupil) {
  return {{"values", {pupil.values.x(), pupil.values.y()}},
          {"nearest_m", std::isfinite(pupil.nearest_m) ? Json(pupil.nearest_m) : Json(nullptr)}};
}

}  // namespace fiducia

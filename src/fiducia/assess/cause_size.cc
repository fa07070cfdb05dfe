#include "fiducia/assess/cause_size.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fiducia/camera/disturbed_projection.h"
#include "fiducia/camera/pupil.h"
#include "fiducia/evaluate/observed_field.h"

namespace fiducia {
namespace {

constexpr double kMillimetres = 1000;
constexpr double kPerCent = 100;
constexpr double kDegree = std::numbers::pi / 180;

/// How much of a target's displacement stands out of its plane, from the lowest to the highest corner.
double peak_to_valley(const Calibration& calibration) {
  const std::vector<Vector3>& nominal = calibration.observations->target.points;
  const std::vector<Vector3>& found = target_points(calibration);
  double low = 0;
  double high = 0;
  for (std::size_t id = 0; id < nominal.size(); ++id) {
    const double rise = found[id].z() - nominal[id].z();
    if (!std::isfinite(rise)) continue;
    low = std::min(low, rise);
    high = std::max(high, rise);
  }
  return high - low;
}

}  // namespace

void fill_size(const Calibration& with, double lens_px, ErrorCause* cause) {
  const EffectFit& effects = with.effects;
  const auto width = [&](Effect effect, int count) {
    return effects.width.segment(effects.layout.first_of(effect), count).norm();
  };
  const auto set = [&](double size, std::string_view unit) {
    cause->size = size;
    cause->unit = unit;
  };
  switch (cause->code) {
    case CauseCode::kLens: return set(lens_px, "px");
    case CauseCode::kTarget: return set(kMillimetres * peak_to_valley(with), "mm");
    case CauseCode::kTargetBend: return set(kMillimetres * width(Effect::kTargetBend, 3), "mm");
    case CauseCode::kShutter: return set(pixels_per_radian(*with.camera) * width(Effect::kShutter, 2), "px");
    case CauseCode::kShutterColumns:
      return set(pixels_per_radian(*with.camera) * width(Effect::kShutterColumns, 2), "px");
    case CauseCode::kFocus: return set(kPerCent * width(Effect::kFocus, 1), "%");
    case CauseCode::kStabilisation: return set(width(Effect::kStabilisation, 2), "px");
    case CauseCode::kPupil: {
      const double theta = observed_field_deg(with) * kDegree;
      return set(kMillimetres * std::abs(pupil_offset(effects.common.head<2>(), theta)), "mm");
    }
    case CauseCode::kFrames:
    case CauseCode::kOtherCamera:
    case CauseCode::kUpsideDown:
    case CauseCode::kMirrored:
    case CauseCode::kTargetSize:
    case CauseCode::kGivenCamera: return;
  }
}

}  // namespace fiducia

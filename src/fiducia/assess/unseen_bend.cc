#include "fiducia/assess/unseen_bend.h"

#include "fiducia/core/error.h"
#include "fiducia/evaluate/candidate_models.h"
#include "fiducia/solve/warm_start.h"

namespace fiducia {

std::optional<double> bound_with_unseen_bend(const InfluencedCamera& judged, const Explanation& best,
                                             const ExplanationOptions& options) {
  if (best.calibration.target.basis.shape() != TargetShape::kPlanar) return std::nullopt;
  try {
    CalibrateOptions bent = continued_from(best.calibration, options.threads);
    bent.target_shape = TargetShape::kWarp;
    bent.initial.target_points = target_points(best.calibration);
    bent.progress = options.progress;
    bent.tolerance = kNearEnough;  // for a bound
    const std::optional<Explanation> open = explanation_of(calibrate(best.calibration.observations, bent), options);
    if (!open) return std::nullopt;
    return systematic_error(judged, open->spread, open->random.sample.degrees_of_freedom, options.mapping).bound95;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
    return std::nullopt;
  }
}

}  // namespace fiducia

#include "fiducia/assess/rig_assessment.h"
#include "fiducia/core/error.h"
#include "fiducia/solve/given_rig.h"

namespace fiducia {
namespace {

void check_given(const GivenRig& given, const RigObservations& observations) {
  const auto require = [](bool condition, const std::string& message) {
    if (!condition) throw Error(ErrorCode::kBadOption, message);
  };
  const std::size_t count = observations.cameras.size();
  require(given.cameras.size() == count && given.camera_from_rig.size() == count,
          "a given rig has the cameras that saw, in their order");
  for (std::size_t c = 0; c < count; ++c) {
    const RigCamera& saw = observations.cameras[c];
    if (given.cameras[c].image_size() == saw.image_size) continue;
    throw Error(ErrorCode::kBadData, "camera '" + saw.name + "' of the rig is for images of " +
                                         to_string(given.cameras[c].image_size()) + " pixels, its views are of " +
                                         to_string(saw.image_size));
  }
}

}  // namespace

RigAssessment assess_given_rig(const GivenRig& given, const RigObservations& observations,
                               const RigAssessOptions& options) {
  check_given(given, observations);
  RigAssessOptions own_options = options;
  own_options.models.clear();
  for (const Camera& camera : given.cameras) own_options.models.emplace_back(std::string(camera.model().info().name));
  own_options.effects.clear();
  RigAssessment own = assess_rig(observations, own_options);
  if (!own.calibration.converged()) return own;
  const RigExplanationPtr best = own.best ? own.best : own.lean;
  RigAssessment result;
  result.calibration = hold_against(own.calibration, given.cameras, given.camera_from_rig);
  if (!result.calibration.converged()) return result;
  const RigCalibration& rig = result.calibration;
  const InfluencedRig as_given{given_geometry(rig)};
  RigPairOptions pairs{.distances_m =
                           options.distances_m.empty() ? usual_distances(own.calibration) : options.distances_m};
  for (std::size_t c = 0; c < rig.cameras.size(); ++c) {
    RigCameraAssessment camera = own.cameras[c];
    const auto& of_own = camera.bias;
    pairs.noise_px.push_back(of_own ? of_own->headline().sigma_d_px : own.calibration.cameras[c].fit.s_d);
    camera.bias = bias_in_rig(rig, c, options);
    camera.error = camera_error(as_given, &best->spread, RigRicher::kCommon, c);
    camera.without_ray = share_without_ray(rig, c);
    result.cameras.push_back(std::move(camera));
  }
  for (const RigPair& pair : own.pairs) {
    result.pairs.push_back(evaluate_pair(as_given, best->spread, RigRicher::kCommon, pair.a, pair.b, pairs));
    result.pairs.back().common_instants = pair.common_instants;
    add_matched_rows(rig, pairs.noise_px, &result.pairs.back());
    result.best_pairs.push_back(evaluate_pair(best->spread, pair.a, pair.b, pairs));
    add_matched_rows(*best->calibration, pairs.noise_px, &result.best_pairs.back());
  }
  // Whether these instants show one rig is asked of the cameras that they show.
  result.consistency = own.consistency;
  result.best_consistency = own.best_consistency;
  result.best = best;
  result.steps = own.steps;
  result.left_out_instants = own.left_out_instants;
  result.is_given = true;
  result.verdict = rig_verdict(result, options.tolerance_px, options.thresholds);
  return result;
}

}  // namespace fiducia

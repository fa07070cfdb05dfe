#include "fiducia/assess/rig_assessment.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "fiducia/assess/rig_choices.h"
#include "fiducia/assess/trust.h"
#include "fiducia/core/error.h"

namespace fiducia {
namespace {

std::vector<double> noise_of(const RigCalibration& rig, const RigAssessOptions& options) {
  std::vector<double> noise;
  for (std::size_t c = 0; c < rig.cameras.size(); ++c) {
    const auto bias = bias_in_rig(rig, c, options, WithIntervals::kNo);
    noise.push_back(bias ? bias->headline().sigma_d_px : rig.cameras[c].fit.s_d);
  }
  return noise;
}

RigCalibration calibrate_plainly(const RigChoices& choices, const RigAssessOptions& options) {
  RigCalibrateOptions how;
  how.models = choices.models;
  how.loss = options.loss;
  how.effects = options.effects;
  how.threads = options.threads;
  how.progress = uncounted(options.progress);
  how.target_shape = options.target_shape.value_or(TargetShape::kPlanar);
  return calibrate_rig(choices.observations, how);
}

/// What may be tried of all that was not asked for.
RigSearchOptions search_options(const RigExplanation& from, const RigChoices& choices,
                                const RigAssessOptions& options) {
  RigSearchOptions how;
  how.models = choices.other_models;
  how.models_for_all = choices.for_all;
  how.effects = effects_of_rigs();
  how.noise_px = noise_of(*from.calibration, options);
  how.threads = options.threads;
  how.progress = uncounted(options.progress);
  return how;
}

/// Whether no camera's model was named.
bool all_left_open(const RigAssessOptions& options) {
  return std::all_of(options.models.begin(), options.models.end(),
                     [](const ModelRequest& one) { return one.is_auto(); });
}

/// The calibration with what was left to us chosen so that the rig is to be trusted most.
RigExplanationPtr chosen_of(const RigExplanationPtr& plain, const RigChoices& choices,
                            const RigAssessOptions& options) {
  RigSearchOptions open = search_options(*plain, choices, options);
  open.effects.clear();
  open.shapes = !options.target_shape;
  if (!all_left_open(options)) open.models_for_all.clear();
  bool anything = open.shapes;
  for (std::size_t c = 0; c < open.models.size(); ++c) {
    if (!request_of(options, c).is_auto()) open.models[c].clear();
    anything = anything || !open.models[c].empty();
  }
  return anything || !open.models_for_all.empty() ? find_rig_explanations(plain, open).best : plain;
}

RigCameraAssessment assess_camera(const RigExplanation& lean, const RigExplanation& best, RigRicher what,
                                  std::size_t camera, const RigAssessOptions& options) {
  RigCameraAssessment result;
  result.bias = bias_in_rig(*lean.calibration, camera, options);
  result.error = camera_error(lean.spread, &best.spread, what, camera);
  result.without_ray = share_without_ray(*lean.calibration, camera);
  const std::optional<BiasRatio> left =
      what == RigRicher::kNothing ? result.bias : bias_in_rig(*best.calibration, camera, options, WithIntervals::kNo);
  result.best_total_px = camera_error(best.spread, nullptr, RigRicher::kNothing, camera).total;
  if (!left) return result;
  result.left_eps_px = left->headline().eps_px;
  result.left_ratio = left->headline().ratio;
  result.is_lower_bound = is_biased(*left, options.thresholds);
  return result;
}

void assess_pairs(const RigExplanation& lean, const RigExplanation& best, RigRicher what,
                  const RigAssessOptions& options, RigAssessment* result) {
  const RigCalibration& rig = *lean.calibration;
  RigPairOptions how{.distances_m = options.distances_m.empty() ? usual_distances(rig) : options.distances_m};
  for (std::size_t c = 0; c < rig.cameras.size(); ++c) {
    const auto& bias = result->cameras[c].bias;
    how.noise_px.push_back(bias ? bias->headline().sigma_d_px : rig.cameras[c].fit.s_d);
  }
  for (std::size_t a = 0; a < rig.cameras.size(); ++a) {
    for (std::size_t b = a + 1; b < rig.cameras.size(); ++b) {
      require_go_on(options.progress);
      result->pairs.push_back(evaluate_pair(lean.spread, best.spread, what, a, b, how));
      result->pairs.back().common_instants = common_instants(rig, a, b);
      add_matched_rows(rig, how.noise_px, &result->pairs.back());
      if (what == RigRicher::kNothing) continue;
      result->best_pairs.push_back(evaluate_pair(best.spread, a, b, how));
      add_matched_rows(*best.calibration, how.noise_px, &result->best_pairs.back());
    }
  }
}

/// Of what the verdict is about, what is most wrong, px.
double weakest_bound_px(const RigAssessment& rig) {
  double worst = 0;
  for (const RigCameraAssessment& camera : rig.cameras) worst = std::max(worst, camera.error.bound95);
  for (const RigPair& pair : rig.pairs) worst = std::max(worst, pair.rows.bound95);
  return worst;
}

/// The rig without single instants that do not belong to the others, where it is surer then; nothing where it is not.
std::optional<RigAssessment> without_deviating(const RigAssessment& all, const RigObservations& observations,
                                               RigAssessOptions options) {
  constexpr double kMostLeftOut = 0.2;
  const std::vector<std::string> deviating = all.consistency.deviating();
  const auto is_meant = [&](const Instant& one) {
    return std::find(deviating.begin(), deviating.end(), one.name) != deviating.end();
  };
  RigObservations fewer = observations;
  std::erase_if(fewer.instants, is_meant);
  const auto count = static_cast<double>(observations.instants.size());
  if (static_cast<double>(deviating.size()) > kMostLeftOut * count) return std::nullopt;
  options.leave_out_deviating = false;
  try {
    RigAssessment without = assess_rig(fewer, options);
    if (!without.calibration.converged() || weakest_bound_px(without) >= weakest_bound_px(all)) return std::nullopt;
    without.left_out_instants = deviating;
    return without;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
    return std::nullopt;  // what is left does not do
  }
}

}  // namespace

double share_without_ray(const RigCalibration& rig, std::size_t camera) {
  return share_without_ray(rig.cameras[camera].camera, rig_geometry(rig).mapping_of(camera));
}

std::optional<BiasRatio> bias_in_rig(const RigCalibration& rig, std::size_t camera, const RigAssessOptions& options,
                                     WithIntervals intervals) {
  BiasOptions how{.seed = options.seed, .threads = options.threads, .progress = uncounted(options.progress)};
  if (intervals == WithIntervals::kNo) how.resamples = 0;
  try {
    return bias_ratio(camera_view(rig, camera), how);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
    return std::nullopt;
  }
}

RigAssessment assess_rig(const RigObservations& observations, const RigAssessOptions& options) {
  validate(observations);
  if (options.models.size() != 1 && options.models.size() != observations.cameras.size()) {
    throw Error(ErrorCode::kBadOption, "there are " + std::to_string(options.models.size()) + " models for " +
                                           std::to_string(observations.cameras.size()) + " cameras");
  }
  const RigChoices choices = choose_alone(observations, options);
  RigAssessment result;
  result.calibration = calibrate_plainly(choices, options);
  if (!result.calibration.converged()) return result;
  const RigExplanationPtr plain = rig_explanation_of(result.calibration, options.threads, uncounted(options.progress));
  if (!plain) {  // says why
    static_cast<void>(influenced_rig(result.calibration, options.threads, uncounted(options.progress)));
  }
  const RigExplanationPtr lean = chosen_of(plain, choices, options);
  result.calibration = *lean->calibration;
  result.lean = lean;
  FoundRigExplanations found{lean, lean};
  if (options.explain) {
    RigSearchOptions how = search_options(*lean, choices, options);
    if (all_left_open(options)) how.models_for_all.clear();  // chosen_of() has tried them
    found = find_rig_explanations(lean, how);
  }
  const RigRicher what = richer_by(*lean, *found.best);
  for (std::size_t c = 0; c < result.calibration.cameras.size(); ++c) {
    result.cameras.push_back(assess_camera(*lean, *found.best, what, c, options));
    result.cameras.back().left_out_corners = choices.left_out[c];
  }
  assess_pairs(*lean, *found.best, what, options, &result);
  const RigConsistencyOptions how{
      .seed = options.seed, .threads = options.threads, .progress = uncounted(options.progress)};
  result.consistency = rig_consistency(result.calibration, how);
  if (what != RigRicher::kNothing) {
    result.best = found.best;
    if (!result.consistency.is_one_rig()) result.best_consistency = rig_consistency(*found.best->calibration, how);
  }
  result.steps = std::move(found.steps);
  result.verdict = rig_verdict(result, options.tolerance_px, options.thresholds);
  if (options.leave_out_deviating && result.consistency.finding == RigFinding::kFewInstants) {
    if (auto without = without_deviating(result, observations, options)) return std::move(*without);
  }
  return result;
}

}  // namespace fiducia

#include "fiducia/assess/trust.h"

#include <algorithm>
#include <cmath>

#include "fiducia/evaluate/image_length.h"

namespace fiducia {
namespace {

void describe(const Explanation& best, const BiasRatio& bias, const VerdictThresholds& thresholds, Trust* trust) {
  trust->model = best.calibration.model;
  trust->camera = best.spread.camera;
  trust->target_shape = best.calibration.target.basis.shape();
  trust->effects = best.calibration.effects.layout.effects();
  trust->explanation_px = image_length(best.random.error.mean);
  trust->bias_ratio = bias.headline().ratio;
  trust->eps_px = bias.headline().eps_px;
  trust->is_lower_bound = is_biased(bias, thresholds);
  trust->degrees_of_freedom = best.random.sample.degrees_of_freedom;
}

BiasRatio bias_of(const Explanation& best, const ExplanationOptions& options) {
  return bias_ratio(
      best.calibration,
      {.resamples = 0, .plain = options.plain_bias, .threads = options.threads, .progress = options.progress});
}

void fill(const SystematicError& error, Trust* trust) {
  trust->random_px = image_length(error.lean_random);
  trust->systematic_px = image_length(error.bias);
  trust->systematic_px_ci95 = {image_length(error.bias_ci95[0]), image_length(error.bias_ci95[1])};
  trust->total_px = image_length(error.total);
  trust->bound95_px = image_length(std::max(error.bound95, error.total));
}

/// Whether the other explanation has nothing more than effects that act in single frames.
bool differ_in_frames_only(const Explanation& lean, const Explanation& best) {
  const Calibration& a = lean.calibration;
  const Calibration& b = best.calibration;
  return same_model(*a.model, *b.model) && a.target.basis.shape() == b.target.basis.shape() &&
         a.effects.layout.common_size() == b.effects.layout.common_size();
}

/// Frames that the other one does without.
std::vector<std::string> missing_frames(const Calibration& calibration, const Calibration& other) {
  std::vector<std::string> names;
  for (const FrameFit& frame : calibration.frames) {
    const auto same = [&](const FrameFit& one) { return one.index == frame.index; };
    if (std::none_of(other.frames.begin(), other.frames.end(), same)) names.push_back(frame.name);
  }
  return names;
}

}  // namespace

Trust trust_in(const Explanation& lean, const BiasRatio& bias, const Explanation& best,
               const ExplanationOptions& options, const VerdictThresholds& thresholds) {
  Trust trust;
  trust.without_ray = lean.without_ray;
  trust.by_frames_px = image_length(lean.random.error.mean);
  trust.is_calibration_itself =
      same_model(*lean.calibration.model, *best.calibration.model) &&
      lean.calibration.target.basis.shape() == best.calibration.target.basis.shape() &&
      lean.calibration.effects.layout.effects() == best.calibration.effects.layout.effects() &&
      lean.calibration.frames.size() == best.calibration.frames.size();
  if (trust.is_calibration_itself) {
    describe(lean, bias, thresholds, &trust);
    trust.random_px = trust.total_px = image_length(lean.random.error.mean);
    trust.bound95_px = image_length(lean.random.bound95);
    return trust;
  }
  describe(best, bias_of(best, options), thresholds, &trust);
  trust.without_frames = missing_frames(lean.calibration, best.calibration);
  const SystematicError error = systematic_error(lean.spread, best.spread, trust.degrees_of_freedom, options.mapping);
  fill(error, &trust);
  if (!trust.without_frames.empty()) {
    // Chance did not put them there: the camera is off by what they make of it, or by what others see of it.
    const SystematicError constant =
        systematic_error({lean.spread.camera}, best.spread, trust.degrees_of_freedom, options.mapping);
    if (constant.total > error.total) fill(constant, &trust);
    return trust;
  }
  if (error.bias == 0) trust.bound95_px = std::max(trust.bound95_px, image_length(lean.random.bound95));
  const bool simpler = best.parameters() <= lean.parameters();
  if (differ_in_frames_only(lean, best)) {
    // What differs from frame to frame is no bias.
    trust.systematic_px = 0;
    trust.systematic_px_ci95[0] = 0;
    if (error.rich_random < error.lean_random) {
      // The surer camera sees what chance made of this one, to its own error.
      trust.total_px = image_length(error.difference + error.rich_random);
      trust.bound95_px = std::max(image_length(error.bound95), trust.total_px);
    } else {
      // Where effects make a camera less sure and put it farther away than 95% of what chance does, it is as likely
      // that they took the lens' part: the bound allows for what they say, but so much is not to be expected.
      trust.total_px = image_length(std::min(error.total, lean.random.bound95));
    }
    trust.random_px = trust.total_px;
  } else if (simpler && (error.bias_ci95[0] == 0 || best.calibration.fit.cost >= lean.calibration.fit.cost)) {
    // A simpler one does about as well, and is surer: that shows no bias of this one, only that it is less sure.
    trust.systematic_px = 0;
    trust.random_px = trust.total_px = image_length(lean.random.error.mean);
    trust.bound95_px = image_length(lean.random.bound95);
    trust.degrees_of_freedom = lean.random.sample.degrees_of_freedom;
  }
  return trust;
}

Trust trust_in(const Camera& given, const Explanation& best, const ExplanationOptions& options,
               const VerdictThresholds& thresholds) {
  Trust trust;
  trust.without_ray = share_without_ray(given, options.mapping);
  describe(best, bias_of(best, options), thresholds, &trust);
  fill(systematic_error({given}, best.spread, trust.degrees_of_freedom, options.mapping), &trust);
  return trust;
}

void add_doubt(const ModelDoubt& doubt, Trust* trust) {
  const double total_px = image_length(doubt.total);
  if (total_px > trust->total_px) {
    trust->total_px = total_px;
    trust->random_px = std::sqrt(total_px * total_px - trust->systematic_px * trust->systematic_px);
  }
  trust->model_doubt_px = image_length(doubt.bound95);
  trust->bound95_px = std::max({trust->bound95_px, trust->model_doubt_px, trust->total_px});
}

void add_unseen_bend(double bound95, Trust* trust) {
  trust->unseen_bend_px = image_length(bound95);
  trust->bound95_px = std::max(trust->bound95_px, trust->unseen_bend_px);
}

}  // namespace fiducia

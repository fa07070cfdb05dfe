#include "fiducia/evaluate/expected_total.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fiducia/camera/spline.h"
#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/evaluate/candidate_models.h"
#include "fiducia/evaluate/convert_model.h"
#include "fiducia/evaluate/explanation_trials.h"
#include "fiducia/evaluate/model_weights.h"
#include "fiducia/evaluate/observed_field.h"

namespace fiducia {
namespace {

/// px^2: two cameras without a ray in common.
constexpr double kNothingInCommon = 1e3;
constexpr double kInfinitely = std::numeric_limits<double>::infinity();

std::vector<std::optional<ModelFit>> fits_of(const std::vector<std::optional<Explanation>>& explanations) {
  std::vector<std::optional<ModelFit>> fits;
  for (const auto& one : explanations) {
    fits.emplace_back();
    if (!one) continue;
    const Calibration& calibration = one->calibration;
    fits.back() = {static_cast<double>(calibration.fit.n_observations), one->marginal, lens_parameters(calibration)};
  }
  return fits;
}

bool is_splined(const Explanation& one) { return as_spline(*one.calibration.model) != nullptr; }

/// px^2, of a place without a ray. A splined lens has none where no corner came near; what a formula has there is a
/// guess, which serves in its place: it is so many times as wrong there as where there are corners.
double price_of_lost_ray(const Explanation& one, double least_of_formulas) {
  constexpr double kGuess = 3;
  return is_splined(one) ? std::min(kPriceOfLostRay, kGuess * kGuess * least_of_formulas) : kPriceOfLostRay;
}

double bias_seen_from(const Explanation& other, const Explanation& one, const MappingErrorOptions& mapping) {
  try {
    return systematic_error(one.spread, other.spread, other.random.sample.degrees_of_freedom, mapping, WithBound::kNo)
        .bias;
  } catch (const Error&) {
    return kNothingInCommon;
  }
}

}  // namespace

ExpectedTotals expected_totals(const std::vector<std::optional<Explanation>>& explanations, double c,
                               const MappingErrorOptions& mapping) {
  constexpr double kNoWeight = 1e-6;
  const std::vector<std::optional<ModelFit>> fits = fits_of(explanations);
  std::vector<double> weights = model_weights(fits, c);
  double without_ray = 1;
  for (const auto& one : explanations) {
    if (one) without_ray = std::min(without_ray, one->without_ray);
  }
  std::vector<double> totals(explanations.size(), kInfinitely);
  double least_of_formulas = kInfinitely;
  const auto add_total = [&](std::size_t i) {
    const Explanation& one = *explanations[i];
    totals[i] = std::max(one.random.error.mean, one.random_std);
    for (std::size_t j = 0; j < explanations.size(); ++j) {
      if (j != i && weights[j] > kNoWeight) totals[i] += weights[j] * bias_seen_from(*explanations[j], one, mapping);
    }
    const double lost = one.without_ray - without_ray;
    if (lost > 0) totals[i] += lost * price_of_lost_ray(one, least_of_formulas);
  };
  for (const bool splined : {false, true}) {
    for (std::size_t i = 0; i < explanations.size(); ++i) {
      if (!explanations[i] || is_splined(*explanations[i]) != splined) continue;
      add_total(i);
      if (!splined) least_of_formulas = std::min(least_of_formulas, totals[i]);
    }
  }
  return {std::move(totals), std::move(weights), doubt_weights(fits, c)};
}

std::optional<std::size_t> least_wrong(const std::vector<std::optional<Explanation>>& explanations,
                                       const ExpectedTotals& totals) {
  return leanest_of_best(fits_of(explanations), totals.totals, totals.weights);
}

namespace {

constexpr double kNotExcluded = 0.05;

ModelFit fit_of(const Calibration& calibration, double cost) {
  return {static_cast<double>(calibration.fit.n_observations), cost, lens_parameters(calibration)};
}

/// Richer lenses for the same frames, with the target's shape and the effects of the explanation.
class RicherLenses {
 public:
  RicherLenses(ExplanationPtr lean, const ExplanationOptions& options, const std::shared_ptr<LensFits>& known)
      : explanation_(std::move(lean)), lean_(explanation_->calibration), options_(options), trials_(options, known) {}

  [[nodiscard]] std::vector<Calibration> all() {
    const TargetShape shape = lean_.target.basis.shape();
    const bool plain = shape == TargetShape::kPlanar && lean_.effects.empty();
    const std::vector<std::shared_ptr<const Model>> models = models_for(observed_field_deg(lean_));
    std::vector<std::shared_ptr<const Calibration>> found(models.size());
    parallel_for(models.size(), options_.threads, [&](std::size_t i) {
      if (models[i]->size() <= lens_parameters(lean_)) return;
      std::shared_ptr<const Calibration> tried = trials_.with_lens(explanation_, models[i]);
      if (!tried) {
        if (!as_special_case(lean_, *models[i])) tried = from_nothing(models[i]);
      } else if (!plain) {
        tried = is_worth_a_try(*tried) ? trials_.calibrated(lean_, {models[i], shape, lean_.effects.layout.effects()})
                                       : nullptr;
      }
      if (tried && is_sound(*tried)) found[i] = std::move(tried);
    });
    std::vector<Calibration> all;
    for (const std::shared_ptr<const Calibration>& one : found) {
      if (one) all.push_back(*one);
    }
    return all;
  }

 private:
  /// Where the lean lens leads nowhere with this model.
  [[nodiscard]] std::shared_ptr<Calibration> from_nothing(const std::shared_ptr<const Model>& model) const {
    CalibrateOptions how{.model = model,
                         .loss = lean_.loss,
                         .target_shape = lean_.target.basis.shape(),
                         .effects = lean_.effects.layout.effects(),
                         .progress = options_.progress};
    how.leave_out.assign(lean_.observations->frames.size(), "not used");
    for (const FrameFit& frame : lean_.frames) how.leave_out[frame.index].clear();
    Calibration tried = calibrate(lean_.observations, how);
    if (!tried.converged() || tried.frames.size() != lean_.frames.size()) return nullptr;
    return std::make_shared<Calibration>(std::move(tried));
  }

  /// With target and effects as the lean one has them: one that fits far worse is not worth the time of its own.
  [[nodiscard]] bool is_worth_a_try(const Calibration& quick) const {
    constexpr double kHardlyProbable = 1e-3;
    double squares = 0;
    for (const double r : lean_.residuals.all()) squares += r * r;
    const double held = lean_.fit.cost - squares;  // by the effects' widths
    return doubt_weights({fit_of(lean_, lean_.fit.cost), fit_of(quick, quick.fit.cost + held)},
                         explanation_->disagreement)[1] > kHardlyProbable;
  }

  [[nodiscard]] static bool is_sound(const Calibration& calibration) {
    constexpr int kUsual = 8;
    return corners_outside_domain(calibration) == 0 &&
           frames_can_tell(calibration, calibration.model->size() <= kUsual ? 2 : 1);
  }

  ExplanationPtr explanation_;
  const Calibration& lean_;
  const ExplanationOptions& options_;
  ExplanationTrials trials_;
};

/// As select_model() has it: of those that fit about as well as the best.
double disagreement_of(const Explanation& lean, const std::vector<Calibration>& richer, int threads) {
  constexpr double kFitsAsWell = 1.1;
  double least = lean.calibration.fit.rmse;
  for (const Calibration& one : richer) least = std::min(least, one.fit.rmse);
  std::vector<double> all;
  if (lean.calibration.fit.rmse <= kFitsAsWell * least) all.push_back(lean.disagreement);
  for (const Calibration& one : richer) {
    if (one.fit.rmse > kFitsAsWell * least) continue;
    try {
      all.push_back(disagreement_of_frames(one, threads));
    } catch (const Error& error) {
      if (error.code() == ErrorCode::kCancelled) throw;
    }
  }
  return all.empty() ? lean.disagreement : disagreement_of_models(std::move(all));
}

}  // namespace

ModelDoubt doubt_about_lens(const ExplanationPtr& from, const InfluencedCamera& judged,
                            const ExplanationOptions& options, const std::shared_ptr<LensFits>& known) {
  const Explanation& lean = *from;
  if (is_splined(lean)) return {};
  std::vector<Calibration> richer = RicherLenses(from, options, known).all();
  std::vector<std::optional<ModelFit>> fits = {fit_of(lean.calibration, lean.marginal)};
  for (const Calibration& one : richer) fits.emplace_back(fit_of(one, marginal_cost(one)));
  const std::vector<double> weights = doubt_weights(fits, disagreement_of(lean, richer, options.threads));
  std::vector<std::optional<Explanation>> explanations = {lean};
  explanations[0]->spread = judged;
  for (std::size_t i = 0; i < richer.size(); ++i) {
    explanations.push_back(weights[i + 1] >= kNotExcluded ? explanation_of(std::move(richer[i]), options)
                                                          : std::nullopt);
  }
  ModelDoubt doubt = doubt_about(explanations, weights, 0, options.mapping);
  if (judged.influences.size() == 0) doubt.total = 0;
  return doubt;
}

ModelDoubt doubt_about(const std::vector<std::optional<Explanation>>& explanations, const std::vector<double>& weights,
                       std::size_t one, const MappingErrorOptions& mapping) {
  const Explanation& lean = *explanations[one];
  ModelDoubt doubt;
  double others = 0;
  for (std::size_t j = 0; j < explanations.size(); ++j) {
    if (!explanations[j] || weights[j] < kNotExcluded) continue;
    const Explanation& rich = *explanations[j];
    if (lens_parameters(rich.calibration) <= lens_parameters(lean.calibration)) continue;
    try {
      const SystematicError error =
          systematic_error(lean.spread, rich.spread, rich.random.sample.degrees_of_freedom, mapping);
      doubt.total += weights[j] * (lean.random.error.mean + error.bias);
      doubt.bound95 = std::max(doubt.bound95, error.bound95);
      others += weights[j];
    } catch (const Error&) {  // no ray in common: nothing to tell
    }
  }
  if (others > 0) doubt.total += (1 - others) * lean.random.error.mean;
  return doubt;
}

}  // namespace fiducia

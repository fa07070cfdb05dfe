#include "fiducia/evaluate/explanation.h"

#include <algorithm>
#include <cmath>

#include "fiducia/camera/spline.h"
#include "fiducia/core/distributions.h"
#include "fiducia/core/error.h"
#include "fiducia/evaluate/tile_fits.h"

namespace fiducia {
namespace {

/// A difference in the share of the image without a ray that decides between explanations of about the same fit.
constexpr double kRaysLost = 0.02;
constexpr double kAboutAsGood = 1.1;
constexpr double kConfidenceOfFit = 0.999;
/// Intrinsics per frame beyond which comparing frames says nothing about how certain they are.
constexpr double kMostPerFrame = 2;
/// Of a splined lens.
constexpr std::size_t kFewestFramesForSpline = 10;
/// That a bias is no chance. Less than usual: the better fit speaks for the richer one already. More where the richer
/// one's camera is much less certain and the fit is not overwhelming.
constexpr double kConfidenceOfBias = 0.9;
constexpr double kConfidenceOfDearBias = 0.975;
constexpr double kMuchLessCertain = 1.5;
constexpr double kOverwhelming = 30;
/// Random error, px^2, in parts of the leaner camera's: beyond it, the richer one leaves the camera open.
constexpr double kLeftOpen = 10;
/// A marginal likelihood takes the widths of effects for known. They settle to a tenth (solve/fit_effects.cc), which
/// alone leaves 3 of N log(cost) open.
constexpr double kOpenOfMarginal = 5;

double mean_cost(const FitSummary& fit) { return std::max(fit.cost / fit.n_observations, kRounding_px * kRounding_px); }

/// What so many parameters gain of N log(RSS_lean / RSS_rich) where nothing is there to gain, hardly ever more.
double gain_by_chance(int more) { return more > 0 ? boost::math::quantile(ChiSquared(more), kConfidenceOfFit) : 0; }

Eigen::MatrixXd by_observed_frame(const Calibration& calibration, const Eigen::MatrixXd& influences) {
  const Eigen::Index parameters = calibration.model->size();
  Eigen::MatrixXd all =
      Eigen::MatrixXd::Zero(parameters, static_cast<Eigen::Index>(calibration.observations->frames.size()));
  for (std::size_t j = 0; j < calibration.frames.size(); ++j) {
    all.col(static_cast<Eigen::Index>(calibration.frames[j].index)) =
        influences.col(static_cast<Eigen::Index>(j)).head(parameters);
  }
  return all;
}

double marginal_evidence(const Calibration& lean, double lean_cost, const Calibration& rich, double rich_cost,
                         double c) {
  FitSummary fit = lean.fit;
  fit.cost = lean_cost;
  return fit_evidence(fit, rich_cost, common_parameters(rich) - common_parameters(lean), c) - kOpenOfMarginal;
}

double disagreement(double random, double random_std) {
  return random_std > 0 ? std::max(1.0, random / random_std) : 1;
}

}  // namespace

int lens_parameters(const Calibration& calibration) {
  if (as_spline(*calibration.model) == nullptr) return calibration.model->size();
  const EffectFit& effects = calibration.effects;
  const int poses = 6 * static_cast<int>(calibration.frames.size());
  const int others = calibration.target.basis.degrees_of_freedom() + effects.layout.common_size() +
                     static_cast<int>(std::lround(effects.freedom));
  return std::max(0, calibration.fit.n_parameters - poses - others);
}

bool frames_can_tell(const Calibration& calibration, double parameters_per_frame) {
  const std::size_t frames = calibration.frames.size();
  if (as_spline(*calibration.model) != nullptr) return frames >= kFewestFramesForSpline;
  return calibration.model->size() <= parameters_per_frame * static_cast<double>(frames);
}

Explanation require_explanation(Calibration calibration, const ExplanationOptions& options) {
  require_converged(calibration, "an explanation");
  if (calibration.covariance_std.size() == 0) {
    throw Error(ErrorCode::kDegenerate, "these observations leave intrinsics open, which were fixed");
  }
  InfluencedCamera spread{*calibration.camera};
  Explanation result{.calibration = std::move(calibration), .spread = std::move(spread)};
  const Calibration& fitted = result.calibration;
  result.marginal = marginal_cost(fitted);
  const MappingSensitivity sensitivity = mapping_sensitivity(*fitted.camera, options.mapping);
  EstimatorInput input(fitted, {.threads = options.threads, .progress = options.progress});
  result.random = error_bound(input, sensitivity.H);
  result.random_std = expected_error(sensitivity.H, fitted.covariance_std).mean;
  result.disagreement = disagreement(result.random.error.mean, result.random_std);
  result.spread.influences = by_observed_frame(fitted, input.influences().corrected);
  const int looked_at = sensitivity.points + sensitivity.without_ray;
  result.without_ray = static_cast<double>(sensitivity.without_ray) / looked_at;
  return result;
}

double disagreement_of_frames(const Calibration& calibration, int threads) {
  const Eigen::MatrixXd H = mapping_sensitivity(*calibration.camera, {}).H;
  EstimatorInput input(calibration, {.threads = threads});
  const Eigen::MatrixXd influences = input.influences().corrected.topRows(calibration.model->size());
  return disagreement(expected_error(H, influences * influences.transpose()).mean,
                      expected_error(H, calibration.covariance_std).mean);
}

std::optional<Explanation> explanation_of(Calibration calibration, const ExplanationOptions& options) {
  try {
    return require_explanation(std::move(calibration), options);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
    return std::nullopt;
  }
}

ExplanationChoice choose_explanation(const Explanation& first, const Explanation& second,
                                     const MappingErrorOptions& mapping) {
  const bool marginal = has_effects_of_frames(first.calibration) && has_effects_of_frames(second.calibration);
  const auto rank = [&](const Explanation& one) {
    return marginal ? std::pair(common_parameters(one.calibration), -one.marginal)
                    : std::pair(one.parameters(), -mean_cost(one.calibration.fit));
  };
  const bool second_is_rich = rank(second) > rank(first);
  const Explanation& lean = second_is_rich ? first : second;
  const Explanation& rich = second_is_rich ? second : first;
  ExplanationChoice choice;
  choice.evidence = fit_evidence(lean, rich, rich.disagreement);
  choice.error =
      systematic_error(lean.spread, rich.spread, rich.random.sample.degrees_of_freedom, mapping, WithBound::kNo);
  if (std::abs(lean.without_ray - rich.without_ray) > kRaysLost) {
    const bool rich_has_more = rich.without_ray < lean.without_ray;
    const double rmse = rich_has_more ? rich.calibration.fit.rmse / lean.calibration.fit.rmse
                                      : lean.calibration.fit.rmse / rich.calibration.fit.rmse;
    if (rmse < kAboutAsGood) {
      choice.second = rich_has_more == second_is_rich;
      return choice;
    }
  }
  const SystematicError& error = choice.error;
  const bool comparable = frames_can_tell(rich.calibration, kMostPerFrame);
  const bool dear = error.rich_random > kMuchLessCertain * error.lean_random && choice.evidence < kOverwhelming;
  // Of the same lens with a cause that the frames show, any gain is one: there is no other model to mistake it for.
  // Unless it leaves the camera open: a difference to that shows nothing by itself.
  const bool same_lens = same_model(*lean.calibration.model, *rich.calibration.model);
  const bool open = error.rich_random > kLeftOpen * error.lean_random;
  const double needed = open || (dear && !same_lens) ? kConfidenceOfDearBias : same_lens ? 0 : kConfidenceOfBias;
  // A lean camera that lies outside of the rich one's own 95% bound is excluded by that, however few the frames are.
  const double bound95 = rich.random.bound95 * error.rich_random / std::max(rich.random.error.mean, 1e-300);
  const double shown = error.bias_confidence > needed || error.difference > bound95 ? error.bias : 0;
  const bool rich_wins = comparable && choice.evidence > 0 && error.rich_random < error.lean_random + shown;
  choice.second = rich_wins == second_is_rich;
  return choice;
}

double fit_evidence(const Calibration& lean, const Calibration& rich, double c) {
  if (has_effects_of_frames(lean) && has_effects_of_frames(rich)) {
    return marginal_evidence(lean, marginal_cost(lean), rich, marginal_cost(rich), c);
  }
  return fit_evidence(lean, rich.fit.cost, rich.fit.n_parameters - lean.fit.n_parameters, c);
}

double fit_evidence(const Explanation& lean, const Explanation& rich, double c) {
  const Calibration& a = lean.calibration;
  const Calibration& b = rich.calibration;
  const bool marginal = has_effects_of_frames(a) && has_effects_of_frames(b);
  return marginal ? marginal_evidence(a, lean.marginal, b, rich.marginal, c) : fit_evidence(a, b, c);
}

double fit_evidence(const Calibration& lean, double rich_cost, int more, double c) {
  return fit_evidence(lean.fit, rich_cost, more, c);
}

double fit_evidence(const FitSummary& lean, double rich_cost, int more, double c) {
  const double mean = std::max(rich_cost / lean.n_observations, kRounding_px * kRounding_px);
  const double gain = lean.n_observations * std::log(mean_cost(lean) / mean) / c;
  return gain - gain_by_chance(more);
}

double cost_with_evidence(const FitSummary& lean, int more, double c) {
  return lean.n_observations * mean_cost(lean) * std::exp(-gain_by_chance(more) * c / lean.n_observations);
}

}  // namespace fiducia

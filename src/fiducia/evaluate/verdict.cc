#include "fiducia/evaluate/verdict.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/evaluate/select.h"

namespace fiducia {
namespace {

std::string percent(double part) { return std::to_string(std::lround(100 * part)) + "%"; }

std::vector<std::string> outlying_frames(const Calibration& calibration, const Evaluation& evaluation) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < evaluation.frames.size(); ++j) {
    if (evaluation.frames[j].outlying) names.push_back(calibration.frames[j].name);
  }
  return names;
}

/// The ninth of the image where the mapping is least certain, in words.
std::string weakest_place(const UncertaintyMap& map) {
  static constexpr std::array<const char*, 9> kNames = {
      "the upper left corner", "the upper edge",        "the upper right corner", "the left edge",         "the middle",
      "the right edge",        "the lower left corner", "the lower edge",         "the lower right corner"};
  std::array<double, 9> sums{};
  std::array<int, 9> counts{};
  for (std::size_t i = 0; i < map.cells.size(); ++i) {
    if (!map.cells[i].in_domain) continue;
    const auto column = static_cast<int>(i) % map.columns;
    const auto row = static_cast<int>(i) / map.columns;
    const auto ninth = static_cast<std::size_t>(3 * (3 * row / map.rows) + 3 * column / map.columns);
    sums[ninth] += map.cells[i].sigma_px;
    ++counts[ninth];
  }
  std::size_t worst = 4;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (counts[i] > 0 && (counts[worst] == 0 || sums[i] / counts[i] > sums[worst] / counts[worst])) worst = i;
  }
  return kNames[worst];
}

/// How bad it is that these observations ask for another camera than the given one; good where they do not.
Judgement judged_difference(const OptimumCheck& optimum, const VerdictThresholds& thresholds) {
  if (optimum.at_minimum) return Judgement::kGood;
  if (!optimum.problem.empty()) return Judgement::kQuestionable;
  if (optimum.difference_px <= std::max(optimum.expected_px, thresholds.bias_px_negligible)) return Judgement::kGood;
  return optimum.difference_px > thresholds.error_px_bad ? Judgement::kBad : Judgement::kQuestionable;
}

/// Whether the bias is one of the observations. A camera that is not theirs leaves systematic residuals too, makes
/// frames stand out and may fold over, and all of that goes with it.
bool stays_biased(const OptimumCheck& optimum, const VerdictThresholds& thresholds) {
  return is_biased(optimum.best_bias, thresholds);
}

Judgement judged_uncertainty(const Evaluation& evaluation, const VerdictThresholds& thresholds) {
  if (evaluation.find(Covariance::kCr2) == nullptr) return Judgement::kQuestionable;
  const double error_px = std::sqrt(evaluation.of(Covariance::kCr2).k_95);
  if (error_px <= thresholds.error_px_good) return Judgement::kGood;
  return error_px <= thresholds.error_px_bad ? Judgement::kQuestionable : Judgement::kBad;  // no number: bad
}

Judgement judged_bias(const BiasRatio& bias, const VerdictThresholds& thresholds) {
  if (!is_biased(bias, thresholds)) return Judgement::kGood;
  const BiasEstimate& estimate = bias.headline();
  const bool bad =
      estimate.ratio_ci95[0] > thresholds.bias_ratio_bad || estimate.eps_px_ci95[0] > thresholds.bias_px_bad;
  return bad ? Judgement::kBad : Judgement::kQuestionable;
}

/// What to do about frames that stand out; empty where none does.
std::string outlier_action(const Calibration& calibration, const Evaluation& evaluation) {
  const std::vector<std::string> outlying = outlying_frames(calibration, evaluation);
  if (outlying.empty()) return {};
  return "look at " + some_of(outlying) + " (blurred, moved, wrong corners?), leave " +
         (outlying.size() == 1 ? "it" : "them") + " out" +
         (calibration.loss.plain() ? " or calibrate with --loss cauchy:PX" : "");
}

std::string bias_action(const Calibration& calibration, const Evaluation& evaluation,
                        const std::optional<BetterModel>& better) {
  // First the model: a wrong one makes frames stand out that are as good as the others.
  if (better && better->target_shape != calibration.target.basis.shape()) {
    return "the target is not what it is said to be: find its shape with the camera (calibrate with --target-shape " +
           std::string(to_string(better->target_shape)) + "), there the systematic part is " +
           in_digits(better->eps_px) + " px (BR " + in_digits(better->ratio) + "); or mount it on something flat";
  }
  if (better) {
    return "take the model " + better->name + ": there the systematic part is " + in_digits(better->eps_px) +
           " px (BR " + in_digits(better->ratio) + ")";
  }
  if (const std::string action = outlier_action(calibration, evaluation); !action.empty()) return action;
  const BiasSource& source = evaluation.source;
  if (source.target_share > source.image_share && source.target_share > 0.05) {
    return "check the target: its corners seem to be displaced (out of the plane by " +
           in_digits(1e3 * source.out_of_plane_m) +
           " mm RMS, if its size is given in metres); mount it on something flat and rigid, or measure it" +
           (calibration.target.basis.shape() == TargetShape::kPlanar
                ? ", or take more images and find its shape with the camera (calibrate with --target-shape free)"
                : "");
  }
  if (source.image_share > 0.05) {
    return "check the images: the residuals follow the place in the image and no model here removes that (cropped, "
           "rectified or stabilised images, rolling shutter?)";
  }
  return "check the corners: neither the lens nor the target's shape explains it (motion blur, rolling shutter, a "
         "detector without sub-pixel refinement?)";
}

Verdict about_domain(const Calibration& calibration, const Evaluation& evaluation) {
  return {Judgement::kBad,
          std::to_string(evaluation.corners_outside_domain) + " corners lie where " +
              std::string(calibration.model->info().name) + " folds over: the model does not describe this lens",
          "choose another model; 'fiducia select' finds one"};
}

Verdict about_bias(const Calibration& calibration, const Evaluation& evaluation,
                   const std::optional<BetterModel>& better) {
  const BiasEstimate& bias = evaluation.bias.headline();
  return {Judgement::kQuestionable,
          "something is systematically wrong: " + in_digits(bias.eps_px) + " px RMS, " + percent(bias.ratio) +
              " of the squared residual, is not noise (noise: " + in_digits(bias.sigma_d_px) +
              " px), and no covariance sees all that it does to the result",
          bias_action(calibration, evaluation, better)};
}

Verdict about_difference(const OptimumCheck& optimum) {
  return {Judgement::kQuestionable,
          !optimum.problem.empty() ? "the best fit of these observations is not known: " + optimum.problem
                                   : "these observations ask for another camera: it maps " +
                                         in_digits(optimum.difference_px) + " px RMS away from the given one, where " +
                                         in_digits(optimum.expected_px) + " px is what their own uncertainty explains",
          "calibrate anew with these images, or find out what changed (focus, zoom, crop, image size)"};
}

Verdict about_uncertainty(const Calibration& calibration, const Evaluation& evaluation,
                          const VerdictThresholds& thresholds) {
  if (evaluation.find(Covariance::kCr2) == nullptr) {
    return {Judgement::kQuestionable,
            "these observations leave parameters of the model open: nothing can be said about how uncertain they are",
            "take more images, tilted in different directions and up to the image's corners, or a model with fewer "
            "parameters"};
  }
  const double error_px = std::sqrt(evaluation.of(Covariance::kCr2).k_95);
  const double ratio = error_px / thresholds.error_px_good;
  const double more = std::ceil(static_cast<double>(calibration.frames.size()) * (ratio * ratio - 1));
  constexpr double kMany = 200;  // beyond it, other images are needed, not more
  const std::string outliers = outlier_action(calibration, evaluation);
  return {Judgement::kQuestionable,
          "the images leave too much open: with 95% confidence the mapping is off by less than " + in_digits(error_px) +
              " px RMS, and " + in_digits(thresholds.error_px_good) + " px is where good ends",
          !outliers.empty()
              ? outliers
              : "take more images" +
                    (more <= kMany ? " (about " + in_digits(more, 3) + " of the kind there are; fewer that show more)"
                                   : std::string()) +
                    ", with the board in " + weakest_place(evaluation.map) +
                    " and tilted by 30 to 45 degrees in different directions"};
}

Verdict about_outliers(const Calibration& calibration, const Evaluation& evaluation) {
  return {Judgement::kQuestionable,
          "there are frames that do not fit in with the others, with residuals several times theirs: " +
              some_of(outlying_frames(calibration, evaluation)),
          outlier_action(calibration, evaluation)};
}

Verdict about_few_frames(const Calibration& calibration, const Evaluation& evaluation) {
  return {Judgement::kQuestionable,
          "only " + std::to_string(calibration.frames.size()) +
              " frames: so few can hardly be compared, and how uncertain the result is remains a guess itself",
          "take more images, 20 or more in all, with the board in " + weakest_place(evaluation.map) +
              " and tilted by 30 to 45 degrees in different directions"};
}

Verdict good(const Evaluation& evaluation) {
  const BiasEstimate& bias = evaluation.bias.headline();
  return {Judgement::kGood,
          "no systematic error to speak of (" + in_digits(bias.eps_px) + " px, BR " + in_digits(bias.ratio) +
              "), and with 95% confidence the mapping is off by less than " +
              in_digits(std::sqrt(evaluation.of(Covariance::kCr2).k_95)) + " px RMS",
          "none needed; where the mapping must be surer, take more images with the board in " +
              weakest_place(evaluation.map)};
}

}  // namespace

std::string_view to_string(Judgement judgement) {
  switch (judgement) {
    case Judgement::kGood: return "good";
    case Judgement::kQuestionable: return "questionable";
    case Judgement::kBad: return "bad";
  }
  return "unknown";
}

bool is_biased(const BiasRatio& bias, const VerdictThresholds& thresholds) {
  const BiasEstimate& estimate = bias.headline();
  return bias.p_value < thresholds.bias_p_value && estimate.eps_px > thresholds.bias_px_negligible &&
         estimate.ratio > thresholds.bias_ratio_good;
}

Verdict verdict(const Calibration& calibration, const Evaluation& evaluation, const VerdictThresholds& thresholds,
                const std::optional<BetterModel>& better, const std::optional<OptimumCheck>& optimum) {
  const bool folds = evaluation.corners_outside_domain > 0;
  const Judgement bias = judged_bias(evaluation.bias, thresholds);
  const Judgement difference = optimum ? judged_difference(*optimum, thresholds) : Judgement::kGood;
  const Judgement uncertainty = judged_uncertainty(evaluation, thresholds);
  const Judgement worst = folds ? Judgement::kBad : std::max({bias, difference, uncertainty});
  if (worst == Judgement::kGood) {
    if (!outlying_frames(calibration, evaluation).empty()) return about_outliers(calibration, evaluation);
    const bool few = static_cast<double>(calibration.frames.size()) < thresholds.frames_good;
    return few ? about_few_frames(calibration, evaluation) : good(evaluation);
  }
  // Also where the best fit is biased, if nearly all of the residual goes with the given camera.
  constexpr double kHardlyAnything = 0.1;
  const bool another_camera =
      difference != Judgement::kGood && optimum->problem.empty() &&
      (!stays_biased(*optimum, thresholds) || optimum->best_cost < kHardlyAnything * optimum->cost);
  Verdict result = another_camera                   ? about_difference(*optimum)
                   : folds                          ? about_domain(calibration, evaluation)
                   : bias != Judgement::kGood       ? about_bias(calibration, evaluation, better)
                   : difference != Judgement::kGood ? about_difference(*optimum)
                                                    : about_uncertainty(calibration, evaluation, thresholds);
  result.judgement = worst;
  return result;
}

namespace {

constexpr double kClearlyLess = 0.8;
constexpr double kFarLess = 0.5;
/// Fewer leave a free shape hardly anything to be wrong with.
constexpr std::size_t kFewestForShape = 8;

/// The same model with a target of free shape; nothing where these frames cannot carry that.
std::optional<BetterModel> with_free_target(const Calibration& calibration, const BiasRatio& bias, int threads) {
  if (calibration.target.basis.shape() != TargetShape::kPlanar || calibration.frames.size() < kFewestForShape) {
    return std::nullopt;
  }
  try {
    const Calibration bent = calibrate(
        calibration.observations,
        {.model = calibration.model, .loss = calibration.loss, .target_shape = TargetShape::kFree, .threads = threads});
    if (!bent.converged()) return std::nullopt;
    const BiasRatio left = bias_ratio(bent, {.resamples = 0, .plain = bias.plain_asked_for, .threads = threads});
    return BetterModel{std::string(calibration.model->info().name), TargetShape::kFree, left.headline().ratio,
                       left.headline().eps_px};
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

std::optional<BetterModel> find_better_model(const Calibration& calibration, const BiasRatio& bias, int threads) {
  const std::optional<BetterModel> bent = with_free_target(calibration, bias, threads);
  const auto far_better = [&](double eps_px) { return bent && bent->eps_px < kFarLess * eps_px; };
  // With every model the target as this one found it: quick, and a model that is right needs no other.
  Observations known = *calibration.observations;
  known.target.points = target_points(calibration);
  const Selection selection = select_model(known, {.loss = calibration.loss,
                                                   .plain_bias = bias.plain_asked_for,
                                                   .bias_resamples = 0,
                                                   .cross_validation = false,
                                                   .threads = threads});
  const SelectEntry* entry = selection.recommended ? &selection.entries[*selection.recommended] : nullptr;
  const bool another = entry != nullptr && !same_model(*entry->calibration.model, *calibration.model) &&
                       entry->bias.headline().eps_px <= kClearlyLess * bias.headline().eps_px;
  if (far_better(another ? entry->bias.headline().eps_px : bias.headline().eps_px)) return bent;
  if (!another) return std::nullopt;
  return BetterModel{std::string(entry->calibration.model->info().name), calibration.target.basis.shape(),
                     entry->bias.headline().ratio, entry->bias.headline().eps_px};
}

OptimumCheck check_optimum(const Calibration& fixed, const EvaluateOptions& evaluated) {
  require_converged(fixed, "a check of the optimum");
  const int threads = evaluated.threads;
  OptimumCheck check;
  check.at_minimum = fixed.fit.at_minimum;
  check.cost = fixed.fit.cost;
  check.best_cost = fixed.fit.cost;
  if (check.at_minimum) return check;
  CalibrateOptions options;
  options.model = fixed.model;
  options.loss = fixed.loss;
  options.threads = threads;
  options.target_shape = fixed.target.basis.shape();
  options.start.parameters = fixed.camera->parameters();
  if (options.target_shape != TargetShape::kPlanar) options.start.target_points = fixed.target.points;
  options.start.poses.resize(fixed.observations->frames.size());
  options.frame_weights.assign(fixed.observations->frames.size(), 0);
  for (const FrameFit& frame : fixed.frames) {
    options.start.poses[frame.index] = frame.camera_from_target;
    options.frame_weights[frame.index] = frame.weight;
  }
  const Calibration best = calibrate(fixed.observations, options);
  if (!best.converged()) {
    check.problem = best.message;
    return check;
  }
  check.best_cost = best.fit.cost;
  try {
    const MappingDifference difference = mapping_difference(*fixed.camera, *best.camera, evaluated.mapping.grid);
    check.difference_px = evaluated.mapping.compensate_rotation ? difference.compensated.k_px : difference.plain.k_px;
    const ExpectedError error = expected_mapping_error(*best.camera, covariance(best), evaluated.mapping);
    check.expected_px = std::sqrt(error.distribution.quantile(0.95));
    check.best_bias = bias_ratio(best, {.resamples = 0, .plain = evaluated.plain_bias, .threads = threads});
  } catch (const Error& error) {
    check.problem = error.what();
  }
  return check;
}

}  // namespace fiducia

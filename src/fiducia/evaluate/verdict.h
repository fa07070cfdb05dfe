#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fiducia/evaluate/evaluation.h"

namespace fiducia {

/// Where good ends and bad begins. docs/verdict.md tells where the defaults come from.
struct VerdictThresholds {
  double bias_ratio_good = 0.05;  ///< BR up to which nothing is said
  double bias_ratio_bad = 0.8;    ///< lower end of its interval, beyond which the residuals are hardly noise any more
  double bias_p_value = 0.01;     ///< of the F-test, above which a bias is taken for chance
  double bias_px_negligible = 0.01;  ///< eps_bias below which no BR is held against anything
  double bias_px_bad = 0.5;
  double error_px_good = 1;  ///< the 95% quantile of the mapping error, px RMS, by cr2
  double error_px_bad = 3;
  double frames_good = 8;    ///< frames below which their disagreement says too little
  double outlier_ratio = 3;  ///< of a frame's RMSE to the median frame's
};

enum class Judgement { kGood, kQuestionable, kBad };
[[nodiscard]] std::string_view to_string(Judgement judgement);

struct Verdict {
  Judgement judgement = Judgement::kGood;
  std::string reason;  ///< one sentence
  std::string action;  ///< the one thing that helps most
};

/// What explains the observations better, where that was looked for: another model, or this one with a target whose
/// shape is found as well.
struct BetterModel {
  std::string name;
  TargetShape target_shape = TargetShape::kPlanar;
  double ratio = 0;
  double eps_px = 0;
};

/// For a calibration that somebody else made: how it relates to the best fit of these observations.
struct OptimumCheck {
  bool at_minimum = true;
  double cost = 0;           ///< px^2, with the given intrinsics
  double best_cost = 0;      ///< px^2, with free intrinsics
  double difference_px = 0;  ///< mapping error between the given camera and the best fit, px RMS
  double expected_px = 0;    ///< 95% quantile of the best fit's own uncertainty by cr2, px RMS
  BiasRatio best_bias;       ///< what is left with free intrinsics
  std::string problem;       ///< why the best fit is not known; empty: it is
};

/// As bad as the worst of what is found. The reason and the action are those of the cause to remove first: observations
/// that ask for another camera and have no bias with that one, then a model that folds over, then a bias, then too
/// little data. The action names frames that stand out, where no better model is known.
[[nodiscard]] Verdict verdict(const Calibration& calibration, const Evaluation& evaluation,
                              const VerdictThresholds& thresholds = {}, const std::optional<BetterModel>& better = {},
                              const std::optional<OptimumCheck>& optimum = {});

/// Whether a bias is there that a better model might explain: worth a look at other models.
[[nodiscard]] bool is_biased(const BiasRatio& bias, const VerdictThresholds& thresholds = {});

/// The model that select_model() recommends, if it is another one that leaves clearly less bias; or the same model with
/// a free target, if that leaves far less than either.
[[nodiscard]] std::optional<BetterModel> find_better_model(const Calibration& calibration, const BiasRatio& bias,
                                                           int threads = 1);

/// Calibrates the given observations from a camera that stayed fixed, and compares.
/// `evaluated`: how the evaluation
/// beside it looks at the mapping and the bias.
[[nodiscard]] OptimumCheck check_optimum(const Calibration& fixed, const EvaluateOptions& evaluated = {});

}  // namespace fiducia

#pragma once

#include <optional>

#include "fiducia/evaluate/explanation_trials.h"

namespace fiducia {

/// What of the squared residuals of explanations is systematic, and how much of that matters: of one explanation after
/// the other, the first of which is where a search began. Squares are px^2.
class SystematicPart {
 public:
  /// Of what is systematic: less does not matter.
  static constexpr double kFair = 0.2;
  /// Of it: whatever explains more leaves nothing for a lens without a formula or a second camera.
  static constexpr double kAllButNothing = 0.97;

  explicit SystematicPart(int threads) : threads_(threads) {}

  /// The explanation that all the rest is about.
  void look_at(const ExplanationPtr& full);
  /// The noise of a coordinate of any explanation, as small parts of the target show it (the bias ratio's sigma_d).
  [[nodiscard]] double noise_variance_of(const ExplanationPtr& one);

  [[nodiscard]] double noise_variance() const { return noise_variance_; }
  [[nodiscard]] double excess() const { return excess_; }
  /// When only the lens had been looked at.
  [[nodiscard]] double excess_at_first() const { return excess_at_first_.value_or(0); }
  /// Whether of that there is no more than what does not matter, chance allowed for.
  [[nodiscard]] bool only_a_trace_is_left() const;
  /// A fair part of what is systematic now, and more than a trace of what was at first.
  [[nodiscard]] double least_that_matters() const;
  /// Whether so much does that a calibration with so many parameters more and this cost explains.
  [[nodiscard]] bool matters(double cost, int more_parameters) const;
  /// By how much the cost falls, to first order, with so many parameters more, where these are worth a fit: what they
  /// explain by chance, and half of what would make them evident and explain `enough` of what is systematic.
  [[nodiscard]] double promising_gain(int more_parameters, double enough) const;

 private:
  [[nodiscard]] const FitSummary& fit() const { return full_->calibration.fit; }

  int threads_;
  ExplanationPtr full_;
  double noise_variance_ = 0;
  double excess_ = 0;
  std::optional<double> excess_at_first_;
  ExplanationPtr noise_for_;
  double noise_of_ = 0;
};

}  // namespace fiducia

#include "fiducia/assess/causes.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <tuple>

#include "fiducia/assess/cause_share.h"
#include "fiducia/assess/cause_size.h"
#include "fiducia/assess/mixed_causes.h"
#include "fiducia/core/error.h"
#include "fiducia/core/statistics.h"
#include "fiducia/evaluate/effect_cost.h"
#include "fiducia/evaluate/frame_gain.h"
#include "fiducia/evaluate/image_length.h"
#include "fiducia/evaluate/target_stretch.h"

namespace fiducia {
namespace {

/// A frame whose residuals are so many times the median frame's is one by itself.
constexpr double kOutlying = 3;

/// What a part of the full explanation does to the camera that is judged when it is ignored, px^2 per coordinate; of
/// what acts in single frames, to first order.
double cost_of(const ExplanationStep& step, const Explanation& lean, const Calibration& full,
               const ExplanationOptions& options) {
  try {
    if (acts_in_frames(step.cause)) {
      const Eigen::MatrixXd H = mapping_sensitivity(*lean.calibration.camera, options.mapping).H;
      return expected_effect_cost(lean.calibration, full, effect_of(step.cause), H);
    }
    return systematic_error(step.before->spread, step.after->spread, step.after->random.sample.degrees_of_freedom,
                            options.mapping, WithBound::kNo)
        .bias;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
    return 0;
  }
}

CauseShare share_by(const Systematic& whole, const std::vector<double>& r0, const std::vector<double>& r1, double k,
                    CauseCode code) {
  return share_of(whole, r0, r1, k, static_cast<std::uint64_t>(code));
}

void fill_share(const CauseShare& share, ErrorCause* cause) {
  cause->share = share.share;
  cause->share_ci95 = share.ci95;
}

class Accounting {
 public:
  Accounting(const Explanation& lean, const FoundExplanations& found, const ExplanationOptions& options)
      : lean_(lean),
        found_(found),
        full_(found.full->calibration),
        options_(options),
        in_full_(squares_by_frame(full_)) {
    const FitSummary& fit = lean.calibration.fit;
    whole_.lean = squares_by_frame(lean.calibration);
    whole_.variance = full_.fit.variance;
    if (found.noise_px > 0) whole_.variance = std::min(whole_.variance, found.noise_px * found.noise_px);
    whole_.freedom = static_cast<double>(fit.n_observations - fit.n_parameters) /
                     static_cast<double>(lean.calibration.frames.size());
  }

  std::vector<ErrorCause> run() {
    std::vector<ErrorCause> causes;
    for (int code = 0; code < static_cast<int>(CauseCode::kFrames); ++code) {
      causes.push_back(cause_of_code(static_cast<CauseCode>(code)));
    }
    hold_against_disagreement(&causes);
    causes.push_back(frames());
    return causes;
  }

 private:
  [[nodiscard]] ErrorCause cause_of_code(CauseCode code) const {
    ErrorCause cause{.code = code};
    std::vector<double> r0(whole_.lean.size(), 0);
    std::vector<double> r1(whole_.lean.size(), 0);
    double parameters = 0;
    double cost = 0;
    double p_value = 1;
    for (const ExplanationStep& step : found_.steps) {
      if (step.cause != code) continue;
      cause.present = true;
      const Calibration& before = step.before->calibration;
      const Calibration& after = step.after->calibration;
      const std::vector<double> more = squares_by_frame(before);
      const std::vector<double> less = squares_by_frame(after);
      for (std::size_t j = 0; j < r0.size(); ++j) {
        r0[j] += more[j];
        r1[j] += less[j];
      }
      const int k = after.fit.n_parameters - before.fit.n_parameters;
      parameters += k;
      cost += cost_of(step, lean_, full_, options_);
      const int left = after.fit.n_observations - after.fit.n_parameters;
      p_value = std::min(p_value, f_test(sum_of(more), sum_of(less), std::max(1, k), left));
    }
    constexpr double kChance = 1e-3;
    constexpr double kNothing = 5e-4;
    if (code == CauseCode::kLens && p_value > kChance) cause.present = false;  // one as good, but simpler
    if (cause.present) {
      cause.tried = true;
      cause.p_value = p_value;
      fill_share(share_by(whole_, r0, r1, parameters, code), &cause);
      const double more = (sum_of(r0) - sum_of(r1)) / full_.fit.n_observations;
      fill_size(full_, std::sqrt(std::max(0.0, more)), &cause);
      cause.costs_px = image_length(cost);
      if (acts_in_frames(code)) cause.or_else = others_as_good(code);
      constexpr double kNothing_px = 0.005;
      cause.present = cause.share >= kNothing || cause.costs_px >= kNothing_px;
      return cause;
    }
    if (code == CauseCode::kLens) cause.tried = options_.other_models;
    if (code == CauseCode::kTarget) cause.tried = found_.shapes_tried;
    for (const Alternative& alternative : found_.alternatives) {
      if (alternative.cause != code) continue;
      cause.tried = true;
      if (alternative.in_place_of) continue;
      const std::vector<double>& squares = alternative.squares;
      const double k = std::max(1, alternative.more_parameters);
      if (!found_.steps.empty()) fill_share(share_by(whole_, in_full_, squares, k, code), &cause);
      const FitSummary& fit = full_.fit;
      cause.p_value = f_test(sum_of(in_full_), sum_of(squares), k, fit.n_observations - fit.n_parameters - k);
    }
    return cause;
  }

  /// What acts in single frames makes them disagree about the camera. Where effects of the sizes that were found would
  /// make them disagree far more than they do, they cancel each other in every frame: which of them it is, and how
  /// large, is not known, and each costs its part of the disagreement.
  void hold_against_disagreement(std::vector<ErrorCause>* causes) const {
    constexpr double kFarMore = 4;
    const double seen = image_length(lean_.random.error.mean);
    std::vector<ErrorCause*> acting;
    double expected = 0;
    double share = 0;
    for (ErrorCause& cause : *causes) {
      if (!cause.present || !acts_in_frames(cause.code)) continue;
      acting.push_back(&cause);
      expected += cause.costs_px * cause.costs_px;
      share += cause.share;
    }
    if (!(expected > seen * seen)) return;
    if (!(expected > kFarMore * seen * seen)) {
      for (ErrorCause* cause : acting) cause->costs_px *= seen / std::sqrt(expected);
      return;
    }
    std::vector<ErrorCause*> refuted;
    std::copy_if(acting.begin(), acting.end(), std::back_inserter(refuted),
                 [&](const ErrorCause* cause) { return cause->costs_px > seen; });
    for (ErrorCause* cause : refuted) {
      cause->size = std::numeric_limits<double>::quiet_NaN();
      for (const ErrorCause* other : refuted) {
        const auto& known = cause->or_else;
        const bool is_new = other != cause && std::find(known.begin(), known.end(), other->code) == known.end();
        if (is_new) cause->or_else.push_back(other->code);
      }
    }
    for (ErrorCause* cause : acting) {
      if (share > 0) cause->costs_px = std::min(cause->costs_px, seen * std::sqrt(cause->share / share));
    }
  }

  /// Effects that leave about the same residuals in the place of this one: the difference of the likelihoods, frame by
  /// frame, is no more than chance (Vuong 1989).
  [[nodiscard]] std::vector<CauseCode> others_as_good(CauseCode code) const {
    constexpr double kClearly = 2;
    std::vector<CauseCode> others;
    for (const Alternative& alternative : found_.alternatives) {
      if (alternative.in_place_of != code) continue;
      const double clearly =
          gain_by_frame(alternative.squares, in_full_, full_.fit.variance, -2.0 * alternative.more_parameters);
      if (clearly < kClearly) others.push_back(alternative.cause);
    }
    return others;
  }

  /// Single frames that stand out of what the full explanation leaves.
  [[nodiscard]] ErrorCause frames() const {
    ErrorCause cause{.code = CauseCode::kFrames, .tried = true, .unit = "frames"};
    const Eigen::MatrixXd H = mapping_sensitivity(*full_.camera, options_.mapping).H;
    std::vector<double> sizes;
    for (const FrameFit& frame : full_.frames) sizes.push_back(frame.rmse);
    const double usual = median(sizes);
    const std::vector<double> none(sizes.size(), 0);
    std::vector<double> outlying = none;
    double others = 0;
    double shift = 0;
    for (std::size_t j = 0; j < sizes.size(); ++j) {
      if (!(sizes[j] > kOutlying * usual) || !(usual > 0)) {
        others += in_full_[j];
        continue;
      }
      ++cause.size;
      cause.frames.push_back(full_.frames[j].name);
      outlying[j] = in_full_[j];
      const Eigen::VectorXd pull = found_.full->spread.influences.col(static_cast<Eigen::Index>(full_.frames[j].index));
      shift += pull.dot(H * pull);
    }
    if (cause.size == 0) return cause;
    cause.present = true;
    Systematic whole = whole_;  // with the noise of the other frames: single ones are not the noise of all
    whole.variance =
        std::min(whole.variance, others / (static_cast<double>(sizes.size()) - cause.size) / whole.freedom);
    fill_share(share_by(whole, outlying, none, whole.freedom * cause.size, cause.code), &cause);
    cause.costs_px = image_length(shift);
    return cause;
  }

  const Explanation& lean_;
  const FoundExplanations& found_;
  const Calibration& full_;
  const ExplanationOptions& options_;
  std::vector<double> in_full_;  // squares by frame
  Systematic whole_;
};

/// A target whose shape is a matter of its size is named so.
void name_target_size(const Calibration& full, std::vector<ErrorCause>* causes) {
  constexpr double kPerCent = 100;
  ErrorCause other{.code = CauseCode::kTargetSize};
  for (ErrorCause& cause : *causes) {
    if (cause.code != CauseCode::kTarget) continue;
    other.tried = cause.tried;
    const std::optional<TargetStretch> stretch = cause.present ? target_stretch(full) : std::nullopt;
    if (!stretch) continue;
    std::swap(cause, other);
    std::swap(cause.code, other.code);
    const bool gap = std::abs(stretch->gap) > std::abs(stretch->columns_over_rows);
    other.size = kPerCent * (gap ? stretch->gap : stretch->columns_over_rows);
    other.unit = gap ? "% gap" : "%";
  }
  causes->push_back(other);
}

/// Causes that were measured against different noise may explain more than all; of one whole they are parts.
void make_parts_of_one(std::vector<ErrorCause>* causes) {
  double all = 0;
  for (const ErrorCause& cause : *causes) all += cause.present ? cause.share : 0;
  if (!(all > 1)) return;
  for (ErrorCause& cause : *causes) {
    if (!cause.present) continue;
    cause.share /= all;
    for (double& limit : cause.share_ci95) limit /= all;
  }
}

}  // namespace

void sort_by_cost(std::vector<ErrorCause>* causes) {
  std::stable_sort(causes->begin(), causes->end(), [](const ErrorCause& a, const ErrorCause& b) {
    return std::tuple(a.present, a.costs_px, a.share) > std::tuple(b.present, b.costs_px, b.share);
  });
}

std::vector<ErrorCause> causes_of(const Explanation& lean, const FoundExplanations& found,
                                  const ExplanationOptions& options) {
  std::vector<ErrorCause> causes = Accounting(found.mixed ? *found.from : lean, found, options).run();
  std::vector<ErrorCause> mixed = mixed_causes(lean, found, options);
  name_target_size(found.full->calibration, &causes);
  double explained = 0;
  for (const ErrorCause& cause : mixed) explained += cause.present ? cause.share : 0;
  for (ErrorCause& cause : causes) {  // of what the mixed frames leave
    cause.share *= 1 - explained;
    for (double& limit : cause.share_ci95) limit *= 1 - explained;
  }
  causes.insert(causes.end(), mixed.begin(), mixed.end());
  make_parts_of_one(&causes);
  sort_by_cost(&causes);
  return causes;
}

}  // namespace fiducia

#include "fiducia/assess/causes.h"

#include <algorithm>
#include <boost/math/distributions/fisher_f.hpp>
#include <cmath>
#include <numbers>
#include <numeric>
#include <tuple>

#include "fiducia/camera/disturbed_projection.h"
#include "fiducia/core/error.h"
#include "fiducia/core/random.h"
#include "fiducia/core/statistics.h"
#include "fiducia/evaluate/effect_cost.h"
#include "fiducia/evaluate/frame_gain.h"
#include "fiducia/evaluate/image_length.h"
#include "fiducia/evaluate/observed_field.h"

namespace fiducia {
namespace {

constexpr double kMillimetres = 1000;
constexpr double kPerCent = 100;
/// A frame whose residuals are so many times the median frame's is one by itself.
constexpr double kOutlying = 3;

double sum_of(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

/// What all shares are parts of, and what of a frame's squares is noise.
struct Systematic {
  std::vector<double> lean;  // squares by frame
  double variance = 0;       // of a coordinate's noise
  double freedom = 0;        // of the lean calibration's residuals, per frame
};

/// (RSS_0 - RSS_1 - k sigma^2) over (RSS - dof sigma^2).
double share(const Systematic& whole, const std::vector<double>& r0, const std::vector<double>& r1, double k,
             const std::vector<std::size_t>& drawn) {
  double explained = 0;
  double all = 0;
  const double per_frame = k / static_cast<double>(r0.size());
  for (const std::size_t j : drawn) {
    explained += r0[j] - r1[j] - per_frame * whole.variance;
    all += whole.lean[j] - whole.freedom * whole.variance;
  }
  return all > 0 ? std::clamp(explained / all, 0.0, 1.0) : 0;
}

void fill_share(const Systematic& whole, const std::vector<double>& r0, const std::vector<double>& r1, double k,
                ErrorCause* cause) {
  constexpr int kResamples = 500;
  std::vector<std::size_t> frames(r0.size());
  std::iota(frames.begin(), frames.end(), std::size_t{0});
  cause->share = share(whole, r0, r1, k, frames);
  RandomStream random(1, static_cast<std::uint64_t>(cause->code));
  std::vector<double> shares;
  std::vector<std::size_t> drawn(frames.size());
  for (int i = 0; i < kResamples; ++i) {
    for (std::size_t& j : drawn) j = random.index(static_cast<std::uint32_t>(frames.size()));
    shares.push_back(share(whole, r0, r1, k, drawn));
  }
  cause->share_ci95 = {quantile(shares, 0.025), quantile(shares, 0.975)};
}

double f_test(double r0, double r1, double k, double left) {
  if (!(r1 > 0) || !(r0 > r1) || !(left > 0)) return r0 > r1 ? 0 : 1;
  const double f = ((r0 - r1) / k) / (r1 / left);
  return boost::math::cdf(boost::math::complement(boost::math::fisher_f(k, left), f));
}

/// How much of a target's displacement stands out of its plane, from the lowest to the highest corner.
double peak_to_valley(const Calibration& calibration) {
  const std::vector<Vector3>& nominal = calibration.observations->target.points;
  const std::vector<Vector3>& found = target_points(calibration);
  double low = 0;
  double high = 0;
  for (std::size_t id = 0; id < nominal.size(); ++id) {
    const double rise = found[id].z() - nominal[id].z();
    if (!std::isfinite(rise)) continue;
    low = std::min(low, rise);
    high = std::max(high, rise);
  }
  return high - low;
}

constexpr double kDegree = std::numbers::pi / 180;

/// The size of a part of an explanation, in the unit that a user knows.
void fill_size(const Calibration& with, double lens_px, ErrorCause* cause) {
  const EffectFit& effects = with.effects;
  const auto width = [&](Effect effect, int count) {
    return effects.width.segment(effects.layout.first_of(effect), count).norm();
  };
  const auto set = [&](double size, std::string_view unit) {
    cause->size = size;
    cause->unit = unit;
  };
  switch (cause->code) {
    case CauseCode::kLens: return set(lens_px, "px");
    case CauseCode::kTarget: return set(kMillimetres * peak_to_valley(with), "mm");
    case CauseCode::kTargetBend: return set(kMillimetres * width(Effect::kTargetBend, 3), "mm");
    case CauseCode::kShutter: return set(pixels_per_radian(*with.camera) * width(Effect::kShutter, 2), "px");
    case CauseCode::kShutterColumns:
      return set(pixels_per_radian(*with.camera) * width(Effect::kShutterColumns, 2), "px");
    case CauseCode::kFocus: return set(kPerCent * width(Effect::kFocus, 1), "%");
    case CauseCode::kStabilisation: return set(width(Effect::kStabilisation, 2), "px");
    case CauseCode::kPupil: {
      const double theta = observed_field_deg(with) * kDegree;
      const Vector3 ray(std::sin(theta), 0, std::cos(theta));
      return set(kMillimetres * std::abs(pupil_shift(effects.common.head<2>(), ray)), "mm");
    }
    case CauseCode::kFrames: return;
  }
}

/// What a part of the full explanation does to the camera that is judged when it is ignored, px^2 per coordinate.
double cost_of(const ExplanationStep& step, const Explanation& lean, const Calibration& full,
               const ExplanationOptions& options) {
  try {
    if (acts_in_frames(step.cause)) {
      const Eigen::MatrixXd H = mapping_sensitivity(*lean.calibration.camera, options.mapping).H;
      // To first order: no more than the disagreement of its frames bears out.
      constexpr double kBorneOut = 4;
      return std::min(expected_effect_cost(lean.calibration, full, effect_of(step.cause), H),
                      kBorneOut * lean.random.error.mean);
    }
    return systematic_error(step.before->spread, step.after->spread, step.after->random.sample.degrees_of_freedom,
                            options.mapping, WithBound::kNo)
        .bias;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
    return 0;
  }
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
    causes.push_back(frames());
    std::stable_sort(causes.begin(), causes.end(), [](const ErrorCause& a, const ErrorCause& b) {
      return std::tuple(a.present, a.costs_px, a.share) > std::tuple(b.present, b.costs_px, b.share);
    });
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
    if (code == CauseCode::kLens && p_value > kChance) cause.present = false;  // one as good, but simpler
    if (cause.present) {
      cause.tried = true;
      cause.p_value = p_value;
      fill_share(whole_, r0, r1, parameters, &cause);
      const double more = (sum_of(r0) - sum_of(r1)) / full_.fit.n_observations;
      fill_size(full_, std::sqrt(std::max(0.0, more)), &cause);
      cause.costs_px = image_length(cost);
      if (acts_in_frames(code)) cause.or_else = others_as_good(code);
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
      if (!found_.steps.empty()) fill_share(whole_, in_full_, squares, k, &cause);
      const FitSummary& fit = full_.fit;
      cause.p_value = f_test(sum_of(in_full_), sum_of(squares), k, fit.n_observations - fit.n_parameters - k);
    }
    return cause;
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
      outlying[j] = in_full_[j];
      const Eigen::VectorXd pull = found_.full->spread.influences.col(static_cast<Eigen::Index>(full_.frames[j].index));
      shift += pull.dot(H * pull);
    }
    if (cause.size == 0) return cause;
    cause.present = true;
    Systematic whole = whole_;  // with the noise of the other frames: single ones are not the noise of all
    whole.variance = std::min(whole.variance, others / (static_cast<double>(sizes.size()) - cause.size) / whole.freedom);
    fill_share(whole, outlying, none, whole.freedom * cause.size, &cause);
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

}  // namespace

std::vector<ErrorCause> causes_of(const Explanation& lean, const FoundExplanations& found,
                                  const ExplanationOptions& options) {
  return Accounting(lean, found, options).run();
}

}  // namespace fiducia

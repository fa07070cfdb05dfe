#include "fiducia/assess/mixed_causes.h"

#include <algorithm>
#include <cmath>

#include "fiducia/assess/cause_share.h"
#include "fiducia/camera/disturbed_projection.h"
#include "fiducia/core/error.h"
#include "fiducia/evaluate/frame_gain.h"
#include "fiducia/evaluate/image_length.h"

namespace fiducia {
namespace {

CauseCode code_of(MixedKind kind) {
  switch (kind) {
    case MixedKind::kOtherCamera: return CauseCode::kOtherCamera;
    case MixedKind::kUpsideDown: return CauseCode::kUpsideDown;
    case MixedKind::kMirrored: return CauseCode::kMirrored;
  }
  return CauseCode::kOtherCamera;
}

double camera_moved_px(const Explanation& lean, const Explanation& without, const ExplanationOptions& options) {
  try {
    return image_length(systematic_error({lean.spread.camera}, without.spread, without.random.sample.degrees_of_freedom,
                                         options.mapping, WithBound::kNo)
                            .bias);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
    return 0;
  }
}

void fill(const Explanation& lean, const FoundExplanations& found, const ExplanationOptions& options,
          ErrorCause* cause) {
  const MixedFrames& mixed = *found.mixed;
  const Calibration& calibration = lean.calibration;
  const FitSummary& fit = calibration.fit;
  cause->present = true;
  cause->size = static_cast<double>(mixed.frames.size());
  cause->unit = "frames";
  if (mixed.or_else) cause->or_else = {code_of(*mixed.or_else)};
  for (const std::size_t index : mixed.frames) cause->frames.push_back(calibration.observations->frames[index].name);
  cause->costs_px = camera_moved_px(lean, *found.from, options);
  const Systematic whole{
      squares_by_frame(calibration), found.full->calibration.fit.variance,
      static_cast<double>(fit.n_observations - fit.n_parameters) / static_cast<double>(calibration.frames.size())};
  // What is left without them: each of them would leave what the others leave in the mean.
  const Calibration& rest = found.from->calibration;
  const std::vector<double> others = squares_by_frame(rest);
  std::vector<double> left(whole.lean.size(), sum_of(others) / static_cast<double>(others.size()));
  std::size_t k = 0;
  for (std::size_t j = 0; j < left.size() && k < others.size(); ++j) {
    if (rest.frames[k].index == calibration.frames[j].index) left[j] = others[k++];
  }
  const double parameters = calibration.model->size();
  const CauseShare share = share_of(whole, whole.lean, left, parameters, static_cast<std::uint64_t>(cause->code));
  cause->share = share.share;
  cause->share_ci95 = share.ci95;
  if (mixed.squares.size() != whole.lean.size()) return;
  const double more = std::max(1, mixed.more_parameters);
  cause->p_value =
      f_test(sum_of(whole.lean), sum_of(mixed.squares), more, fit.n_observations - fit.n_parameters - more);
}

}  // namespace

std::vector<ErrorCause> mixed_causes(const Explanation& lean, const FoundExplanations& found,
                                     const ExplanationOptions& options) {
  std::vector<ErrorCause> causes;
  for (const CauseCode code : {CauseCode::kOtherCamera, CauseCode::kUpsideDown, CauseCode::kMirrored}) {
    ErrorCause cause{.code = code, .tried = true};
    if (found.mixed && code_of(found.mixed->kind) == code) fill(lean, found, options, &cause);
    causes.push_back(std::move(cause));
  }
  return causes;
}

ErrorCause given_camera_cause(const Calibration& fixed, const OptimumCheck& optimum,
                              const VerdictThresholds& thresholds) {
  constexpr double kChance = 1e-3;
  constexpr double kPerCent = 100;
  ErrorCause cause{.code = CauseCode::kGivenCamera};
  if (!optimum.problem.empty() || optimum.best == nullptr) return cause;
  cause.tried = true;
  const FitSummary& best = optimum.best->fit;
  const int left = best.n_observations - best.n_parameters;
  cause.p_value = f_test(optimum.cost, optimum.best_cost, fixed.model->size(), left);
  cause.present =
      cause.p_value < kChance && optimum.difference_px > std::max(optimum.expected_px, thresholds.bias_px_negligible);
  if (!cause.present) return cause;
  const double noise = std::min(best.variance, std::pow(optimum.best_bias.headline().sigma_d_px, 2));
  const double excess = optimum.cost - left * noise;
  cause.share = excess > 0 ? std::clamp((optimum.cost - optimum.best_cost) / excess, 0.0, 1.0) : 0;
  cause.share_ci95 = {cause.share, cause.share};
  cause.costs_px = image_length(optimum.difference_px * optimum.difference_px);
  cause.size = kPerCent * (pixels_per_radian(*fixed.camera) / pixels_per_radian(*optimum.best->camera) - 1);
  cause.unit = "%";
  cause.parts = optimum.parts;
  return cause;
}

}  // namespace fiducia

#include "fiducia/assess/better_model.h"

#include "fiducia/core/error.h"
#include "fiducia/evaluate/find_explanation.h"

namespace fiducia {

std::optional<BetterModel> better_model(const Trust& trust) {
  if (trust.is_calibration_itself || trust.model == nullptr) return std::nullopt;
  return BetterModel{std::string(trust.model->info().name),
                     trust.target_shape,
                     trust.effects,
                     trust.without_frames,
                     trust.bias_ratio,
                     trust.eps_px,
                     trust.explanation_px};
}

std::optional<BetterModel> find_better_model(const Calibration& calibration, const BiasRatio& bias, int threads,
                                             const Progress& progress) {
  ExplanationOptions options;
  options.plain_bias = bias.plain_asked_for;
  options.threads = threads;
  options.progress = progress;
  try {
    const std::optional<Explanation> lean = explanation_of(calibration, options);
    if (!lean) return std::nullopt;
    return better_model(trust_in(*lean, bias, *find_explanations(*lean, options).best, options));
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
    return std::nullopt;
  }
}

}  // namespace fiducia

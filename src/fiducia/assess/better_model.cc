#include "fiducia/assess/better_model.h"

#include "fiducia/core/error.h"
#include "fiducia/evaluate/select.h"
#include "fiducia/solve/warm_start.h"

namespace fiducia {
namespace {

constexpr double kClearlyLess = 0.8;
constexpr double kFarLess = 0.5;
/// Fewer leave a free shape hardly anything to be wrong with.
constexpr std::size_t kFewestForShape = 8;

/// The same model with a target of free shape; nothing where these frames cannot carry that.
std::optional<BetterModel> with_free_target(const Calibration& calibration, const BiasRatio& bias, int threads,
                                            const Progress& progress) {
  if (calibration.target.basis.shape() != TargetShape::kPlanar || calibration.frames.size() < kFewestForShape) {
    return std::nullopt;
  }
  try {
    CalibrateOptions free = continued_from(calibration, threads);
    free.target_shape = TargetShape::kFree;
    free.progress = progress;
    const Calibration free_target = calibrate(calibration.observations, free);
    if (!free_target.converged()) return std::nullopt;
    const BiasRatio left = bias_ratio(
        free_target, {.resamples = 0, .plain = bias.plain_asked_for, .threads = threads, .progress = progress});
    return BetterModel{std::string(calibration.model->info().name), TargetShape::kFree, left.headline().ratio,
                       left.headline().eps_px};
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
    return std::nullopt;
  }
}

}  // namespace

std::optional<BetterModel> find_better_model(const Calibration& calibration, const BiasRatio& bias, int threads,
                                             const Progress& progress) {
  const std::optional<BetterModel> free_target = with_free_target(calibration, bias, threads, progress);
  const auto far_better = [&](double eps_px) { return free_target && free_target->eps_px < kFarLess * eps_px; };
  // With every model the target as this one found it: quick, and a model that is right needs no other.
  Observations known = *calibration.observations;
  known.target.points = target_points(calibration);
  const Selection selection = select_model(known, {.loss = calibration.loss,
                                                   .plain_bias = bias.plain_asked_for,
                                                   .bias_resamples = 0,
                                                   .cross_validation = false,
                                                   .known = &calibration,
                                                   .threads = threads,
                                                   .progress = progress});
  const SelectEntry* entry = selection.recommended ? &selection.entries[*selection.recommended] : nullptr;
  const bool another = entry != nullptr && !same_model(*entry->calibration.model, *calibration.model) &&
                       entry->bias.headline().eps_px <= kClearlyLess * bias.headline().eps_px;
  if (far_better(another ? entry->bias.headline().eps_px : bias.headline().eps_px)) return free_target;
  if (!another) return std::nullopt;
  return BetterModel{std::string(entry->calibration.model->info().name), calibration.target.basis.shape(),
                     entry->bias.headline().ratio, entry->bias.headline().eps_px};
}

}  // namespace fiducia

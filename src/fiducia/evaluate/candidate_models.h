#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "fiducia/solve/calibrate.h"

namespace fiducia {

/// The models of the registry that are worth trying for a lens that was seen so far from its axis.
[[nodiscard]] std::vector<std::shared_ptr<const Model>> models_for(double field_deg);
/// Those that are worth trying for some lens.
[[nodiscard]] std::vector<std::shared_ptr<const Model>> models_for_any_lens();

/// The model, or one with a formula for any lens in the place of a splined one: for what is seen without the finest of
/// the lens (frames of two cameras, boards upside down), and where hundreds of unknowns would take long.
[[nodiscard]] std::shared_ptr<const Model> with_formula(const std::shared_ptr<const Model>& model);

/// CalibrateOptions::tolerance of fits that are only compared, and where they may end: what takes longer from so near
/// is in a valley without a bottom, which these frames do not determine.
constexpr double kNearEnough = 0.03;
constexpr int kEnoughIterations = 40;

struct WarmStart {
  Loss loss = Loss::none();
  TargetShape target_shape = TargetShape::kPlanar;
  std::vector<Effect> effects = {};
  EffectFit effect_start = {};  ///< of these effects; empty: those of the calibration
  int max_iterations = CalibrateOptions{}.max_iterations;
  double tolerance = CalibrateOptions{}.tolerance;
  bool only_compared = false;
  double least_gain = 0;  ///< see CalibrateOptions
  int threads = 1;
  Progress progress = {};
};

/// Another model (or target shape) for the frames of a calibration, from its poses and the lens that explains its
/// corners (lens_like()), on `observations` with the same frames. Nothing where that does not converge.
[[nodiscard]] std::optional<Calibration> calibrate_like(const Calibration& known,
                                                        const std::shared_ptr<const Model>& model,
                                                        const std::shared_ptr<const Observations>& observations,
                                                        const WarmStart& how);

}  // namespace fiducia

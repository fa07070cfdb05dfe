#pragma once

#include <optional>
#include <vector>

#include "fiducia/evaluate/cause_code.h"
#include "fiducia/evaluate/rig_explanation.h"

namespace fiducia {

struct RigSearchOptions {
  /// Per camera: lens models that may be tried.
  std::vector<std::vector<std::shared_ptr<const Model>>> models = {};
  /// That may be tried for all cameras together: a camera by itself takes what its lens model lacks for the shape of
  /// the target, and only together they cannot.
  std::vector<std::shared_ptr<const Model>> models_for_all = {};
  bool shapes = true;                 ///< whether other shapes of the target may be tried
  std::vector<Effect> effects = {};   ///< that may be tried; see effects_of_rigs()
  std::vector<double> noise_px = {};  ///< per camera, of a corner's coordinate
  int threads = 1;
  Progress progress = {};  ///< only asked whether to go on
};

/// The effects that a rig can be fitted with.
[[nodiscard]] const std::vector<Effect>& effects_of_rigs();

/// A part that was added because it is more than chance.
struct RigStep {
  CauseCode cause = CauseCode::kLens;
  std::optional<std::size_t> camera = {};  ///< of a lens; nothing where it is that of all
  RigExplanationPtr before = {};
  RigExplanationPtr after = {};
  /// What it costs to do without, px: RMS over the cameras' mappings and the pairs' rows.
  double costs_px = 0;
};

struct FoundRigExplanations {
  RigExplanationPtr best;  ///< the one whose rig is to be trusted most
  RigExplanationPtr full;  ///< the one with everything that is more than chance and matters
  std::vector<RigStep> steps = {};
};

/// Looks for better explanations of a rig's views, part by part, the one with most evidence first (as
/// find_explanations() does for one camera): lenses, the target's shape, effects. What moves the cameras against each
/// other no camera shows by itself, so that effects are tried that no single camera asks for.
[[nodiscard]] FoundRigExplanations find_rig_explanations(const RigExplanationPtr& from,
                                                         const RigSearchOptions& options);

}  // namespace fiducia

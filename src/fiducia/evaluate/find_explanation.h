#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "fiducia/evaluate/cause_code.h"
#include "fiducia/evaluate/explanation.h"
#include "fiducia/evaluate/lens_fits.h"
#include "fiducia/evaluate/mixed_frames.h"

namespace fiducia {

/// A part of an explanation that was added because it is more than chance.
struct ExplanationStep {
  CauseCode cause = CauseCode::kLens;
  std::shared_ptr<const Explanation> before;
  std::shared_ptr<const Explanation> after;
};

/// The full explanation with one more effect, or with one in the place of another, to first order (effect_screen.h).
struct Alternative {
  CauseCode cause = CauseCode::kLens;    ///< that it has more
  std::optional<CauseCode> in_place_of;  ///< that it has less
  int more_parameters = 0;               ///< than the full one
  std::vector<double> squares;           ///< of the residuals that it leaves, by used frame, px^2
};

struct FoundExplanations {
  /// The one whose camera is to be trusted most (choose_explanation()).
  std::shared_ptr<const Explanation> best;
  /// The one with everything in it that is more than chance and matters, also where the camera does not gain by it.
  std::shared_ptr<const Explanation> full;
  std::vector<ExplanationStep> steps;     ///< from the calibration to the full explanation
  std::vector<Alternative> alternatives;  ///< of the effects that it does not have
  /// Frames that do not belong to the others, which everything above was found without; `from` is then the calibration
  /// of those that are left.
  std::optional<MixedFrames> mixed = {};
  std::shared_ptr<const Explanation> from = {};
  bool shapes_tried = false;                 ///< whether other shapes of the target were
  double noise_px = 0;                       ///< sigma_d of the full explanation; 0: not known, or there are no steps
  std::shared_ptr<LensFits> lens_fits = {};  ///< that were made on the way, of `from` among others
};

/// Starts from a calibration and looks for better explanations of its frames. Models come first: what a lens model
/// lacks, every effect feeds on. Then the target's shape and the effects, the one with the most evidence first as long
/// as one explains more than chance and a fair part of what is still systematic, and models again after each; at last
/// whatever is no longer needed goes. Frames that do not belong to the others are one more thing that can be found,
/// and where they are, all else is looked for without them.
[[nodiscard]] FoundExplanations find_explanations(Explanation from, const ExplanationOptions& options = {});

}  // namespace fiducia

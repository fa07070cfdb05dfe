#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fiducia/assess/verdict_thresholds.h"
#include "fiducia/evaluate/explanation.h"
#include "fiducia/evaluate/model_doubt.h"

namespace fiducia {

/// How wrong a camera is, in pixels: two-dimensional lengths, RMS over the image, after the best rotation
/// (docs/method.md 11).
struct Trust {
  double total_px = 0;      ///< root of the sum of squares of the next two
  double random_px = 0;     ///< what other frames of the same kind would change
  double by_frames_px = 0;  ///< the same from the disagreement of the frames alone (cr2); 0 for a camera that was given
  double systematic_px = 0;  ///< what all frames have in common, as far as the explanation shows it
  std::array<double, 2> systematic_px_ci95{};
  double bound95_px = 0;  ///< with 95% confidence the camera is off by less, as far as the explanation goes
  /// What it would be if the target were bent in a way that these frames do not show; in the bound. 0: not looked at.
  double unseen_bend_px = 0;
  /// What it would be if a richer lens model were right that cannot be excluded; in the bound. 0: not looked at.
  double model_doubt_px = 0;
  double degrees_of_freedom = 0;  ///< "as good as so many independent comparisons": of what the bound rests on
  /// Even the best explanation leaves something systematic: the camera is at least so wrong.
  bool is_lower_bound = false;
  double without_ray = 0;  ///< share of the image where the camera has no ray
  /// The best explanation of the frames; the calibration itself where none is better.
  std::shared_ptr<const Model> model = {};
  std::optional<Camera> camera = {};  ///< of the explanation: what the judged one is compared with
  TargetShape target_shape = TargetShape::kPlanar;
  std::vector<Effect> effects = {};
  std::vector<std::string> without_frames = {};  ///< that it does without, because they do not belong to the others
  bool is_calibration_itself = false;
  double explanation_px = 0;  ///< how uncertain its camera is
  double bias_ratio = 0;      ///< what the explanation leaves
  double eps_px = 0;          ///< px RMS per coordinate
};

/// lean: the calibration that is judged. bias: its own, which serves where it is the best explanation itself.
/// Throws an Error where two cameras cannot be compared.
[[nodiscard]] Trust trust_in(const Explanation& lean, const BiasRatio& bias, const Explanation& best,
                             const ExplanationOptions& options = {}, const VerdictThresholds& thresholds = {});

/// The same of a camera that somebody gave: it does not depend on these frames, so that all of its error is constant.
[[nodiscard]] Trust trust_in(const Camera& given, const Explanation& best, const ExplanationOptions& options = {},
                             const VerdictThresholds& thresholds = {});

/// With the doubt about the model that was chosen: what the images leave open is at least so much.
void add_doubt(const ModelDoubt& doubt, Trust* trust);

/// With a bend of the target that cannot be excluded, see bound_with_unseen_bend().
void add_unseen_bend(double bound95, Trust* trust);

}  // namespace fiducia

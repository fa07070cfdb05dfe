#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fiducia/evaluate/bias_ratio.h"
#include "fiducia/evaluate/error_bound.h"
#include "fiducia/evaluate/marginal_cost.h"
#include "fiducia/evaluate/systematic_error.h"

namespace fiducia {

/// One way to explain the frames (a lens model, a shape of the target, effects), with what choosing between them needs.
struct Explanation {
  Calibration calibration;
  InfluencedCamera spread;  ///< of the camera
  ErrorBound random;        ///< by cr2
  double random_std = 0;    ///< EME by std, px^2
  double disagreement = 1;  ///< by how much frames disagree more than noise explains: EME of cr2 over that of std, >= 1
  double marginal = 0;      ///< marginal_cost() of the calibration, px^2
  double without_ray = 0;   ///< share of the image

  [[nodiscard]] int parameters() const { return calibration.fit.n_parameters; }
};

/// What the lens of a calibration counts for: its parameters; of a splined one, what the frames determine.
[[nodiscard]] int lens_parameters(const Calibration& calibration);

/// Whether its frames, by how they disagree, can tell how certain so many intrinsics are. Those of a splined lens are
/// each a matter of the frames that came near; for them there must be some frames.
[[nodiscard]] bool frames_can_tell(const Calibration& calibration, double parameters_per_frame);

struct ExplanationOptions {
  MappingErrorOptions mapping = {};
  bool plain_bias = false;
  bool other_models = true;  ///< whether other models may be tried
  bool other_shapes = true;  ///< whether other shapes of the target may be tried
  bool effects = true;       ///< whether effects may be tried
  bool splines = false;      ///< whether a splined lens may be tried, which takes long
  int threads = 1;
  Progress progress = {};  ///< only asked whether to go on
  Progress rounds = {};    ///< counts the rounds of find_explanations(), of which there may be fewer than the total
};

/// Throws an Error where the calibration cannot carry it: it failed, has too few frames, or no ray in the image.
[[nodiscard]] Explanation require_explanation(Calibration calibration, const ExplanationOptions& options = {});
/// Nothing where the calibration cannot carry it (too few frames, no ray in the image).
[[nodiscard]] std::optional<Explanation> explanation_of(Calibration calibration,
                                                        const ExplanationOptions& options = {});

/// Explanation::disagreement by itself. Throws an Error as require_explanation() does.
[[nodiscard]] double disagreement_of_frames(const Calibration& calibration, int threads = 1);

/// Which of two explanations is the better one (docs/method.md 11). The one with more parameters (of equal ones: the
/// one that fits better) must earn its place twice. It must fit better by more than chance and the disagreement of the
/// frames explain, a likelihood ratio with n parameters more (of two with effects of single frames, a ratio of marginal
/// likelihoods: such effects follow what another lens leaves),
///
///     N log(RSS_lean / RSS_rich) / c  >  the 99.9% quantile of chi^2_n,
///
/// and the camera must gain by it: its random error must be less than the lean one's random error and bias together,
/// EME_rich < EME_lean + bias^2, where a bias counts that is itself more than chance, or that puts the lean camera
/// outside of the rich one's own 95% bound. So a model that fits a little better but leaves the image open does not
/// win, and neither does one that has no ray where the other has.
struct ExplanationChoice {
  bool second = false;
  double evidence = 0;         ///< the left side of the above minus the right
  SystematicError error = {};  ///< of the leaner one, as the richer one sees it
};
[[nodiscard]] ExplanationChoice choose_explanation(const Explanation& first, const Explanation& second,
                                                   const MappingErrorOptions& mapping = {});

/// By how much the richer of two calibrations of the same frames fits better than chance explains: the left side of
/// the first condition above minus the right, for a disagreement c.
[[nodiscard]] double fit_evidence(const Calibration& lean, const Calibration& rich, double c);
[[nodiscard]] double fit_evidence(const Explanation& lean, const Explanation& rich, double c);
/// The same of one with another cost (px^2) and so many parameters more.
[[nodiscard]] double fit_evidence(const Calibration& lean, double rich_cost, int more, double c);
[[nodiscard]] double fit_evidence(const FitSummary& lean, double rich_cost, int more, double c);
/// The cost below which so many parameters more fit better than chance explains, px^2.
[[nodiscard]] double cost_with_evidence(const FitSummary& lean, int more, double c);

}  // namespace fiducia

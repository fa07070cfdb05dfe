#pragma once

#include <memory>
#include <vector>

#include "fiducia/evaluate/explanation.h"
#include "fiducia/evaluate/lens_fits.h"

namespace fiducia {

/// What is tried in the place of a calibration.
struct TrialParts {
  std::shared_ptr<const Model> model;
  TargetShape shape = TargetShape::kPlanar;
  std::vector<Effect> effects = {};
  EffectFit start = {};   ///< of the effects; empty: those of the calibration
  double least_gain = 0;  ///< see CalibrateOptions
};

/// Calibrates the frames of a calibration in other ways, and judges them. Nothing comes back where something does not
/// succeed.
class ExplanationTrials {
 public:
  /// known: fits of other lenses that an earlier search has made, and that this one adds to.
  explicit ExplanationTrials(const ExplanationOptions& options, std::shared_ptr<LensFits> known = nullptr)
      : options_(options), lens_fits_(known ? std::move(known) : std::make_shared<LensFits>()) {}

  /// Of the same frames, from where the calibration ended.
  [[nodiscard]] std::shared_ptr<Calibration> calibrated(const Calibration& from, TrialParts parts) const;
  /// Another model with target and effects as the explanation has them, which is quick; fitted once, whoever asks.
  /// Several threads may.
  [[nodiscard]] std::shared_ptr<const Calibration> with_lens(const ExplanationPtr& from,
                                                             const std::shared_ptr<const Model>& model);
  /// The same with observations that are corrected already, or with another target for these frames.
  [[nodiscard]] std::shared_ptr<Calibration> with_lens(const Calibration& from,
                                                       const std::shared_ptr<const Observations>& corrected,
                                                       const std::shared_ptr<const Model>& model) const;
  /// The same of a calibration that is asked once.
  [[nodiscard]] std::shared_ptr<Calibration> with_lens(const Calibration& from,
                                                       const std::shared_ptr<const Model>& model) const;
  /// The same calibration with a free target that starts from these points.
  [[nodiscard]] std::shared_ptr<Calibration> with_free_target(const Calibration& from,
                                                              std::vector<Vector3> points) const;
  [[nodiscard]] ExplanationPtr explained(Calibration calibration) const;
  /// Whether the other one is to be trusted more.
  [[nodiscard]] bool better(const Explanation& now, const Explanation& other) const;
  [[nodiscard]] const std::shared_ptr<LensFits>& lens_fits() const { return lens_fits_; }

 private:
  [[nodiscard]] std::shared_ptr<const Observations> corrected(const ExplanationPtr& from);

  const ExplanationOptions& options_;
  std::shared_ptr<LensFits> lens_fits_;
  std::mutex mutex_;                               // of what follows
  std::shared_ptr<const Observations> corrected_;  // for target and effects of an explanation
  ExplanationPtr corrected_for_;
};

}  // namespace fiducia

#pragma once

#include <memory>
#include <optional>

#include "fiducia/assess/assess_options.h"
#include "fiducia/assess/number_alike.h"
#include "fiducia/evaluate/find_explanation.h"
#include "fiducia/evaluate/select.h"

namespace fiducia {

/// A calibration as find_explanations() looked at it.
struct ExplainedCalibration {
  Explanation lean;
  FoundExplanations found;
};

/// The shape of the target that was taken, and why: how wrong the camera is expected to be with it and without, px,
/// lengths.
struct TargetShapeChoice {
  TargetShape shape = TargetShape::kPlanar;
  double total_px = 0;         ///< with the one that was taken
  double planar_total_px = 0;  ///< with the target as it is said to be
  bool tried = true;           ///< false: these frames do not carry another shape
};

/// A calibration without outliers, and how its model and its target's shape were found where that was left to us.
struct ChosenCalibration {
  CleanCalibration clean;
  std::optional<Selection> selection = {};
  std::optional<FrameTurns> turns = {};
  std::optional<TargetShapeChoice> shape = {};                      ///< where it was left to us
  std::shared_ptr<const ExplainedCalibration> explained = nullptr;  ///< where that is known already
};

/// Cleaned and calibrated as asked for. With "auto", where no model fits, the calibration is one that failed, with the
/// reasons of all models in its message.
[[nodiscard]] ChosenCalibration calibrate_as_asked(const std::shared_ptr<const Observations>& observations,
                                                   const AssessOptions& options = {});

/// The models of a selection that may still be the best one, with another shape of the target and other effects; and
/// the lens of the best explanation, where that is a splined one.
[[nodiscard]] Selection select_again(const Selection& first, const Calibration& calibration, TargetShape shape,
                                     const std::vector<Effect>& effects, const AssessOptions& options,
                                     const std::shared_ptr<const Model>& explaining = {});

/// How the solver is called for it; with the model of "auto" left open.
[[nodiscard]] CalibrateOptions solver_options(const AssessOptions& options, const Observations& observations);

/// How explanations of a calibration are looked for. models_compared: a selection has looked at other models already.
[[nodiscard]] ExplanationOptions explanation_options(const AssessOptions& options, bool models_compared);

}  // namespace fiducia

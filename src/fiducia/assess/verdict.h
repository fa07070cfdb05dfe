#pragma once

#include <optional>
#include <vector>

#include "fiducia/assess/action.h"
#include "fiducia/assess/better_model.h"
#include "fiducia/assess/finding.h"

namespace fiducia {

/// How far a calibration can be trusted, as codes and numbers; whoever shows it finds the words.
struct Verdict {
  Judgement judgement = Judgement::kGood;  ///< of the worst finding
  std::vector<Finding> findings = {};      ///< all that is wrong, the cause to remove first at the front
  Action action = {};                      ///< against that
};

/// As bad as the worst of what is found, see find_causes(). The action names frames that stand out where no better
/// model is known.
[[nodiscard]] Verdict verdict(const Calibration& calibration, const Evaluation& evaluation,
                              const VerdictThresholds& thresholds = {}, const std::optional<BetterModel>& better = {},
                              const std::optional<OptimumCheck>& optimum = {}, const std::optional<Trust>& trust = {});

/// The same from an evaluation that is made in an instant, without intervals; nothing where the calibration cannot
/// carry one, because it failed or has too few frames.
[[nodiscard]] std::optional<Verdict> quick_verdict(const Calibration& calibration,
                                                   const std::optional<BetterModel>& better = {}, int threads = 1,
                                                   const Progress& progress = {});

}  // namespace fiducia

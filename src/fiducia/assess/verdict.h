#pragma once

#include <vector>

#include "fiducia/assess/choose_action.h"

namespace fiducia {

/// How far a calibration can be trusted, as codes and numbers; whoever shows it finds the words.
struct Verdict {
  Judgement judgement = Judgement::kGood;  ///< of the worst finding
  std::vector<Finding> findings = {};      ///< see find_causes()
  Action action = {};                      ///< against them
};

/// Whether the camera is good enough for what it is to be used for: as bad as the worst of what is found.
[[nodiscard]] Verdict verdict(const Calibration& calibration, const Evaluation& evaluation,
                              const VerdictContext& context = {}, const Remedies& remedies = {});

}  // namespace fiducia

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fiducia/assess/rig_assessment.h"
#include "fiducia/guide/goal.h"
#include "fiducia/guide/guide.h"
#include "fiducia/guide/planned_instant.h"
#include "fiducia/guide/rig_outlook.h"
#include "fiducia/guide/stop_rule.h"

namespace fiducia {

struct RigGuideOptions {
  int suggestions = 1;
  Goal goal = {};          ///< of the total error or its bound, of every camera's mapping and every pair's rows
  ViewLimits limits = {};  ///< of every camera; distances that are zero as GuideOptions has it, per camera
  int candidates = 300;    ///< of all cameras together
  int refined = 4;
  int forecast_most = 50;  ///< instants after which a forecast gives up; 0: no forecast
  std::uint64_t seed = 0;
  int threads = 1;
  Progress progress = {};  ///< only asked whether to go on
};

/// An instant to take next: where to hold the board, and who sees it there.
struct RigSuggestion {
  Pose rig_from_target;
  std::string words;
  std::vector<std::size_t> cameras;   ///< that see the board
  std::vector<Suggestion> views;      ///< how each of them does; words and expected are empty
  std::vector<RigExpected> expected;  ///< of every aspect, after this one and those before it
};

/// How many more instants a goal takes.
struct RigForecast {
  std::optional<int> instants;  ///< nothing: not within `most`
  int most = 0;
  std::vector<RigExpected> expected;  ///< of every aspect, then
};

struct RigGuidance {
  int instants = 0;  ///< that were used
  std::vector<RigAspect> aspects;
  std::size_t weakest = 0;  ///< of the aspects: what the suggestions make better first
  NextStep step = NextStep::kMoreViews;
  std::vector<RigSuggestion> suggestions;
  std::optional<RigForecast> forecast;
};

/// What to do next with a rig that was calibrated: whether it is good enough, and where to hold the board to make that
/// better which is weakest, a camera or a pair. Each suggestion is the one that, with those before it, makes the error
/// of the then weakest least. Where the verdict's action is another than more views, that comes first (kRemoveBias). No
/// suggestions where the limits leave no view. Throws an Error for options that make no sense, a target that is not
/// flat, and where the calibration did not succeed.
[[nodiscard]] RigGuidance guide_rig(const RigAssessment& rig, const RigGuideOptions& options = {});

}  // namespace fiducia

#pragma once

#include <limits>
#include <string>
#include <vector>

#include "fiducia/assess/causes.h"
#include "fiducia/assess/improve.h"
#include "fiducia/assess/trust.h"
#include "fiducia/assess/verdict.h"
#include "fiducia/evaluate/find_turns.h"
#include "fiducia/io/json.h"

namespace fiducia {

/// One cause as people read it, or several that the frames do not tell apart.
struct CauseWords {
  CauseCode code = CauseCode::kLens;  ///< the first one's
  std::string what;                   ///< what it is, and its size where that is known
  double share = 0;                   ///< of the systematic residuals
  double costs_px = 0;                ///< of the camera's error: a length, RMS over the image
};

/// What people read of a verdict; the library has the codes, whoever shows them the words.
struct VerdictWords {
  std::string reason;                  ///< one sentence, about what decided
  std::vector<std::string> also = {};  ///< one sentence each, about whatever else was found
  std::string next;                    ///< the one thing that helps most
  std::vector<CauseWords> why = {};    ///< the causes that are present
};

/// {"judgement", "findings": [{"cause", "judgement", ...}], "action": {"code", ...}, "reason", "also", "next",
/// "why", "tolerance_px", "thresholds"}. words, thresholds: null where they are not known; tolerance_px: NaN.
[[nodiscard]] Json verdict_object(const Verdict& verdict, const VerdictWords* words = nullptr,
                                  const VerdictThresholds* thresholds = nullptr,
                                  double tolerance_px = std::numeric_limits<double>::quiet_NaN());
/// [{"effect", "words", "share", "costs_px", "part": "random", "systematic" or "" where it has to do with both}].
[[nodiscard]] Json why_array(const std::vector<CauseWords>& why);
/// [{"action", "total_px", "bound95_px", "judgement"}].
[[nodiscard]] Json improvement_array(const std::vector<ImprovementStep>& steps);
[[nodiscard]] Json optimum_object(const OptimumCheck& optimum);
[[nodiscard]] Json names_array(const std::vector<Effect>& effects);
/// {"ways", "turned", "unsure", "evidence", "free_rmse_before", "free_rmse"}.
[[nodiscard]] Json turns_object(const FrameTurns& turns);
/// [{"effect", "tried", "present", "share", "share_ci95", "costs_px", "size", "unit", "p_value", "or_else"}].
[[nodiscard]] Json causes_array(const std::vector<ErrorCause>& causes);
/// {"total_px", "bound95_px", "random_px", "systematic_px", ..., "explanation": {"model", "target_shape", ...}}.
[[nodiscard]] Json trust_object(const Trust& trust);

}  // namespace fiducia

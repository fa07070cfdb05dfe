#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fiducia/guide/forecast.h"
#include "fiducia/guide/goal.h"

namespace fiducia {

/// What there is to do with a calibration in progress.
enum class NextStep {
  kFirstViews,  ///< so far the frames carry no calibration: take the proposed ones
  kMoreViews,   ///< it is more uncertain than was asked for
  kEnough,      ///< it is not, and nothing systematic shows
  kRemoveBias,  ///< something else than more frames lowers the error, or something systematic shows
};
[[nodiscard]] std::string_view to_string(NextStep step);

/// What the rule goes by.
struct CalibrationProgress {
  int frames = 0;
  std::optional<ExpectedMapping> expected;  ///< nothing: not known yet
  bool biased = false;                      ///< BR is significant, see is_biased()
  double eps_px = 0;                        ///< the systematic part of the residuals, where it is
  /// Whether the goal holds for what was found too: assess() calls the calibration good. Nothing: it was not asked.
  std::optional<bool> sound;
  double systematic_px = 0;     ///< part of the total, where it was asked
  bool is_lower_bound = false;  ///< of the total: something systematic is left that nothing explains
  bool has_remedy = false;      ///< something helps more than frames
  std::string remedy;           ///< what helps more than frames, in words; see add_remedy()
  std::string problem;          ///< why there is no calibration yet
};

/// Fewest frames after which the rule says that it is enough: from fewer, how much frames disagree is a guess.
inline constexpr int kFewestToStop = 8;

struct Advice {
  NextStep step = NextStep::kFirstViews;
  std::string text;  ///< one or two sentences
};

/// The stop rule: enough frames when the error that the goal names is at most what was asked for, the calibration is
/// sound, and there are kFewestToStop of them. Sound: assess() has found nothing that speaks against it; where it was
/// not asked, BR is not significant. Where something helps more than frames, that comes first: what is systematic does
/// not average out.
///
/// It misleads where a bias is there that nothing shows: one that looks the same in all frames and bends no 2x2 tile,
/// such as a board that is scaled, or views that are all alike.
[[nodiscard]] Advice advise(const CalibrationProgress& progress, const Goal& goal,
                            const std::optional<Forecast>& forecast = {});

}  // namespace fiducia

#include "fiducia/assess/quick_remedy.h"

#include "fiducia/core/error.h"

namespace fiducia {

std::optional<Action> quick_remedy(const Calibration& calibration, const std::optional<BetterModel>& better,
                                   int threads, const Progress& progress) {
  if (better) return take_better(*better, calibration);
  try {
    const Evaluation evaluation =
        evaluate(calibration, {.bias_resamples = 0, .abs_samples = 10, .threads = threads, .progress = progress});
    if (std::vector<std::string> frames = outlying_frames(calibration, evaluation); !frames.empty()) {
      return Action{.code = ActionCode::kLookAtFrames, .frames = std::move(frames)};
    }
    return check_the_set_up(calibration, evaluation);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
    return std::nullopt;
  }
}

}  // namespace fiducia

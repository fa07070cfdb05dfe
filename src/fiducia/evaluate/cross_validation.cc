#include "fiducia/evaluate/cross_validation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/solve/refit.h"

namespace fiducia {

CrossValidation cross_validate(const Calibration& calibration, int folds, int threads, const Progress& progress) {
  if (folds < 2) throw Error(ErrorCode::kBadOption, "cross validation needs at least 2 folds");
  const Refit refit(calibration);
  const std::size_t frames = refit.frame_count();
  const std::size_t groups = std::min(frames, static_cast<std::size_t>(folds));
  CrossValidation result;
  result.squares.assign(frames, std::numeric_limits<double>::infinity());
  SharedProgress shared(progress, groups);
  const Progress asked = shared.uncounted();
  parallel_for(groups, threads, [&](std::size_t group) {
    std::vector<std::uint32_t> multiplicities(frames, 1);
    for (std::size_t j = group; j < frames; j += groups) multiplicities[j] = 0;
    // A search that stops in a flat valley predicts as well as any place in it, unless only the others make it one.
    const auto found = refit(multiplicities, asked);
    for (std::size_t j = group; found && found->determined && j < frames; j += groups) {
      if (const auto squares = refit.squares_of(j, found->parameters)) result.squares[j] = *squares;
    }
    shared.add_one();
  });
  double sum = 0;
  double coordinates = 0;
  for (std::size_t j = 0; j < frames; ++j) {
    sum += result.squares[j];
    coordinates += 2 * static_cast<double>(corners_of(calibration, calibration.frames[j]).size());
  }
  result.rmse = std::sqrt(sum / coordinates);
  return result;
}

}  // namespace fiducia

#include "fiducia/assess/number_alike.h"

#include <limits>

#include "fiducia/camera/spline.h"
#include "fiducia/core/error.h"
#include "fiducia/data/board_turns.h"
#include "fiducia/evaluate/candidate_models.h"
#include "fiducia/evaluate/explanation.h"
#include "fiducia/evaluate/frame_gain.h"

namespace fiducia {
namespace {

/// Of these the one that fits best, beyond what its parameters fit of the noise, follows most lenses: what it leaves is
/// the board's. (Rational lenses would follow a board that is bent, along a valley without a bottom.)
constexpr const char* kModels[] = {"opencv5", "fisheye"};

/// Whether a calibration of a flat board with a formula for a lens is what was asked for.
bool is_plain(const CalibrateOptions& options) {
  const bool starts_anywhere = options.initial.parameters.empty() && options.initial.poses.empty();
  return options.target_shape == TargetShape::kPlanar && options.effects.empty() && !options.fix_intrinsics &&
         starts_anywhere && as_spline(options.model.model()) == nullptr;
}

NumberedAlike with(const std::shared_ptr<const Observations>& observations, FrameTurns turns) {
  if (turns.turned.empty()) return {observations, std::move(turns)};
  return {std::make_shared<const Observations>(renumbered(*observations, turns)), std::move(turns)};
}

}  // namespace

NumberedAlike number_alike(std::shared_ptr<const Observations> observations, CalibrateOptions options,
                           const OutlierOptions& outliers) {
  if (ways_to_lie(observations->target) == 1) return {std::move(observations)};
  const bool as_asked = is_plain(options);
  options.target_shape = TargetShape::kPlanar;
  options.effects.clear();
  options.initial = {};
  options.fix_intrinsics = false;
  options.model = with_formula(options.model.shared_model());
  CleanCalibration clean = calibrate_cleaned(observations, options, outliers);
  Calibration best = clean.calibration;
  if (!best.converged()) best = clean_for_any_model(observations, options, outliers).calibration;
  if (!best.converged()) return {std::move(observations)};
  for (const char* name : kModels) {
    const WarmStart how{.loss = options.loss,
                        .max_iterations = kEnoughIterations,
                        .tolerance = kNearEnough,
                        .only_compared = true,
                        .threads = options.threads,
                        .progress = options.progress};
    std::optional<Calibration> other = calibrate_like(best, make_model(name), best.observations, how);
    if (other && other->frames.size() == best.frames.size() && fit_evidence(best, *other, 1) > 0)
      best = std::move(*other);
  }
  std::optional<FrameTurns> turns = find_turns(best, options.threads, options.progress);
  NumberedAlike alike = turns ? with(observations, std::move(*turns)) : NumberedAlike{observations};
  const bool unchanged = alike.observations == observations;
  if (unchanged && as_asked && clean.calibration.converged()) alike.clean = std::move(clean);
  return alike;
}

NumberedAlike number_like(std::shared_ptr<const Observations> observations, const CalibrateOptions& fixed) {
  const Target& target = observations->target;
  const int ways = ways_to_lie(target);
  if (ways == 1) return {std::move(observations)};
  const std::size_t count = observations->frames.size();
  constexpr double kNever = std::numeric_limits<double>::infinity();
  std::vector<std::vector<double>> left;  // by way, by frame
  for (int way = 0; way < ways; ++way) {
    Observations all = *observations;
    for (Frame& frame : all.frames) frame = turned(target, std::move(frame), way);
    std::vector<double> squares(count, kNever);
    const Calibration calibration = calibrate(all, fixed);
    if (!calibration.converged()) return {std::move(observations)};
    const std::vector<double> used = squares_by_frame(calibration);
    for (std::size_t j = 0; j < used.size(); ++j) squares[calibration.frames[j].index] = used[j];
    left.push_back(std::move(squares));
  }
  FrameTurns turns{.ways = ways, .turns = std::vector<int>(count, 0)};
  for (std::size_t j = 0; j < count; ++j) {
    for (int way = 1; way < ways; ++way) {
      const auto w = static_cast<std::size_t>(way);
      if (left[w][j] < left[static_cast<std::size_t>(turns.turns[j])][j]) turns.turns[j] = way;
    }
    if (turns.turns[j] != 0) turns.turned.push_back(observations->frames[j].name);
  }
  return with(observations, std::move(turns));
}

}  // namespace fiducia

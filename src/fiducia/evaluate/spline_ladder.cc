#include "fiducia/evaluate/spline_ladder.h"

#include <algorithm>
#include <cmath>

#include "fiducia/camera/spline.h"
#include "fiducia/core/error.h"
#include "fiducia/solve/effect_problem.h"
#include "fiducia/solve/spline_start.h"

namespace fiducia {
namespace {

/// Cells from the left to the right edge.
constexpr int kCells[] = {2, 3, 4, 6, 8, 11, 15, 20, 27};
/// Coordinates that corners and poses leave, per number of a knot: fewer do not tell a ripple of the lens from noise.
constexpr double kLeastPerNumber = 4;
constexpr int kMostInVain = 2;
/// A systematic rest that may be chance.
constexpr double kMayBeChance = 0.001;

/// How far from the axis corners were seen, across and down, in the plane of the grid.
Vector2 seen_extent(const Calibration& seen) {
  Vector2 extent = Vector2::Zero();
  for (const FrameFit& frame : seen.frames) {
    for (const Corner& corner : corners_of(seen, frame)) {
      const Vector3& point = target_points(seen)[static_cast<std::size_t>(corner.id)];
      if (const auto u = stereographic(frame.camera_from_target * point)) extent = extent.cwiseMax(u->cwiseAbs());
    }
  }
  return extent;
}

std::optional<Explanation> splined(const Calibration& from, const Calibration& known,
                                   const std::shared_ptr<const Model>& model, const WarmStart& how,
                                   const ExplanationOptions& options) {
  std::optional<Calibration> calibration = calibrate_like(from, model, known.observations, how);
  if (!calibration || calibration->fit.n_observations != known.fit.n_observations) return std::nullopt;
  return explanation_of(std::move(*calibration), options);
}

double chance_of(const Calibration& calibration, const ExplanationOptions& options) {
  try {
    return bias_ratio(calibration, {.resamples = 0, .threads = options.threads}).p_value;
  } catch (const Error&) {  // a target without tiles: nothing to go by
    return 0;
  }
}

bool better(const Explanation& now, const Explanation& other, const MappingErrorOptions& mapping) {
  try {
    return choose_explanation(now, other, mapping).second;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

std::vector<std::shared_ptr<const Model>> spline_ladder(const Calibration& seen, int order) {
  const Vector2 extent = seen_extent(seen);
  const double left = seen.fit.n_observations - 6.0 * static_cast<double>(seen.frames.size());
  std::vector<std::shared_ptr<const Model>> models;
  if (!(extent.minCoeff() > 0)) return models;
  for (const int cells : kCells) {
    const int down = std::max(1, static_cast<int>(std::ceil(cells * extent.y() / extent.x())));
    const SplineGrid grid{.order = order, .columns = cells + order, .rows = down + order};
    if (!grid.fault().empty() || 2 * grid.knots() * kLeastPerNumber > left) break;
    models.push_back(with_field_for(std::make_shared<const SplineModel>(grid), seen));
  }
  return models;
}

std::optional<ChosenKnots> choose_knots(const Calibration& known, int order, const WarmStart& how,
                                        const ExplanationOptions& options) {
  std::optional<ChosenKnots> chosen;
  std::vector<KnotTrial> trials;
  int in_vain = 0;
  for (const std::shared_ptr<const Model>& model : spline_ladder(known, order)) {
    require_go_on(options.progress);
    if (!how.effects.empty() && !can_have_effects(*model)) break;
    const Calibration& from = chosen ? chosen->explanation.calibration : known;
    std::optional<Explanation> now = splined(from, known, model, how, options);
    trials.push_back({.model = model});
    if (!now) {
      if (++in_vain == kMostInVain) break;
      continue;
    }
    trials.back().rmse = now->calibration.fit.rmse;
    trials.back().random = now->random.error.mean;
    if (chosen && !better(chosen->explanation, *now, options.mapping)) {
      if (++in_vain == kMostInVain) break;
      continue;
    }
    in_vain = 0;
    trials.back().p_value = chance_of(now->calibration, options);
    const bool nothing_left = trials.back().p_value > kMayBeChance;
    chosen = ChosenKnots{std::move(*now), {}};
    if (nothing_left) break;
  }
  if (chosen) chosen->trials = std::move(trials);
  return chosen;
}

std::shared_ptr<const Model> with_chosen_knots(const std::shared_ptr<const Model>& model,
                                               const std::shared_ptr<const Observations>& observations,
                                               const CalibrateOptions& how, const ExplanationOptions& options) {
  const SplineModel* spline = as_spline(*model);
  if (spline == nullptr || !spline->knots_are_open()) return model;
  CalibrateOptions plain = how;
  plain.model = model;
  const SplineStart start = spline_start(observations, plain);
  if (!start.lens.converged()) return model;
  const WarmStart warm{.loss = how.loss,
                       .target_shape = how.target_shape,
                       .effects = how.effects,
                       .threads = how.threads,
                       .progress = how.progress};
  const std::optional<ChosenKnots> chosen = choose_knots(start.lens, spline->grid().order, warm, options);
  return chosen ? chosen->explanation.calibration.model : model;
}

}  // namespace fiducia

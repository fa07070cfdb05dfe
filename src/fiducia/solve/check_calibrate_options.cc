#include "fiducia/solve/check_calibrate_options.h"

#include <cmath>
#include <string>

#include "fiducia/camera/spline.h"
#include "fiducia/core/error.h"
#include "fiducia/solve/effect_problem.h"
#include "fiducia/solve/elimination_order.h"

namespace fiducia {
namespace {

/// What the normal equations may take when every corner is unknown.
constexpr double kMostBytes = 8e9;

/// The solver keeps a few matrices of the system that the cheaper elimination leaves.
void require_affordable_shape(const Observations& observations, const Model& model) {
  const auto points = static_cast<Eigen::Index>(observations.target.points.size());
  const auto local = kPoseSize * static_cast<Eigen::Index>(observations.frames.size());
  const auto global = static_cast<double>(model.size() + 3 * points);
  const auto rest = static_cast<double>(model.size() + local);
  const bool points_first = cheaper_order(model.size(), points, local) == EliminationOrder::kPointsFirst;
  const double bytes = 4 * sizeof(double) * (points_first ? rest * (global + rest) : global * global);
  if (bytes <= kMostBytes) return;
  throw Error(ErrorCode::kBadOption, "a target of unknown shape with " + std::to_string(points) + " corners in " +
                                         std::to_string(observations.frames.size()) + " frames would take about " +
                                         std::to_string(std::lround(bytes / 1e9)) +
                                         " GB of memory; ask for the shape warp, or give fewer frames");
}

void check_spline(const CalibrateOptions& options) {
  if (!options.effects.empty() && !can_have_effects(options.model.model())) {
    throw Error(ErrorCode::kBadOption, "effects are fitted with splined lenses of at most " +
                                           std::to_string(kMostKnotsWithEffects) +
                                           " knots; choose fewer, leave the effects out, or choose another model");
  }
  if (!options.initial.parameters.empty() && as_spline(options.model.model())->field_is_open()) {
    throw Error(ErrorCode::kBadOption,
                "initial values of a splined lens are those of one field of view; name it, as in " +
                    std::string(options.model.model().info().name) + ":120");
  }
}

}  // namespace

void check_calibrate_options(const Observations& observations, const CalibrateOptions& options) {
  const auto refuse = [](const std::string& message) { throw Error(ErrorCode::kBadOption, message); };
  if (!(options.loss.scale_px >= 0)) refuse("the scale of the Cauchy loss must be a positive number of pixels");
  if (options.max_iterations < 1) refuse("max_iterations must be at least 1");
  if (!(options.tolerance > 0)) refuse("tolerance must be positive");
  const std::size_t frames = observations.frames.size();
  const auto check_count = [&](std::size_t count, const std::string& what) {
    if (count != 0 && count != frames) {
      refuse("there are " + std::to_string(count) + " " + what + " for " + std::to_string(frames) + " frames");
    }
  };
  check_count(options.frame_weights.size(), "frame weights");
  check_count(options.leave_out.size(), "reasons to leave frames out");
  check_count(options.initial.poses.size(), "initial poses");
  for (const double weight : options.frame_weights) {
    if (!(weight >= 0) || !std::isfinite(weight)) refuse("frame weights must be finite and not negative");
  }
  const std::size_t parameters = options.initial.parameters.size();
  if (parameters != 0 && parameters != static_cast<std::size_t>(options.model.model().size())) {
    refuse("the initial values have " + std::to_string(parameters) + " parameters; model " +
           std::string(options.model.model().info().name) + " has " + std::to_string(options.model.model().size()));
  }
  const std::size_t points = options.initial.target_points.size();
  if (points != 0 && points != observations.target.points.size()) {
    refuse("the initial target has " + std::to_string(points) + " points; the observed one has " +
           std::to_string(observations.target.points.size()));
  }
  if (options.target_shape == TargetShape::kFree) require_affordable_shape(observations, options.model.model());
  if (as_spline(options.model.model()) != nullptr) check_spline(options);
  if (options.fix_intrinsics && !options.effects.empty()) {
    refuse("effects are fitted with the camera; with intrinsics that are fixed there is none to fit");
  }
  if (parameters == 0 && options.fix_intrinsics) refuse("fix_intrinsics needs the intrinsics, as initial.parameters");
  if (parameters == 0 && !options.initial.poses.empty()) refuse("initial poses need initial parameters beside them");
}

}  // namespace fiducia

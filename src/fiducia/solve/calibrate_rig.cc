#include "fiducia/solve/calibrate_rig.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "fiducia/camera/spline.h"
#include "fiducia/core/error.h"
#include "fiducia/core/words.h"
#include "fiducia/data/board_turns.h"
#include "fiducia/solve/diagnosis.h"
#include "fiducia/solve/effect_problem.h"
#include "fiducia/solve/rig_fit.h"
#include "fiducia/solve/rig_start.h"
#include "fiducia/solve/rig_summary.h"

namespace fiducia {
namespace {

void check_rig_options(const RigObservations& rig, const RigCalibrateOptions& options) {
  const auto require = [](bool condition, const std::string& message) {
    if (!condition) throw Error(ErrorCode::kBadOption, message);
  };
  require(options.models.size() == 1 || options.models.size() == rig.cameras.size(),
          "there are " + std::to_string(options.models.size()) + " models for " + std::to_string(rig.cameras.size()) +
              " cameras; name one for all, or one each");
  for (const ModelChoice& model : options.models) {
    require(can_have_effects(model.model()),
            std::string(model.model().info().name) + ": a rig takes splined lenses of at most " +
                std::to_string(kMostKnotsWithEffects) + " knots; choose fewer, such as spline:14x11");
  }
}

/// The squared reprojection error of all views of an instant; infinite where one of them cannot be projected.
double instant_cost(const RigProblem& problem, const Eigen::VectorXd& g, std::size_t instant, const FrameState& state) {
  FrameLinearization there;
  const bool computable = problem.linearize(g, static_cast<int>(instant), state, &there);
  return computable && std::isfinite(there.cost) ? there.cost : std::numeric_limits<double>::infinity();
}

/// The state of one call of calibrate_rig().
class RigCalibrator {
 public:
  RigCalibrator(const RigObservations& observations, const RigCalibrateOptions& options)
      : observations_(std::make_shared<RigObservations>(observations)), options_(options) {
    for (std::size_t c = 0; c < observations.cameras.size(); ++c) {
      models_.push_back(options.models[options.models.size() == 1 ? 0 : c].shared_model());
      if (const SplineModel* spline = as_spline(*models_[c])) models_[c] = spline->with_determined({});
    }
  }

  RigCalibration run() {
    if (std::string problem = calibrate_alone(); !problem.empty()) {
      return failure(CalibrationStatus::kNoInitialValues, std::move(problem));
    }
    LonePoses poses;
    for (const LoneCamera& lone : lone_) poses.push_back(lone.poses);
    RigStart start = start_rig(observations_->target, poses);
    if (start.unlinked) return failure(CalibrationStatus::kDegenerate, missing_link(*start.unlinked));
    shifts_ = start.shifts;
    number_corners_alike(start);
    choose_views(start);
    if (options_.target_shape != TargetShape::kPlanar) {
      const std::string problem =
          rarely_seen_corners(options_.target_shape, views_.all_frames(), observations_->target.points.size());
      if (!problem.empty()) return failure(CalibrationStatus::kDegenerate, problem);
    }
    return fit(start);
  }

 private:
  [[nodiscard]] RigCalibration failure(CalibrationStatus status, std::string message) {
    RigCalibration result;
    result.status = status;
    result.message = std::move(message);
    result.observations = observations_;
    result.left_out = std::move(left_out_);
    result.shifts = shifts_;
    result.loss = options_.loss;
    return result;
  }

  [[nodiscard]] bool same_request(std::size_t a, std::size_t b) const {
    const auto asked = [&](std::size_t c) -> const Model& {
      return options_.models[options_.models.size() == 1 ? 0 : c].model();
    };
    return asked(a).info().name == asked(b).info().name;
  }

  [[nodiscard]] const std::string& name_of(std::size_t camera) const { return observations_->cameras[camera].name; }

  /// What went wrong; empty where every camera has initial values.
  std::string calibrate_alone() {
    for (std::size_t c = 0; c < models_.size(); ++c) {
      CalibrateOptions own{.model = ModelChoice(models_[c])};
      own.loss = options_.loss;
      own.effects = options_.effects;
      own.max_iterations = options_.max_iterations;
      own.threads = options_.threads;
      own.progress = options_.progress;
      lone_.push_back(lone_camera(*observations_, c, own));
      if (lone_[c].model) models_[c] = lone_[c].model;
      if (!options_.effects.empty() && lone_[c].status != CalibrationStatus::kConverged) {
        return "camera '" + name_of(c) + "' cannot be calibrated by itself, which effects need: " + lone_[c].message;
      }
    }
    for (std::size_t c = 0; c < models_.size(); ++c) {
      if (lone_[c].status == CalibrationStatus::kConverged) continue;
      for (std::size_t other = 0; other < models_.size(); ++other) {  // a camera of the same kind has a better idea
        const bool alike =
            same_request(other, c) && observations_->cameras[other].image_size == observations_->cameras[c].image_size;
        if (!alike || lone_[other].status != CalibrationStatus::kConverged) continue;
        models_[c] = models_[other];
        borrow_intrinsics(*observations_, c, *models_[c], lone_[other].parameters, &lone_[c]);
        break;
      }
      if (lone_[c].parameters.empty()) return "camera '" + name_of(c) + "': " + lone_[c].message;
    }
    return {};
  }

  [[nodiscard]] std::string missing_link(const Unlinked& apart) const {
    return name_of(apart.first) + " and " + name_of(apart.second) +
           " never see the board together: take views that show it to both, or to a third camera that sees both";
  }

  void number_corners_alike(const RigStart& start) {
    for (std::size_t c = 0; c < models_.size(); ++c) {
      for (std::size_t i = 0; i < observations_->instants.size(); ++i) {
        std::optional<Frame>& frame = observations_->instants[i].frames[c];
        if (frame && start.turns[c][i] != 0) {
          frame = turned(observations_->target, std::move(*frame), start.turns[c][i]);
        }
      }
    }
  }

  void choose_views(const RigStart& start) {
    const std::size_t cameras = models_.size();
    views_ = {};
    views_.frames.resize(cameras);
    views_.frame_of_instant.resize(cameras);
    for (std::size_t i = 0; i < observations_->instants.size(); ++i) {
      bool seen = false;
      for (std::size_t c = 0; c < cameras; ++c) seen = seen || start.rig_from_target[c][i];
      for (std::size_t c = 0; c < cameras; ++c) {
        const Instant& instant = observations_->instants[i];
        if (instant.frames[c] && !start.rig_from_target[c][i]) {
          left_out_.push_back({name_of(c), instant.name, lone_[c].reasons[i]});
        }
        if (!seen) continue;
        const bool used = start.rig_from_target[c][i].has_value();
        views_.frame_of_instant[c].push_back(used ? static_cast<int>(views_.frames[c].size()) : -1);
        if (used) views_.frames[c].push_back(&*instant.frames[c]);
      }
      if (seen) views_.instants.push_back(i);
    }
  }

  /// Of the poses that the single cameras have at an instant the one that suits all best.
  [[nodiscard]] std::vector<FrameState> initial_states(const RigFit& fit, const Eigen::VectorXd& g,
                                                       const RigStart& start) const {
    std::vector<FrameState> states;
    for (std::size_t k = 0; k < views_.instants.size(); ++k) {
      FrameState best;
      double least = std::numeric_limits<double>::infinity();
      for (std::size_t c = 0; c < models_.size(); ++c) {
        const std::optional<Pose>& pose = start.rig_from_target[c][views_.instants[k]];
        if (!pose) continue;
        FrameState state = fit.initial_state(k, *pose, lone_);
        const double cost = instant_cost(fit.problem(), g, k, state);
        if (cost < least || best.effects.size() != state.effects.size()) best = state;
        least = std::min(least, cost);
      }
      states.push_back(std::move(best));
    }
    return states;
  }

  /// Where together the cameras leave far more than each alone, that is what is wrong; empty where they do not.
  [[nodiscard]] std::string contradiction_in(const RigCalibration& joint) const {
    constexpr double kFarMore = 10;
    double alone = 0;
    for (const LoneCamera& lone : lone_) alone = std::max(alone, lone.rmse);
    if (alone == 0 || joint.fit.rmse < kFarMore * alone) return {};
    return "the cameras' views contradict each other: together they leave " + in_digits(joint.fit.rmse) +
           " px RMS, each alone at most " + in_digits(alone) +
           " px; do the frames of an instant belong together, and are the cameras fixed to each other?";
  }

  RigCalibration fit(const RigStart& start) {
    std::vector<const Model*> models;
    for (const auto& model : models_) models.push_back(model.get());
    RigFit joint(*observations_, models, options_, lone_, views_);
    Eigen::VectorXd g = joint.initial(lone_, start.camera_from_rig);
    std::vector<FrameState> states = initial_states(joint, g, start);
    FrameSolution solution = joint.solve(std::move(g), std::move(states),
                                         {.max_iterations = options_.max_iterations,
                                          .tolerance = options_.tolerance,
                                          .threads = options_.threads,
                                          .progress = options_.progress});
    if (solution.status == SolverStatus::kNotComputable) {
      return failure(
          CalibrationStatus::kNoInitialValues,
          "the cameras' views contradict each other: where some cameras see the board, others cannot see it; "
          "do the frames of an instant belong together?");
    }
    RigCalibration result = summarize_rig(observations_, models_, options_, lone_, views_, joint, std::move(solution));
    if (!result.converged()) {
      std::string contradiction = contradiction_in(result);
      return failure(result.status, contradiction.empty() ? std::move(result.message) : std::move(contradiction));
    }
    result.left_out = std::move(left_out_);
    result.shifts = shifts_;
    return result;
  }

  std::shared_ptr<RigObservations> observations_;
  const RigCalibrateOptions& options_;
  std::vector<std::shared_ptr<const Model>> models_;
  std::vector<LoneCamera> lone_;
  RigViews views_;
  std::vector<LeftOutView> left_out_;
  std::vector<InstantShift> shifts_;
};

}  // namespace

RigCalibration calibrate_rig(const RigObservations& observations, const RigCalibrateOptions& options) {
  validate(observations);
  check_rig_options(observations, options);
  return RigCalibrator(observations, options).run();
}

}  // namespace fiducia

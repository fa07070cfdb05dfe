#include "fiducia/solve/calibrate.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "fiducia/camera/spline.h"
#include "fiducia/core/error.h"
#include "fiducia/solve/calibration_attempt.h"
#include "fiducia/solve/check_calibrate_options.h"
#include "fiducia/solve/diagnosis.h"
#include "fiducia/solve/spline_start.h"
#include "fiducia/solve/start/initial_values.h"
#include "fiducia/solve/summarize_fit.h"
#include "fiducia/solve/usable_frames.h"

namespace fiducia {
namespace {

/// A target whose points stand out of their plane by more than this part of its size is not a board.
constexpr double kThickest = 0.1;

/// The state of one call of calibrate().
class Calibrator {
 public:
  Calibrator(std::shared_ptr<const Observations> observations, const CalibrateOptions& options)
      : shared_(std::move(observations)), observations_(*shared_), options_(options), model_(options.model.model()) {}

  /// Whether there is too little for the model before anything is calculated; then the failure.
  std::optional<Calibration> refuse_early() {
    choose_frames();
    std::string problem = too_little_data(observations_, model_, used_);
    if (problem.empty()) return std::nullopt;
    return failure(CalibrationStatus::kDegenerate, std::move(problem));
  }

  Calibration run() {
    choose_frames();
    if (std::string problem = too_little_data(observations_, model_, used_); !problem.empty()) {
      return failure(CalibrationStatus::kDegenerate, std::move(problem));
    }
    const std::vector<InitialEstimate> estimates = initial_values();
    if (estimates.empty()) {
      return failure(CalibrationStatus::kNoInitialValues,
                     "no focal length explains the corners; are the target's size and the order of its corners right? "
                     "(target: " +
                         target_in_words(observations_.target) + ")");
    }
    const AttemptSetup setup{observations_, options_, model_};
    std::optional<CalibrationAttempt> best;
    for (const InitialEstimate& initial : estimates) {
      CalibrationAttempt attempt = fit_camera(setup, used_, arrays_, initial);
      if (!best || attempt.better_than(*best)) best = std::move(attempt);
    }
    left_out_.insert(left_out_.end(), best->left_out.begin(), best->left_out.end());
    if (std::string problem = too_little_data(observations_, model_, best->used); !problem.empty()) {
      return failure(CalibrationStatus::kDegenerate, std::move(problem));
    }
    if (options_.target_shape != TargetShape::kPlanar && best->computable()) {
      const std::string problem =
          rarely_seen_corners(options_.target_shape, frames_of(setup, *best), observations_.target.points.size());
      if (!problem.empty() && !options_.fix_intrinsics) return failure(CalibrationStatus::kDegenerate, problem);
      fit_target_shape(setup, problem.empty() ? options_.target_shape : TargetShape::kPlanar, &*best);
    }
    if (!options_.effects.empty() && best->computable()) {
      if (std::string problem = too_few_for_effects(EffectLayout(options_.effects), frames_of(setup, *best));
          !problem.empty()) {
        return failure(CalibrationStatus::kDegenerate, std::move(problem));
      }
      add_effects(setup, &*best);
    }
    if (best->solution.status == SolverStatus::kGainsTooLittle) {
      return failure(CalibrationStatus::kIterationLimit, "the first step gains too little");
    }
    if (!best->computable()) {
      return failure(CalibrationStatus::kNoInitialValues,
                     "the initial values put corners where the model cannot project them");
    }
    Calibration result = summarize_fit(shared_, options_, &*best);
    // Numbers of a fit that failed would look like any others.
    if (!result.converged()) return failure(result.status, std::move(result.message), result.fit.iterations);
    result.left_out = std::move(left_out_);
    return result;
  }

 private:
  [[nodiscard]] Calibration failure(CalibrationStatus status, std::string message, int iterations = 0) {
    Calibration result{.status = status,
                       .message = std::move(message),
                       .model = options_.model.shared_model(),
                       .observations = shared_,
                       .left_out = std::move(left_out_),
                       .loss = options_.loss};
    result.fit.iterations = iterations;
    return result;
  }

  void choose_frames() {
    for (std::size_t i = 0; i < observations_.frames.size(); ++i) {
      const Frame& frame = observations_.frames[i];
      const double weight = options_.frame_weights.empty() ? 1 : options_.frame_weights[i];
      std::string reason = weight == 0 ? "its weight is zero" : unusable_reason(frame, observations_.target.points);
      if (!options_.leave_out.empty() && !options_.leave_out[i].empty()) reason = options_.leave_out[i];
      if (!reason.empty()) {
        left_out_.push_back({frame.name, i, reason});
        continue;
      }
      used_.push_back({i, weight});
      arrays_.emplace_back(frame.corners, observations_.target.points);
    }
  }

  /// The search for initial values has limits in pixels: for it, the largest weight counts as 1. Empty: it is 1.
  [[nodiscard]] std::vector<CornerArrays> relatively_weighted() const {
    double largest = 0;
    for (const UsedFrame& frame : used_) {
      for (const Corner& corner : observations_.frames[frame.index].corners) {
        largest = std::max(largest, corner.weight);
      }
    }
    std::vector<CornerArrays> arrays;
    if (largest == 1) return arrays;
    for (const UsedFrame& frame : used_) {
      arrays.emplace_back(observations_.frames[frame.index].corners, observations_.target.points, largest);
    }
    return arrays;
  }

  [[nodiscard]] std::vector<InitialEstimate> initial_values() const {
    InitialValueData data{
        observations_.image_size, &observations_.target.points, fit_board_plane(observations_.target.points), {}};
    if (data.plane.thickness_m > kThickest * data.plane.extent_m) {
      throw Error(ErrorCode::kBadData,
                  "the target's points do not lie in a plane; only flat targets (or nearly flat ones) are supported");
    }
    const std::vector<CornerArrays> relative = relatively_weighted();
    const std::vector<CornerArrays>& arrays = relative.empty() ? arrays_ : relative;
    for (std::size_t i = 0; i < used_.size(); ++i) {
      data.frames.push_back({&observations_.frames[used_[i].index], &arrays[i]});
    }
    data.progress = options_.progress;
    if (options_.initial.parameters.empty()) return find_initial_values(model_, data);
    InitialEstimate given{options_.initial.parameters, {}};
    if (options_.initial.poses.empty()) {
      given.frames = pose_frames(model_, given.parameters, data);
    } else {
      for (const UsedFrame& frame : used_) given.frames.push_back({options_.initial.poses[frame.index], 0, {}});
    }
    return {given};
  }

  std::shared_ptr<const Observations> shared_;
  const Observations& observations_;  // the same
  const CalibrateOptions& options_;
  const Model& model_;
  std::vector<UsedFrame> used_;
  std::vector<CornerArrays> arrays_;  // of the used frames
  std::vector<LeftOutFrame> left_out_;
};

}  // namespace

void ModelChoice::require_model() const {
  if (model_ == nullptr) throw Error(ErrorCode::kBadOption, "a calibration needs a model");
}

Calibration calibrate(const Observations& observations, const CalibrateOptions& options) {
  return calibrate(std::make_shared<const Observations>(observations), options);
}

Calibration calibrate(std::shared_ptr<const Observations> observations, const CalibrateOptions& options) {
  if (observations == nullptr) throw Error(ErrorCode::kBadOption, "a calibration needs observations");
  validate(*observations);
  check_calibrate_options(*observations, options);
  if (as_spline(options.model.model()) == nullptr || !options.initial.parameters.empty()) {
    return Calibrator(std::move(observations), options).run();
  }
  if (std::optional<Calibration> refused = Calibrator(observations, options).refuse_early()) return *std::move(refused);
  SplineStart start = spline_start(observations, options);
  if (!start.lens.converged() || start.options.initial.parameters.empty()) {
    return {.status = start.lens.converged() ? CalibrationStatus::kNoInitialValues : start.lens.status,
            .message = start.lens.converged()
                           ? "no lens with a formula leads to a splined one"
                           : "a splined lens begins at one with a formula, and there is none: " + start.lens.message,
            .model = options.model.shared_model(),
            .observations = std::move(observations),
            .left_out = std::move(start.lens.left_out),
            .loss = options.loss};
  }
  return Calibrator(std::move(observations), start.options).run();
}

}  // namespace fiducia

#pragma once

#include <Eigen/Core>
#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fiducia/camera/camera.h"
#include "fiducia/camera/registry.h"
#include "fiducia/core/progress.h"
#include "fiducia/data/observations.h"
#include "fiducia/solve/effect_fit.h"
#include "fiducia/solve/information.h"
#include "fiducia/solve/loss.h"
#include "fiducia/solve/residuals.h"
#include "fiducia/solve/target_shape.h"

namespace fiducia {

/// A model by its spec (see make_model()), or a model object of one's own.
class ModelChoice {
 public:
  // NOLINTBEGIN(google-explicit-constructor): that is what it is for
  ModelChoice(const char* spec) : model_(make_model(spec)) {}
  ModelChoice(const std::string& spec) : model_(make_model(spec)) {}
  /// Throws an Error where there is none.
  template <std::derived_from<Model> M>
  ModelChoice(std::shared_ptr<M> model) : model_(std::move(model)) {
    require_model();
  }
  // NOLINTEND(google-explicit-constructor)
  [[nodiscard]] const Model& model() const { return *model_; }
  [[nodiscard]] const std::shared_ptr<const Model>& shared_model() const { return model_; }

 private:
  void require_model() const;

  std::shared_ptr<const Model> model_;
};

/// Initial values of the optimisation. Empty: found from the data.
struct InitialValues {
  std::vector<double> parameters;  ///< the intrinsics, in the model's order
  std::vector<Pose> poses;         ///< one per frame; empty: found from the intrinsics
  /// By corner id, where the target's shape is unknown; empty: the nominal ones.
  std::vector<Vector3> target_points = {};
  /// Of a calibration of the same frames, whose effects serve where they are the same.
  EffectFit effects = {};
};

struct CalibrateOptions {
  ModelChoice model = "radial2";
  Loss loss = Loss::none();
  /// What of the target is fitted with the camera.
  TargetShape target_shape = TargetShape::kPlanar;
  /// What is fitted beside camera, poses and target.
  std::vector<Effect> effects = {};
  /// How many times each frame counts (a bootstrap's multiplicities); empty: once. A frame with weight 0 is left
  /// out. N counts a corner as often as its frame.
  std::vector<double> frame_weights = {};
  /// Why a frame is left out, one per frame; an empty one is used. Empty: all are.
  std::vector<std::string> leave_out = {};
  InitialValues initial = {};
  /// The intrinsics stay at initial.parameters, which must be given, and the target at initial.target_points (or
  /// nominal); only the poses are fitted.
  bool fix_intrinsics = false;
  int max_iterations = 500;
  /// Converged when the next full Gauss-Newton step would move the whole parameter vector by less than this many
  /// of its standard deviations. It then goes on to the last digits where that is cheap.
  double tolerance = 1e-4;
  /// For fits that are only compared with others: not to the last digits, and a valley that goes on beyond
  /// max_iterations, which these frames do not determine, counts as converged.
  bool only_compared = false;
  /// Likewise: where the first whole step of all that is fitted with the target's shape or the effects gains less, to
  /// first order, it ends there, as not converged. px^2. Without effect for a loss other than the square.
  double least_gain = 0;
  int threads = 1;
  Progress progress = {};  ///< only asked whether to go on
};

enum class CalibrationStatus {
  kNotRun,
  kConverged,
  kIterationLimit,   ///< stopped early; the message says where
  kDegenerate,       ///< the data leave a direction of the parameters open; the message names it
  kNoInitialValues,  ///< no initial values were found that explain the data at all
};

[[nodiscard]] std::string_view to_string(CalibrationStatus status);

struct FrameFit {
  std::string name;
  std::size_t index = 0;  ///< in Observations::frames
  Pose camera_from_target;
  double rmse = 0;  ///< px, over the frame's coordinates, see Residuals
  double weight = 1;
};

struct LeftOutFrame {
  std::string name;
  std::size_t index = 0;
  std::string reason;
};

/// Of the residuals as Residuals has them, in pixels times the corner's weight.
struct FitSummary {
  double rmse = 0;         ///< sqrt(sum ||r||^2 / N), px. OpenCV's "rms" is sqrt(2) times this.
  double mad = 0;          ///< 1.4826 median |r - median r| over all coordinates, px
  double s_d = 0;          ///< mad / sqrt(1 - N_P/N), px: the robust one
  double variance = 0;     ///< MSE / (1 - N_P/N), weighted by rho' under a robust loss: the plain one, px^2
  double cost = 0;         ///< what was minimised, px^2
  int n_observations = 0;  ///< coordinates, two per corner
  /// Six per frame; the intrinsics and what the target's shape adds, unless they were fixed away from their minimum;
  /// what effects are worth.
  int n_parameters = 0;
  /// How much the cost would fall, to first order, with these free, px^2: rounding, unless they were fixed.
  double decrease = 0;
  /// Whether the intrinsics are those that fit these observations best. False only where they were fixed elsewhere.
  bool at_minimum = false;
  int iterations = 0;  ///< also of a calibration that failed
};

/// The target as the calibration has it.
struct TargetFit {
  ShapeBasis basis;             ///< what of it was unknown
  std::vector<Vector3> points;  ///< by corner id, where they were found; empty: the nominal ones, see target_points()
};

/// The result of a calibration. Only when `status` is kConverged is there a camera, and frames, residuals, a fit and a
/// covariance with it; one that failed holds its message, what it was made from, and the frames that it left out.
struct Calibration {
  CalibrationStatus status = CalibrationStatus::kNotRun;
  std::string message = "calibrate() was not called";
  std::shared_ptr<const Model> model = {};                ///< that was asked for
  std::shared_ptr<const Observations> observations = {};  ///< what it was made from
  std::optional<Camera> camera = {};
  std::vector<FrameFit> frames = {};        ///< those used
  std::vector<LeftOutFrame> left_out = {};  ///< those not, and why
  TargetFit target = {};
  EffectFit effects = {};
  Residuals residuals = {};  ///< of the frames, one span each
  FitSummary fit = {};
  Loss loss = Loss::none();  ///< what the residuals went through
  /// What each used frame says about the global parameters, intrinsics first, then what effects have in common, then
  /// the target's shape (S_j and s_j of docs/method.md 2), and the prior that holds the gauge of a free shape.
  Information information = {};
  /// s^2 A^-1 with the plain s^2 = MSE / (1 - N_P/N) (residuals weighted by rho' under a robust loss), intrinsics
  /// only. Right when the model is; too small when anything systematic is wrong.
  /// Empty where the intrinsics were fixed and these data leave them open.
  Eigen::MatrixXd covariance_std = {};
  std::vector<std::string> warnings = {};

  /// The intrinsics, the common unknowns of effects, the parameters of the target's shape.
  [[nodiscard]] Eigen::VectorXd global_parameters() const;
  [[nodiscard]] bool converged() const { return status == CalibrationStatus::kConverged; }
};

/// Intrinsics and poses that minimise the reprojection error, each corner's times its weight. Throws an Error for input
/// that makes no sense (see validate()); data that cannot carry a calibration give a status and a diagnosis.
[[nodiscard]] Calibration calibrate(const Observations& observations, const CalibrateOptions& options = {});
/// The same without a copy: the calibration shares the observations.
[[nodiscard]] Calibration calibrate(std::shared_ptr<const Observations> observations,
                                    const CalibrateOptions& options = {});

/// Throws an Error (kNotConverged) where the calibration did not succeed: "WHAT needs a calibration that succeeded".
void require_converged(const Calibration& calibration, const std::string& what);

/// How often each used frame counts.
[[nodiscard]] std::vector<double> frame_weights(const Calibration& calibration);

/// Where the calibration has the target's corners, by id: as it found them, or nominal.
[[nodiscard]] const std::vector<Vector3>& target_points(const Calibration& calibration);
/// What a used frame shows; with effects: what it would show without them.
[[nodiscard]] const std::vector<Corner>& corners_of(const Calibration& calibration, const FrameFit& frame);

}  // namespace fiducia

#include "fiducia/assess/rig_assessment.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "fiducia/assess/chosen_calibration.h"
#include "fiducia/core/error.h"
#include "fiducia/evaluate/mapping_error.h"
#include "fiducia/evaluate/quadratic_root.h"

namespace fiducia {
namespace {

/// For a camera whose own views do not tell.
constexpr const char* kModestModel = "radial2";
constexpr double kBiasIsNoChance = 0.01;
constexpr double kLargeBiasRatio = 0.25;

/// What the cameras say one by one.
struct LoneChoices {
  RigObservations observations;  // without outliers, numbered alike
  std::vector<ModelChoice> models;
  std::vector<TargetShape> shapes;
  std::vector<std::vector<LeftOutCorner>> left_out;
};

const ModelRequest& request_of(const RigAssessOptions& options, std::size_t camera) {
  return options.models[options.models.size() == 1 ? 0 : camera];
}

LoneChoices choose_alone(const RigObservations& rig, const RigAssessOptions& options) {
  LoneChoices choices{rig, {}, {}, {}};
  for (std::size_t c = 0; c < rig.cameras.size(); ++c) {
    AssessOptions own;
    own.model = request_of(options, c);
    own.target_shape = options.target_shape;
    own.effects = options.effects;
    own.loss = options.loss;
    own.outliers = options.outliers;
    own.leave_out_outlying = false;  // an instant belongs to all cameras
    own.splines = false;             // which are not fitted in a rig
    own.evaluation.seed = options.seed;
    own.evaluation.threads = options.threads;
    own.progress = uncounted(options.progress);
    const ChosenCalibration chosen =
        calibrate_as_asked(std::make_shared<const Observations>(camera_observations(rig, c)), own);
    const Calibration& calibration = chosen.clean.calibration;
    const ModelRequest& request = request_of(options, c);
    if (calibration.converged()) {
      choices.models.emplace_back(calibration.model);
      choices.shapes.push_back(calibration.target.basis.shape());
      const std::vector<std::size_t> instants = instants_of(rig, c);
      for (std::size_t j = 0; j < instants.size(); ++j) {
        choices.observations.instants[instants[j]].frames[c]->corners = calibration.observations->frames[j].corners;
      }
      choices.left_out.push_back(chosen.clean.left_out);
    } else {
      choices.models.push_back(request.is_auto() ? ModelChoice(kModestModel) : *request.choice());
      choices.left_out.emplace_back();
    }
  }
  return choices;
}

/// What most cameras take; of two that as many take, the one with more freedom.
TargetShape most_wanted(const std::vector<TargetShape>& shapes) {
  TargetShape best = TargetShape::kPlanar;
  std::ptrdiff_t most = 0;
  for (const TargetShape shape : {TargetShape::kPlanar, TargetShape::kWarp, TargetShape::kFree}) {
    const std::ptrdiff_t count = std::count(shapes.begin(), shapes.end(), shape);
    if (count < most || count == 0) continue;
    most = count;
    best = shape;
  }
  return best;
}

RigCalibration calibrate_as_chosen(const LoneChoices& choices, const RigAssessOptions& options) {
  RigCalibrateOptions how;
  how.models = choices.models;
  how.loss = options.loss;
  how.effects = options.effects;
  how.threads = options.threads;
  how.progress = uncounted(options.progress);
  how.target_shape = options.target_shape.value_or(most_wanted(choices.shapes));
  RigCalibration rig = calibrate_rig(choices.observations, how);
  // A shape that nobody asked for is not worth a failure.
  if (rig.converged() || options.target_shape || how.target_shape == TargetShape::kPlanar) return rig;
  how.target_shape = TargetShape::kPlanar;
  return calibrate_rig(choices.observations, how);
}

RigCameraAssessment assess_camera(const RigCalibration& rig, std::size_t camera, const RigUncertainty& uncertainty,
                                  const RigAssessOptions& options) {
  RigCameraAssessment result;
  try {
    result.bias =
        bias_ratio(camera_view(rig, camera),
                   {.seed = options.seed, .threads = options.threads, .progress = uncounted(options.progress)});
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
  }
  const MappingSensitivity sensitivity = mapping_sensitivity(rig.cameras[camera].camera);
  const Eigen::MatrixXd root = quadratic_root(sensitivity.H);
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(root.rows(), rig.layout.shape_first);
  J.middleCols(rig.layout.first[camera], root.cols()) = root;
  const RigErrorBound bound = uncertainty.bound(J);
  result.random_px = std::sqrt(2 * bound.mean);  // both coordinates
  result.bound95_px = std::sqrt(2 * bound.bound95);
  result.degrees_of_freedom = bound.degrees_of_freedom;
  return result;
}

}  // namespace

bool RigCameraAssessment::is_lower_bound() const {
  return bias && (bias->p_value < kBiasIsNoChance || bias->headline().ratio_ci95[0] > kLargeBiasRatio);
}

RigAssessment assess_rig(const RigObservations& observations, const RigAssessOptions& options) {
  validate(observations);
  if (options.models.size() != 1 && options.models.size() != observations.cameras.size()) {
    throw Error(ErrorCode::kBadOption, "there are " + std::to_string(options.models.size()) + " models for " +
                                           std::to_string(observations.cameras.size()) + " cameras");
  }
  const LoneChoices choices = choose_alone(observations, options);
  RigAssessment result;
  result.calibration = calibrate_as_chosen(choices, options);
  const RigCalibration& rig = result.calibration;
  if (!rig.converged()) return result;
  const RigUncertainty uncertainty(rig, options.threads, uncounted(options.progress));
  std::vector<double> noise;
  for (std::size_t c = 0; c < rig.cameras.size(); ++c) {
    result.cameras.push_back(assess_camera(rig, c, uncertainty, options));
    result.cameras.back().left_out_corners = choices.left_out[c];
    const auto& bias = result.cameras.back().bias;
    noise.push_back(bias ? bias->headline().sigma_d_px : rig.cameras[c].fit.s_d);
  }
  for (std::size_t a = 0; a < rig.cameras.size(); ++a) {
    for (std::size_t b = a + 1; b < rig.cameras.size(); ++b) {
      require_go_on(options.progress);
      result.pairs.push_back(
          evaluate_pair(rig, uncertainty, a, b, {.distances_m = options.distances_m, .noise_px = noise}));
    }
  }
  result.consistency =
      rig_consistency(rig, {.seed = options.seed, .threads = options.threads, .progress = uncounted(options.progress)});
  return result;
}

}  // namespace fiducia

#include "fiducia/report/evaluated_calibration.h"

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

/// Rotations as the file holds them: a matrix made from a rotation vector differs from the one that gave the vector in
/// its last digits, which a rounded residual can show.
std::vector<EvaluatedCalibration::Frame> posed_frames(const std::vector<FrameFit>& frames) {
  std::vector<EvaluatedCalibration::Frame> posed;
  for (const FrameFit& frame : frames) {
    const Pose& pose = frame.camera_from_target;
    posed.push_back({frame.name, Pose::from_vectors(pose.rotation_vector(), pose.translation)});
  }
  return posed;
}

EvaluatedCalibration::BiasMaps bias_maps(const BiasRatio& bias) {
  EvaluatedCalibration::BiasMaps maps{bias.image_columns, bias.image_rows, bias.image, {}};
  for (const BiasCell& tile : bias.target) maps.target_eps_px.push_back(tile.eps_px);
  return maps;
}

}  // namespace

EvaluatedCalibration evaluated_calibration(const Calibration& calibration, const CalibrationFindings& findings) {
  require_converged(calibration, "a report");
  if (findings.evaluation == nullptr || findings.verdict == nullptr) {
    throw Error(ErrorCode::kBadOption,
                "a report is about a calibration, its evaluation and its verdict: give all three");
  }
  const Evaluation& evaluation = *findings.evaluation;
  EvaluatedCalibration result{.camera = *calibration.camera};
  result.frames = posed_frames(calibration.frames);
  if (calibration.target.basis.shape() != TargetShape::kPlanar) result.target_points = calibration.target.points;
  result.rmse = calibration.fit.rmse;
  result.n_observations = calibration.fit.n_observations;
  if (findings.left_out_corners != nullptr) {
    for (const LeftOutCorner& corner : *findings.left_out_corners) {
      result.left_out_corners.push_back({corner.frame, corner.id});
    }
  }
  result.bias = bias_maps(evaluation.bias);
  for (const Uncertainty& uncertainty : evaluation.uncertainty) {
    result.estimates.push_back({std::string(to_string(uncertainty.covariance.method)), uncertainty.covariance.matrix,
                                uncertainty.error.eigenvalues});
  }
  if (const Trust* trust = findings.trust) {
    result.error = {trust->random_px, trust->systematic_px, trust->bound95_px, trust->camera};
  }
  if (findings.mapping != nullptr) result.mapping = *findings.mapping;
  result.object = calibration_object(calibration, findings);
  return result;
}

}  // namespace fiducia

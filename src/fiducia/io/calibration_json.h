#pragma once

#include <Eigen/Core>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fiducia/evaluate/evaluation.h"
#include "fiducia/evaluate/select.h"
#include "fiducia/io/formats/file_pupil.h"
#include "fiducia/io/json_document.h"
#include "fiducia/io/verdict_json.h"
#include "fiducia/solve/calibrate.h"
#include "fiducia/solve/outlying_corners.h"

namespace fiducia {

inline constexpr std::string_view kCalibrationFormat = "fiducia.calibration/1";

/// What is known about a calibration besides itself; null: not known.
struct CalibrationFindings {
  const Evaluation* evaluation = nullptr;
  const MappingErrorOptions* mapping = nullptr;  ///< what the evaluation was asked for
  const Verdict* verdict = nullptr;
  const VerdictWords* words = nullptr;                             ///< of the verdict
  const VerdictThresholds* thresholds = nullptr;                   ///< that the verdict was made with
  double tolerance_px = std::numeric_limits<double>::quiet_NaN();  ///< that the verdict was made with
  const Trust* trust = nullptr;
  const std::vector<ErrorCause>* causes = nullptr;
  const OptimumCheck* optimum = nullptr;
  const Selection* selection = nullptr;  ///< that gave the calibration its model
  const std::vector<LeftOutCorner>* left_out_corners = nullptr;
  const FrameTurns* turns = nullptr;
};

/// A calibration as JSON: model, image size, parameters, the frames' poses, the target where its shape was found,
/// `fit`, then what was found out about it
/// (`bias`, `uncertainty`, `metrics`, `mapping`, `map`, `residual_histogram`, `optimum`, `trust`, `causes`, `verdict`,
/// `selection`), the frames left out, warnings, status and message. Of a calibration that did not converge only the
/// diagnosis is written: numbers that mean nothing are not passed on.
[[nodiscard]] Json calibration_object(const Calibration& calibration, const CalibrationFindings& findings = {});
[[nodiscard]] std::string calibration_json(const Calibration& calibration, const CalibrationFindings& findings = {});

/// The member `pupil` of a calibration file.
[[nodiscard]] Json pupil_object(const FilePupil& pupil);

/// What a calibration file says.
struct CalibrationRecord {
  struct FramePose {
    std::string name;
    Pose camera_from_target;
    std::optional<double> rmse;
  };

  Camera camera;
  std::optional<FilePupil> pupil = {};
  std::string camera_name = {};
  std::vector<FramePose> frames = {};
  TargetShape target_shape = TargetShape::kPlanar;
  std::vector<Vector3> target_points = {};  ///< by corner id, where the target's shape was found with the camera
  std::optional<FitSummary> fit = {};
  std::optional<Eigen::MatrixXd> covariance_std = {};
  std::optional<Eigen::MatrixXd> covariance_cr2 = {};  ///< from how much the frames disagree
  GridOptions mapping_grid = {};                       ///< where the mapping error was taken
  std::optional<double> bound95_px = {};               ///< of the total error, a length, where that is known
  double systematic_px = 0;                            ///< the systematic part of it
  std::vector<Effect> effects = {};                    ///< of single frames, that the camera was freed of
  std::vector<LeftOutFrame> left_out = {};
  std::vector<LeftOutCorner> left_out_corners = {};
  std::vector<std::string> warnings = {};
};

/// The grid in the member `mapping` of a calibration file.
[[nodiscard]] GridOptions read_mapping_grid(const JsonDocument& document, const Json& mapping, ImageSize image_size);

/// The members model, image_size, parameters and, of a splined lens, domain.
[[nodiscard]] Camera read_camera_object(const JsonDocument& document, const Json& object);

/// Reads the text of a calibration file. Only format, model, image_size and parameters must be there; bias, metrics
/// and other estimates of the uncertainty are passed over; any other key that is not known is refused.
/// Throws an Error "file:line: path ..." for what is not understood, for a calibration that did not converge, and
/// for that of a rig, whose cameras read_camera_file() gives.
[[nodiscard]] CalibrationRecord read_calibration_json(std::string_view text, const std::string& file_name);
[[nodiscard]] CalibrationRecord read_calibration_json(const JsonDocument& document);

}  // namespace fiducia

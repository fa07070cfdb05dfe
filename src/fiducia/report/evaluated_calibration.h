#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "fiducia/evaluate/bias_map.h"
#include "fiducia/evaluate/mapping_error.h"
#include "fiducia/io/calibration_json.h"

namespace fiducia {

/// A calibration and what was found out about it, as values: what a report is made from. A calibration that has just
/// been evaluated gives the same values as the calibration.json that it is written to, and so the same page.
struct EvaluatedCalibration {
  struct Frame {
    std::string name;
    Pose camera_from_target;
  };

  struct CornerInFrame {
    std::string frame;
    int id = 0;
    // NOLINTNEXTLINE(modernize-use-nullptr): it takes the comparison with 0 inside for a pointer
    friend auto operator<=>(const CornerInFrame&, const CornerInFrame&) = default;
  };

  struct Estimate {
    std::string method;
    Eigen::MatrixXd covariance;       ///< empty: not known, as of a splined lens that was read from a file
    std::vector<double> eigenvalues;  ///< of the mapping error's distribution; empty: not known
  };

  /// Standard deviations of the projection by cr2 over the image, for where the covariance is not known.
  struct SigmaMap {
    int columns = 0;
    int rows = 0;
    std::vector<double> sigma_px = {};  ///< row by row; NaN where there is no ray
    std::vector<bool> observed = {};    ///< a corner was detected in the cell or beside it
  };

  /// The systematic residual by place.
  struct BiasMaps {
    int image_columns = 0;
    int image_rows = 0;
    std::vector<BiasCell> image = {};        ///< row by row
    std::vector<double> target_eps_px = {};  ///< one per tile
  };

  /// How wrong the camera is: lengths in px, RMS over the image.
  struct TotalError {
    double random_px = 0;
    double systematic_px = 0;
    double bound95_px = 0;
    std::optional<Camera> explanation = {};  ///< that it is compared with; none: the file does not hold it
  };

  Camera camera;
  std::string camera_name = {};
  std::vector<Frame> frames = {};  ///< those used
  std::vector<Vector3> target_points =
      {};                  ///< by corner id, where the target's shape was found; empty: the nominal ones
  double rmse = 0;         ///< px, of the used coordinates
  int n_observations = 0;  ///< coordinates, two per corner
  std::vector<CornerInFrame> left_out_corners = {};
  BiasMaps bias = {};
  std::vector<Estimate> estimates = {};  ///< in the order of the file; none where the data leave the intrinsics open
  std::optional<SigmaMap> sigma_map = {};
  std::optional<TotalError> error = {};  ///< none where there was nothing to compare with
  MappingErrorOptions mapping = {};      ///< where the estimates' mapping error is taken
  Json object = {};                      ///< all of calibration.json: the page shows much of it as it stands
};

/// Of a calibration that has converged. Throws an Error where the findings hold no evaluation or no verdict: a report
/// is about these.
[[nodiscard]] EvaluatedCalibration evaluated_calibration(const Calibration& calibration,
                                                         const CalibrationFindings& findings);

/// Of the text of a calibration.json. Throws an Error "file:line: path ..." for a calibration without evaluation, and
/// for numbers that are none.
[[nodiscard]] EvaluatedCalibration read_evaluated_calibration(const std::string& text, const std::string& file_name);

}  // namespace fiducia

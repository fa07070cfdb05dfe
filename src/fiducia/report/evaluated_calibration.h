#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "fiducia/data/observations.h"
#include "fiducia/io/calibration_json.h"

namespace fiducia {

/// What a calibration.json says, checked for what a report needs of it.
struct EvaluatedCalibration {
  struct Estimate {
    std::string method;
    Eigen::MatrixXd covariance;
    std::vector<double> eigenvalues;  ///< of the mapping error's distribution; empty: not known
  };

  CalibrationRecord record;
  Json object;                      ///< the whole of it
  std::vector<Estimate> estimates;  ///< in the order of the file; none where the data leave the intrinsics open
  int grid_columns = 0;
  int grid_rows = 0;
  bool rotation_compensated = true;
};

/// Throws an Error "file:line: path ..." for a calibration without evaluation, and for numbers that are none.
[[nodiscard]] EvaluatedCalibration read_evaluated_calibration(const std::string& text, const std::string& file_name);

/// Throws an Error where the calibration's frames, corners or image size are not those of the observations.
void require_its_observations(const EvaluatedCalibration& calibration, const std::string& file_name,
                              const Observations& observations);

}  // namespace fiducia

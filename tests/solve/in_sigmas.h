// How far apart two parameter vectors are, in the standard deviations of a calibration.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "fiducia/solve/calibrate.h"

namespace fiducia::testing {

inline Eigen::VectorXd as_vector(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

inline double largest_in_sigmas(const Calibration& calibration, const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  return ((a - b).cwiseAbs().array() / calibration.covariance_std.diagonal().cwiseSqrt().array()).maxCoeff();
}

inline double largest_in_sigmas(const Calibration& calibration, const std::vector<double>& parameters) {
  return largest_in_sigmas(calibration, as_vector(calibration.camera->parameters()), as_vector(parameters));
}

}  // namespace fiducia::testing

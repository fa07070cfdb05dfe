#pragma once

#include <Eigen/Cholesky>
#include <string>

#include "fiducia/solve/calibrate.h"
#include "tests/evaluate/cameras.h"

namespace fiducia::testing {

inline Calibration with_information(std::vector<FrameInformation> information) {
  Calibration calibration{.model = ordinary_camera().shared_model(), .camera = ordinary_camera()};
  calibration.status = CalibrationStatus::kConverged;
  calibration.message = "made up";
  for (std::size_t j = 0; j < information.size(); ++j) {
    calibration.frames.push_back({.name = "frame" + std::to_string(j), .index = j});
  }
  calibration.information = std::move(information);
  return calibration;
}

/// sum of weight x S_j.
inline Eigen::MatrixXd information_sum(const Calibration& calibration) {
  Eigen::MatrixXd a = 0 * calibration.information.front().S;
  for (std::size_t j = 0; j < calibration.information.size(); ++j) {
    a += calibration.frames[j].weight * calibration.information[j].S;
  }
  return a;
}

inline Eigen::VectorXd gradient_sum(const Calibration& calibration) {
  Eigen::VectorXd sum = 0 * calibration.information.front().s;
  for (std::size_t j = 0; j < calibration.information.size(); ++j) {
    sum += calibration.frames[j].weight * calibration.information[j].s;
  }
  return sum;
}

/// Takes the gradients to where their sum is zero.
inline void balance(Calibration* calibration) {
  const Eigen::VectorXd step = information_sum(*calibration).ldlt().solve(gradient_sum(*calibration));
  for (FrameInformation& frame : calibration->information) frame.s -= frame.S * step;
}

/// Frames with well-conditioned random information about `size` parameters, at a minimum.
inline Calibration random_calibration(int frames, Eigen::Index size, std::uint64_t seed) {
  RandomStream random(seed);
  std::vector<FrameInformation> information;
  for (int j = 0; j < frames; ++j) {
    const Eigen::MatrixXd rows = normal_matrix(random, size + 6, size);
    information.push_back({rows.transpose() * rows, rows.transpose() * normal_vector(random, size + 6)});
  }
  Calibration calibration = with_information(std::move(information));
  balance(&calibration);
  return calibration;
}

/// The same with parameters in other units: theta_new = theta / scale.
inline Calibration rescaled(Calibration calibration, const Eigen::VectorXd& scale) {
  for (FrameInformation& frame : calibration.information) {
    frame.S = scale.asDiagonal() * frame.S * scale.asDiagonal();
    frame.s = scale.asDiagonal() * frame.s;
  }
  return calibration;
}

/// The largest difference of two covariances, each entry in units of its standard deviations.
inline double difference_in_sigmas(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  const Eigen::VectorXd scale = b.diagonal().cwiseSqrt().cwiseInverse();
  return (scale.asDiagonal() * (a - b) * scale.asDiagonal()).cwiseAbs().maxCoeff();
}

}  // namespace fiducia::testing

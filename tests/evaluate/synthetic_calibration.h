#pragma once

#include <Eigen/Cholesky>
#include <string>

#include "fiducia/solve/calibrate.h"
#include "tests/evaluate/cameras.h"

namespace fiducia::testing {

/// S and s of a frame, written out.
struct Pair {
  Eigen::MatrixXd S;
  Eigen::VectorXd s;
};

inline Pair pair_of(const FrameInformation& frame) { return {frame.S(), frame.s()}; }

inline Calibration with_information(const std::vector<Pair>& pairs) {
  Calibration calibration{.model = ordinary_camera().shared_model(), .camera = ordinary_camera()};
  calibration.status = CalibrationStatus::kConverged;
  calibration.message = "made up";
  for (std::size_t j = 0; j < pairs.size(); ++j) {
    calibration.frames.push_back({.name = "frame" + std::to_string(j), .index = j});
    calibration.information.frames.push_back(FrameInformation::from_pair(pairs[j].S, pairs[j].s));
  }
  return calibration;
}

/// Every frame's pair replaced by what `change` makes of it; change(index, pair).
template <class Change>
void change_pairs(Calibration* calibration, const Change& change) {
  for (std::size_t j = 0; j < calibration->information.frames.size(); ++j) {
    Pair pair = pair_of(calibration->information.frames[j]);
    change(j, &pair);
    calibration->information.frames[j] = FrameInformation::from_pair(pair.S, pair.s);
  }
}

/// sum of weight x S_j.
inline Eigen::MatrixXd information_sum(const Calibration& calibration) {
  return calibration.information.matrix(frame_weights(calibration));
}

inline Eigen::VectorXd gradient_sum(const Calibration& calibration) {
  return calibration.information.gradient(frame_weights(calibration));
}

/// Takes the gradients to where their sum is zero.
inline void balance(Calibration* calibration) {
  const Eigen::VectorXd step = information_sum(*calibration).ldlt().solve(gradient_sum(*calibration));
  change_pairs(calibration, [&](std::size_t, Pair* pair) { pair->s -= pair->S * step; });
}

/// Frames with well-conditioned random information about `size` parameters, at a minimum.
inline Calibration random_calibration(int frames, Eigen::Index size, std::uint64_t seed) {
  RandomStream random(seed);
  std::vector<Pair> pairs;
  for (int j = 0; j < frames; ++j) {
    const Eigen::MatrixXd rows = normal_matrix(random, size + 6, size);
    pairs.push_back({rows.transpose() * rows, rows.transpose() * normal_vector(random, size + 6)});
  }
  Calibration calibration = with_information(pairs);
  balance(&calibration);
  return calibration;
}

/// The same with parameters in other units: theta_new = theta / scale.
inline Calibration rescaled(Calibration calibration, const Eigen::VectorXd& scale) {
  change_pairs(&calibration, [&](std::size_t, Pair* pair) {
    pair->S = scale.asDiagonal() * pair->S * scale.asDiagonal();
    pair->s = scale.asDiagonal() * pair->s;
  });
  return calibration;
}

/// The largest difference of two covariances, each entry in units of its standard deviations.
inline double difference_in_sigmas(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  const Eigen::VectorXd scale = b.diagonal().cwiseSqrt().cwiseInverse();
  return (scale.asDiagonal() * (a - b) * scale.asDiagonal()).cwiseAbs().maxCoeff();
}

}  // namespace fiducia::testing

#include "fiducia/evaluate/frame_influence.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "fiducia/core/statistics.h"
#include "fiducia/evaluate/frame_pairs.h"

namespace fiducia {

std::vector<FrameInfluence> frame_influence(const Calibration& calibration, const Eigen::MatrixXd& H,
                                            double outlier_ratio) {
  const FramePairs pairs = frame_pairs(calibration);
  const Eigen::Index size = pairs.L.rows();
  std::vector<double> rmse;
  for (const FrameFit& frame : calibration.frames) rmse.push_back(frame.rmse);
  const double typical = median(rmse);
  std::vector<FrameInfluence> result(pairs.size());
  for (std::size_t j = 0; j < pairs.size(); ++j) {
    result[j].leverage = pairs.M[j].trace() / static_cast<double>(size);
    const Eigen::MatrixXd others = Eigen::MatrixXd::Identity(size, size) - pairs.M[j];
    const Eigen::VectorXd whitened = others.ldlt().solve(pairs.z[j]);
    const Eigen::VectorXd step = pairs.L.transpose().triangularView<Eigen::Upper>().solve(whitened).head(H.rows());
    result[j].shift_px = std::sqrt(std::max(step.dot(H * step), 0.0));
    result[j].outlying = rmse[j] > outlier_ratio * typical;
  }
  return result;
}

}  // namespace fiducia

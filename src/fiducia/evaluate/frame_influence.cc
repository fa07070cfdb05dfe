#include "fiducia/evaluate/frame_influence.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "fiducia/core/statistics.h"

namespace fiducia {

std::vector<FrameInfluence> frame_influence(const Calibration& calibration, const FrameInfluences& influences,
                                            const Eigen::MatrixXd& H, double outlier_ratio) {
  std::vector<double> rmse;
  for (const FrameFit& frame : calibration.frames) rmse.push_back(frame.rmse);
  const double typical = median(rmse);
  const double all = std::accumulate(influences.leverages.begin(), influences.leverages.end(), 0.0);
  std::vector<FrameInfluence> result(calibration.frames.size());
  for (std::size_t j = 0; j < result.size(); ++j) {
    result[j].leverage = influences.leverages[j] / all;
    const Eigen::VectorXd step = influences.left_out.col(static_cast<Eigen::Index>(j)).head(H.rows());
    result[j].shift_px = std::sqrt(std::max(step.dot(H * step), 0.0));
    result[j].outlying = rmse[j] > outlier_ratio * typical;
  }
  return result;
}

}  // namespace fiducia

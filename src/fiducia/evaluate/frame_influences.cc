#include "fiducia/evaluate/frame_influences.h"

#include <cmath>

#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/evaluate/hat_block.h"
#include "fiducia/evaluate/leverage_correction.h"

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

}  // namespace

FrameInfluences frame_influences(const Calibration& calibration, int threads, const Progress& progress) {
  require_converged(calibration, "an uncertainty");
  return frame_influences(calibration.information, frame_weights(calibration), threads, progress);
}

FrameInfluences frame_influences(const Information& information, std::span<const double> weights, int threads,
                                 const Progress& progress) {
  const std::vector<FrameInformation>& frames = information.frames;
  std::optional<InverseInformation> inverse = InverseInformation::of(information, weights);
  if (!inverse) {
    throw Error(ErrorCode::kDegenerate, "these frames leave a direction of the parameters open: no covariance exists");
  }
  FrameInfluences result{std::move(*inverse), {}, {}, {}, {}, std::vector<double>(frames.size()), {}};
  result.step = result.inverse.times(information.gradient(weights));
  const auto count = static_cast<Index>(frames.size());
  for (MatrixXd* influences : {&result.uncorrected, &result.corrected, &result.left_out}) {
    influences->resize(information.size(), count);
  }
  std::vector<char> decisive(frames.size());
  SharedProgress shared(progress);
  parallel_for(frames.size(), threads, [&](std::size_t j) {
    shared.require_go_on();
    const auto column = static_cast<Index>(j);
    const HatBlock hat(frames[j], weights[j], result.inverse);
    const VectorXd q = frames[j].q() - frames[j].times(result.step);
    const LeverageCorrection correction = frames[j].rows() <= kFewRows
                                              ? correct_leverage(hat.matrix(), q)
                                              : correct_leverage([&](const VectorXd& v) { return hat.times(v); }, q);
    result.uncorrected.col(column) = weights[j] * frames[j].transposed_times(q);
    result.corrected.col(column) = weights[j] * frames[j].transposed_times(correction.half);
    result.left_out.col(column) = weights[j] * frames[j].transposed_times(correction.whole);
    result.leverages[j] = hat.trace();
    decisive[j] = correction.least_freedom < kLeastFreedom ? 1 : 0;
  });
  for (MatrixXd* influences : {&result.uncorrected, &result.corrected, &result.left_out})
    *influences = result.inverse.times(*influences);
  for (std::size_t j = 0; j < frames.size(); ++j) {
    if (decisive[j] != 0) result.decisive.push_back(j);
  }
  return result;
}

}  // namespace fiducia

#include "fiducia/evaluate/frame_influences.h"

#include <cmath>

#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/evaluate/leverage_correction.h"

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// w R A^-1 R' of one frame, in the form of A^-1 = D + X'X - U'U.
class HatBlock {
 public:
  HatBlock(const FrameInformation& frame, double weight, const InverseInformation& inverse)
      : frame_(frame), weight_(weight), inverse_(inverse), x_(frame.times(inverse.X().transpose())) {
    if (inverse.U().rows() > 0) u_ = frame.times(inverse.U().transpose());
  }

  [[nodiscard]] VectorXd times(const VectorXd& v) const {
    VectorXd product = x_ * (x_.transpose() * v);
    if (u_.size() > 0) product -= u_ * (u_.transpose() * v);
    if (!inverse_.without_points()) product += frame_.times(inverse_.diagonal_times(frame_.transposed_times(v)));
    return weight_ * product;
  }

  [[nodiscard]] MatrixXd matrix() const {
    MatrixXd product = x_ * x_.transpose();
    if (u_.size() > 0) product -= u_ * u_.transpose();
    if (!inverse_.without_points()) {
      const MatrixXd transposed = frame_.transposed_times(MatrixXd::Identity(frame_.rows(), frame_.rows()));
      product += frame_.times(inverse_.diagonal_times(transposed));
    }
    return weight_ * product;
  }

  [[nodiscard]] double trace() const {
    double trace = x_.squaredNorm() - u_.squaredNorm();
    if (!inverse_.without_points()) {
      // tr(R D R') with R = (I - QQ') F: corner by corner, less what lies in Q.
      const Index dense = frame_.dense_size();
      for (Index corner = 0; 2 * corner < frame_.rows(); ++corner) {
        const auto block = frame_.scattered_part().middleRows<2>(2 * corner);
        const Matrix3& d = inverse_.point_block((frame_.places(corner)[0] - dense) / 3);
        trace += (block * d * block.transpose()).trace();
      }
      const MatrixXd q = frame_.unprojected_transposed_times(frame_.local_basis());
      trace -= q.cwiseProduct(inverse_.diagonal_times(q)).sum();
    }
    return weight_ * trace;
  }

 private:
  const FrameInformation& frame_;
  double weight_;
  const InverseInformation& inverse_;
  MatrixXd x_;
  MatrixXd u_;
};

}  // namespace

FrameInfluences frame_influences(const Calibration& calibration, int threads, const Progress& progress) {
  const std::vector<FrameInformation>& frames = calibration.information.frames;
  require_converged(calibration, "an uncertainty");
  const std::vector<double> weights = frame_weights(calibration);
  std::optional<InverseInformation> inverse = InverseInformation::of(calibration.information, weights);
  if (!inverse) {
    throw Error(ErrorCode::kDegenerate, "these frames leave a direction of the parameters open: no covariance exists");
  }
  FrameInfluences result{std::move(*inverse), {}, {}, {}, {}, std::vector<double>(frames.size()), {}};
  result.step = result.inverse.times(calibration.information.gradient(weights));
  const auto count = static_cast<Index>(frames.size());
  for (MatrixXd* influences : {&result.uncorrected, &result.corrected, &result.left_out}) {
    influences->resize(calibration.information.size(), count);
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

#include "fiducia/evaluate/hat_block.h"

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

}  // namespace

HatBlock::HatBlock(const FrameInformation& frame, double weight, const InverseInformation& inverse)
    : frame_(frame), weight_(weight), inverse_(inverse), x_(frame.times(inverse.X().transpose())) {
  if (inverse.U().rows() > 0) u_ = frame.times(inverse.U().transpose());
}

MatrixXd HatBlock::times(const MatrixXd& v) const {
  MatrixXd product = x_ * (x_.transpose() * v);
  if (u_.size() > 0) product -= u_ * (u_.transpose() * v);
  if (!inverse_.without_points()) product += frame_.times(inverse_.diagonal_times(frame_.transposed_times(v)));
  return weight_ * product;
}

MatrixXd HatBlock::matrix() const {
  MatrixXd product = x_ * x_.transpose();
  if (u_.size() > 0) product -= u_ * u_.transpose();
  if (!inverse_.without_points()) {
    const MatrixXd transposed = frame_.transposed_times(MatrixXd::Identity(frame_.rows(), frame_.rows()));
    product += frame_.times(inverse_.diagonal_times(transposed));
  }
  return weight_ * product;
}

double HatBlock::trace() const {
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

}  // namespace fiducia

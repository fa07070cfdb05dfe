#include "fiducia/evaluate/frame_pairs.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"

namespace fiducia {
namespace {

void drop_small_eigenvalues(FrameInformation* pair, double rank_tolerance) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(pair->S);
  const Eigen::VectorXd& values = eigen.eigenvalues();
  const Eigen::Index kept = (values.array() > rank_tolerance * values.maxCoeff()).count();
  if (kept == values.size()) return;
  const auto directions = eigen.eigenvectors().rightCols(kept);
  pair->S = directions * values.tail(kept).asDiagonal() * directions.transpose();
  pair->s = directions * (directions.transpose() * pair->s);
}

}  // namespace

Eigen::MatrixXd FramePairs::in_parameters(const Eigen::MatrixXd& c) const {
  const auto upper = L.transpose().triangularView<Eigen::Upper>();
  const Eigen::MatrixXd half = upper.solve(c);
  return upper.solve(half.transpose());
}

FramePairs frame_pairs(const Calibration& calibration, double rank_tolerance, int threads) {
  require_converged(calibration, "an uncertainty");
  const Eigen::Index size = calibration.information.front().S.rows();
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(size, size);
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(size);
  for (std::size_t j = 0; j < calibration.frames.size(); ++j) {
    a += calibration.frames[j].weight * calibration.information[j].S;
    sum += calibration.frames[j].weight * calibration.information[j].s;
  }
  const Eigen::LLT<Eigen::MatrixXd> llt(a);
  if (llt.info() != Eigen::Success) {
    throw Error(ErrorCode::kDegenerate, "these frames leave a direction of the parameters open: no covariance exists");
  }
  FramePairs pairs;
  pairs.L = llt.matrixL();
  pairs.step = llt.solve(sum);
  const auto lower = pairs.L.triangularView<Eigen::Lower>();
  pairs.M.resize(calibration.frames.size());
  pairs.z.resize(calibration.frames.size());
  parallel_for(calibration.frames.size(), threads, [&](std::size_t j) {
    const double weight = calibration.frames[j].weight;
    FrameInformation pair = calibration.information[j];
    pair.s -= pair.S * pairs.step;
    if (rank_tolerance > 0) drop_small_eigenvalues(&pair, rank_tolerance);
    const Eigen::MatrixXd half = lower.solve(pair.S);
    pairs.M[j] = weight * lower.solve(half.transpose());
    pairs.z[j] = weight * lower.solve(pair.s);
  });
  return pairs;
}

}  // namespace fiducia

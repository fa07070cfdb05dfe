#include "fiducia/guide/frame_views.h"

#include <Eigen/Eigenvalues>

#include "fiducia/core/error.h"
#include "fiducia/guide/board.h"
#include "fiducia/guide/view_information.h"

namespace fiducia {
namespace {

/// The positive T with T a T' = b, both positive definite: V'aV = 1 and V'bV = diag(d) give T = V^-T sqrt(d) V'.
Eigen::MatrixXd loss_between(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  // In units in which a's diagonal is 1, where parameters of very different sizes lose no digits.
  const Eigen::VectorXd scale = a.diagonal().cwiseMax(1e-300).cwiseSqrt();
  const Eigen::VectorXd inverse = scale.cwiseInverse();
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver(
      inverse.asDiagonal() * b * inverse.asDiagonal(), inverse.asDiagonal() * a * inverse.asDiagonal());
  if (solver.info() != Eigen::Success || !(solver.eigenvalues().minCoeff() > 0)) {
    throw Error(ErrorCode::kDegenerate, "the frames leave the intrinsics open");
  }
  const Eigen::MatrixXd& v = solver.eigenvectors();
  const Eigen::MatrixXd t = v.transpose().inverse() * solver.eigenvalues().cwiseSqrt().asDiagonal() * v.transpose();
  return scale.asDiagonal() * t * inverse.asDiagonal();
}

/// What is left of the information about the intrinsics when all else is found too.
Eigen::MatrixXd left_information(const Calibration& calibration) {
  const Eigen::MatrixXd sigma = calibration.covariance_std / calibration.fit.variance;
  const Eigen::VectorXd scale = sigma.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd scaled = scale.asDiagonal() * sigma * scale.asDiagonal();
  return scale.asDiagonal() * scaled.llt().solve(Eigen::MatrixXd::Identity(sigma.rows(), sigma.cols())) *
         scale.asDiagonal();
}

Eigen::MatrixXd sum_of(const std::vector<Eigen::MatrixXd>& parts, Eigen::Index size) {
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(size, size);
  for (const Eigen::MatrixXd& part : parts) sum += part;
  return sum;
}

}  // namespace

FrameViews frame_views(const Calibration& calibration) {
  FrameViews views;
  const Eigen::Index size = calibration.model->size();
  const bool plain = calibration.target.basis.size() == 0 && calibration.effects.empty();
  const Board board = plain ? Board{} : board_of(calibration.observations->target, calibration.target.points);
  for (std::size_t j = 0; j < calibration.frames.size(); ++j) {
    const FrameFit& frame = calibration.frames[j];
    if (plain) {
      views.S.emplace_back(frame.weight * calibration.information.frames[j].S());
      continue;
    }
    const View view{frame.camera_from_target, calibration.observations->frames[frame.index].corners};
    const std::optional<Eigen::MatrixXd> s = view_information(view, *calibration.camera, board);
    views.S.emplace_back(s ? Eigen::MatrixXd(frame.weight * *s) : Eigen::MatrixXd::Zero(size, size));
  }
  views.A = sum_of(views.S, size);
  if (plain) return views;
  const Eigen::MatrixXd left = left_information(calibration);
  views.loss = loss_between(views.A, left);
  views.A = left;
  for (Eigen::MatrixXd& s : views.S) s = views.loss * s * views.loss.transpose();
  return views;
}

}  // namespace fiducia

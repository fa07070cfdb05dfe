#include "fiducia/guide/frame_views.h"

#include "fiducia/guide/board.h"
#include "fiducia/guide/information_loss.h"
#include "fiducia/guide/view_information.h"

namespace fiducia {
namespace {

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
  const Eigen::MatrixXd left = information_left(calibration.covariance_std / calibration.fit.variance);
  views.loss = loss_between(views.A, left);
  views.A = left;
  for (Eigen::MatrixXd& s : views.S) s = views.loss * s * views.loss.transpose();
  return views;
}

}  // namespace fiducia

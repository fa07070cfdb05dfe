#include "fiducia/guide/view_information.h"

#include <Eigen/Cholesky>

#include "fiducia/solve/frame_normal.h"

namespace fiducia {

std::optional<Eigen::MatrixXd> view_information(const View& view, const Camera& camera, const Board& board) {
  const FrameNormal builder(camera.model());
  const CornerArrays corners(view.corners, board.points);
  const int g = builder.parameter_count();
  Eigen::MatrixXd normal(builder.size(), builder.size());
  double cost = 0;
  if (!builder.build(camera.parameters().data(), view.camera_from_target, corners, Loss::none(), normal.data(),
                     &cost)) {
    return std::nullopt;
  }
  const Eigen::LLT<Matrix6> llt(Matrix6(normal.block<6, 6>(g, g)));
  if (llt.info() != Eigen::Success) return std::nullopt;
  Eigen::MatrixXd half = normal.block(g, 0, 6, g);
  llt.matrixL().solveInPlace(half);
  Eigen::MatrixXd s = normal.topLeftCorner(g, g);
  s.noalias() -= half.transpose() * half;
  return s;
}

}  // namespace fiducia

#include "fiducia/guide/view_information.h"

#include <Eigen/Cholesky>

#include "fiducia/solve/frame_normal.h"

namespace fiducia {
namespace {

/// [intrinsics | residual] of a view once its pose is eliminated, a symmetric matrix.
std::optional<Eigen::MatrixXd> without_pose(const View& view, const Camera& camera, const Board& board) {
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
  Eigen::MatrixXd half(6, g + 1);
  half << normal.block(g, 0, 6, g), normal.block(g, g + 6, 6, 1);
  llt.matrixL().solveInPlace(half);
  Eigen::MatrixXd rest(g + 1, g + 1);
  rest << normal.topLeftCorner(g, g), normal.block(0, g + 6, g, 1),  //
      normal.block(g + 6, 0, 1, g), normal.block(g + 6, g + 6, 1, 1);
  rest.noalias() -= half.transpose() * half;
  return rest;
}

}  // namespace

std::optional<Eigen::MatrixXd> view_information(const View& view, const Camera& camera, const Board& board) {
  const std::optional<Eigen::MatrixXd> rest = without_pose(view, camera, board);
  if (!rest) return std::nullopt;
  return rest->topLeftCorner(rest->rows() - 1, rest->cols() - 1);
}

std::optional<Eigen::VectorXd> view_pull(const View& view, const Camera& camera, const Board& board) {
  const std::optional<Eigen::MatrixXd> rest = without_pose(view, camera, board);
  if (!rest) return std::nullopt;
  return rest->col(rest->cols() - 1).head(rest->rows() - 1);
}

}  // namespace fiducia

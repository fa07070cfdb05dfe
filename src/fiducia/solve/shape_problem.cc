#include "fiducia/solve/shape_problem.h"

#include "fiducia/solve/corner_arrays.h"
#include "fiducia/solve/shape_gauge.h"

namespace fiducia {
ShapeProblem::ShapeProblem(const Model& model, const ShapeBasis& basis, const std::vector<const Frame*>& frames,
                           const std::vector<double>& weights, Loss loss)
    : basis_(basis), normal_(model), frames_(frames), weights_(weights), loss_(loss) {
  for (int j = 0; j < frame_count(); ++j) {
    residual_count_ += 2 * weight(j) * static_cast<double>(frames_[static_cast<std::size_t>(j)]->corners.size());
  }
  gauge_ = shape_gauge(basis, frames, weights, global_size());
}

bool ShapeProblem::linearize(const Eigen::VectorXd& g, int frame, const FrameState& state,
                             FrameLinearization* out) const {
  const Frame& seen = *frames_[static_cast<std::size_t>(frame)];
  return free() ? linearize_free(g, seen, state.camera_from_target, out)
                : linearize_warp(g, seen, state.camera_from_target, out);
}

bool ShapeProblem::linearize_free(const Eigen::VectorXd& g, const Frame& seen, const Pose& pose,
                                  FrameLinearization* out) const {
  const int camera = normal_.parameter_count();
  const CornerArrays arrays(seen.corners, basis_.points(g.tail(basis_.size())));
  const auto corners = static_cast<Eigen::Index>(seen.corners.size());
  out->product.resize(normal_.size(), normal_.size());
  out->rows.resize(2 * corners, normal_.size());
  out->scattered.resize(2 * corners, 3);
  out->places.resize(static_cast<std::size_t>(3 * corners));
  Eigen::Index corner = 0;
  const auto visit = [&](const CornerArrays::Block& block, const double* const* columns) {
    const int n = block.padded;
    for (int i = 0; i < block.count; ++i, ++corner) {
      for (int c = 0; c < normal_.size(); ++c) {
        out->rows(2 * corner, c) = columns[c][i];
        out->rows(2 * corner + 1, c) = columns[c][n + i];
      }
      const int first = camera + basis_.first_of(seen.corners[static_cast<std::size_t>(corner)].id);
      for (int axis = 0; axis < 3; ++axis) out->places[static_cast<std::size_t>(3 * corner + axis)] = first + axis;
    }
  };
  if (!normal_.build(g.data(), pose, arrays, loss_, out->product.data(), &out->cost, visit)) return false;
  out->scattered.noalias() = out->rows.middleCols<3>(camera + 3) * pose.rotation;  // by d p / d translation
  return true;
}

bool ShapeProblem::linearize_warp(const Eigen::VectorXd& g, const Frame& seen, const Pose& pose,
                                  FrameLinearization* out) const {
  const int camera = normal_.parameter_count();
  const int shape = basis_.size();
  const CornerArrays arrays(seen.corners, basis_.points(g.tail(shape)));
  Eigen::MatrixXd of_shape = Eigen::MatrixXd::Zero(shape, shape);
  Eigen::MatrixXd mixed = Eigen::MatrixXd::Zero(shape, camera + 7);
  Eigen::Matrix<double, 2, Eigen::Dynamic> rest(2, camera + 7);
  std::size_t next = 0;
  const auto visit = [&](const CornerArrays::Block& block, const double* const* columns) {
    if (shape == 0) return;  // as given: no heights
    const int n = block.padded;
    for (int i = 0; i < block.count; ++i) {
      for (int c = 0; c < camera + 7; ++c) rest.col(c) << columns[c][i], columns[c][n + i];
      const Eigen::RowVectorXd heights = basis_.heights_of(seen.corners[next++].id);
      const Vector2 normal = rest.middleCols<3>(camera + 3) * pose.rotation.col(2);  // d p / d height
      of_shape += normal.squaredNorm() * heights.transpose() * heights;
      mixed += heights.transpose() * (normal.transpose() * rest);
    }
  };
  Eigen::MatrixXd of_camera(camera + 7, camera + 7);
  if (!normal_.build(g.data(), pose, arrays, loss_, of_camera.data(), &out->cost, visit)) return false;
  out->product.resize(camera + shape + 7, camera + shape + 7);
  Eigen::MatrixXd& all = out->product;
  all.topLeftCorner(camera, camera) = of_camera.topLeftCorner(camera, camera);
  all.topRightCorner(camera, 7) = of_camera.topRightCorner(camera, 7);
  all.bottomLeftCorner(7, camera) = of_camera.bottomLeftCorner(7, camera);
  all.bottomRightCorner(7, 7) = of_camera.bottomRightCorner(7, 7);
  all.block(camera, camera, shape, shape) = of_shape;
  all.block(camera, 0, shape, camera) = mixed.leftCols(camera);
  all.block(0, camera, camera, shape) = mixed.leftCols(camera).transpose();
  all.block(camera, camera + shape, shape, 7) = mixed.rightCols(7);
  all.block(camera + shape, camera, 7, shape) = mixed.rightCols(7).transpose();
  return true;
}

}  // namespace fiducia

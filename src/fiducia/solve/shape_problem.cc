#include "fiducia/solve/shape_problem.h"

#include <cmath>

#include "fiducia/solve/corner_arrays.h"

namespace fiducia {
namespace {

/// Pixels a metre of target: how strongly corners hold their places, roughly.
double pixels_per_metre(const std::vector<const Frame*>& frames, const std::vector<Vector3>& points) {
  double pixels = 0;
  double metres = 0;
  for (const Frame* frame : frames) {
    Vector2 mean_pixel = Vector2::Zero();
    Vector3 mean_point = Vector3::Zero();
    for (const Corner& corner : frame->corners) {
      mean_pixel += corner.pixel / static_cast<double>(frame->corners.size());
      mean_point += points[static_cast<std::size_t>(corner.id)] / static_cast<double>(frame->corners.size());
    }
    for (const Corner& corner : frame->corners) {
      pixels += (corner.pixel - mean_pixel).squaredNorm();
      metres += (points[static_cast<std::size_t>(corner.id)] - mean_point).squaredNorm();
    }
  }
  return std::sqrt(pixels / metres);
}

/// Adds to the normal matrix of [camera | shape | pose | residual] what one corner's columns say. a: d p / d corner,
/// rest: the columns of camera, pose and residual in its two rows.
class CornerProducts {
 public:
  CornerProducts(const ShapeBasis& basis, int camera, double* normal)
      : basis_(basis), camera_(camera), normal_(normal, camera + basis.size() + 7, camera + basis.size() + 7) {}

  void add(int id, const Eigen::Matrix<double, 2, 3>& a, const Eigen::Matrix<double, 2, Eigen::Dynamic>& rest) {
    if (basis_.shape() == TargetShape::kFree) {
      const Eigen::Index at = camera_ + basis_.first_of(id);
      normal_.block<3, 3>(at, at) += a.transpose() * a;
      const Eigen::Matrix<double, 3, Eigen::Dynamic> products = a.transpose() * rest;
      normal_.block(at, 0, 3, camera_) += products.leftCols(camera_);
      normal_.block(at, camera_ + basis_.size(), 3, 7) += products.rightCols(7);
    } else {
      const Eigen::RowVectorXd heights = basis_.heights_of(id);
      const Eigen::Index m = basis_.size();
      normal_.block(camera_, camera_, m, m) += a.col(2).squaredNorm() * heights.transpose() * heights;
      const Eigen::RowVectorXd products = a.col(2).transpose() * rest;
      normal_.block(camera_, 0, m, camera_) += heights.transpose() * products.head(camera_);
      normal_.block(camera_, camera_ + m, m, 7) += heights.transpose() * products.tail(7);
    }
  }

  /// The other halves of what add() wrote on one side of the diagonal.
  void mirror() {
    const Eigen::Index m = basis_.size();
    normal_.block(0, camera_, camera_, m) = normal_.block(camera_, 0, m, camera_).transpose();
    normal_.block(camera_ + m, camera_, 7, m) = normal_.block(camera_, camera_ + m, m, 7).transpose();
  }

 private:
  const ShapeBasis& basis_;
  int camera_;
  Eigen::Map<Eigen::MatrixXd> normal_;
};

}  // namespace

ShapeProblem::ShapeProblem(const Model& model, const ShapeBasis& basis, const std::vector<const Frame*>& frames,
                           const std::vector<double>& weights, Loss loss)
    : basis_(basis), normal_(model), frames_(frames), weights_(weights), loss_(loss) {
  for (int j = 0; j < frame_count(); ++j) {
    residual_count_ += 2 * weight(j) * static_cast<double>(frames_[static_cast<std::size_t>(j)]->corners.size());
  }
  if (basis.gauge().cols() == 0) return;
  const double scale = pixels_per_metre(frames, basis.points(Eigen::VectorXd::Zero(basis.size())));
  gauge_ = scale * scale * basis.gauge() * basis.gauge().transpose();
}

bool ShapeProblem::linearize(const Eigen::VectorXd& g, int frame, const Pose& pose, double* normal,
                             double* cost) const {
  const int camera = normal_.parameter_count();
  const int shape = basis_.size();
  const int size = camera + shape + 7;
  const Frame& seen = *frames_[static_cast<std::size_t>(frame)];
  const Eigen::VectorXd q = g.tail(shape);
  const CornerArrays arrays(seen.corners, basis_.points(q));

  Eigen::Map<Eigen::MatrixXd> all(normal, size, size);
  all.setZero();
  CornerProducts products(basis_, camera, normal);
  std::size_t next = 0;
  Eigen::Matrix<double, 2, Eigen::Dynamic> rest(2, camera + 7);
  const auto visit = [&](const CornerArrays::Block& block, const double* const* columns) {
    const int n = block.padded;
    for (int i = 0; i < block.count; ++i) {
      for (int c = 0; c < camera + 7; ++c) rest.col(c) << columns[c][i], columns[c][n + i];
      const Eigen::Matrix<double, 2, 3> moved = rest.middleCols<3>(camera + 3);  // d p / d translation
      products.add(seen.corners[next++].id, moved * pose.rotation, rest);
    }
  };
  Eigen::MatrixXd of_camera(camera + 7, camera + 7);
  if (!normal_.build(g.data(), pose, arrays, loss_, of_camera.data(), cost, visit)) return false;
  products.mirror();
  all.topLeftCorner(camera, camera) = of_camera.topLeftCorner(camera, camera);
  all.bottomRightCorner(7, 7) = of_camera.bottomRightCorner(7, 7);
  all.topRightCorner(camera, 7) = of_camera.topRightCorner(camera, 7);
  all.bottomLeftCorner(7, camera) = of_camera.bottomLeftCorner(7, camera);
  if (gauge_.size() != 0) {
    // As if every frame had seen the seven freedoms to be zero. They are, at the minimum, so that this adds nothing to
    // the cost there, and nothing to what the frames say about anything else.
    const Eigen::VectorXd pulled = gauge_ * q;
    all.block(camera, camera, shape, shape) += gauge_;
    all.block(camera, size - 1, shape, 1) -= pulled;
    all.block(size - 1, camera, 1, shape) -= pulled.transpose();
    const double square = q.dot(pulled);
    all(size - 1, size - 1) += square;
    *cost += square;
  }
  return std::isfinite(*cost);
}

}  // namespace fiducia

#include "fiducia/solve/spline_problem.h"

#include <Eigen/Geometry>
#include <cmath>

#include "fiducia/solve/shape_gauge.h"
#include "fiducia/solve/spline_prior.h"

namespace fiducia {

SplineProblem::SplineProblem(const SplineModel& model, const ShapeBasis& basis, const std::vector<const Frame*>& frames,
                             const std::vector<double>& weights, Loss loss, const Eigen::VectorXd& g)
    : model_(model), basis_(basis), frames_(frames), weights_(weights), loss_(loss) {
  for (int j = 0; j < frame_count(); ++j) {
    residual_count_ += 2 * weight(j) * static_cast<double>(frames_[static_cast<std::size_t>(j)]->corners.size());
  }
  const Prior gauge = shape_gauge(basis, frames, weights, global_size());
  prior_ = spline_prior(model, g.head(model.size()), frames, weights, gauge, global_size());
}

bool SplineProblem::linearize(const Eigen::VectorXd& g, int frame, const FrameState& state,
                              FrameLinearization* out) const {
  const std::vector<Corner>& corners = frames_[static_cast<std::size_t>(frame)]->corners;
  const Pose& pose = state.camera_from_target;
  const std::vector<Vector3> points = basis_.points(g.tail(basis_.size()));
  const auto count = static_cast<Eigen::Index>(corners.size());
  const int knots = (model_.grid().order + 1) * (model_.grid().order + 1);
  const bool is_free = basis_.shape() == TargetShape::kFree;
  const int of_shape = is_free ? 3 : basis_.size();
  const int width = 2 * knots + of_shape;
  constexpr int kHeld = SplineModel::kHeld;
  out->rows.resize(2 * count, kHeld + kPoseSize + 1);
  out->scattered.setZero(2 * count, width);
  out->places.resize(static_cast<std::size_t>(width * count));
  out->cost = 0;
  SplineModel::Touched at;
  for (Eigen::Index i = 0; i < count; ++i) {
    const Corner& corner = corners[static_cast<std::size_t>(i)];
    const Vector3 turned = pose.rotation * points[static_cast<std::size_t>(corner.id)];
    if (!model_.touch(g.data(), turned + pose.translation, &at)) return false;
    const Vector2 r = corner.pixel - at.pixel;
    const double square = corner.weight * corner.weight * r.squaredNorm();
    const double scale = corner.weight * std::sqrt(loss_.weight(square));
    out->cost += loss_.rho(square);
    Eigen::Index* places = out->places.data() + width * i;
    for (int k = 0; k < knots; ++k) {
      places[2 * k] = SplineModel::place_of(at.knots[k]);
      places[2 * k + 1] = places[2 * k] + 1;
      out->scattered(2 * i, 2 * k) = scale * g[0] * at.weights[k];
      out->scattered(2 * i + 1, 2 * k + 1) = scale * g[1] * at.weights[k];
    }
    auto rows = out->rows.middleRows<2>(2 * i);
    rows.leftCols<kHeld>().setZero();
    for (int axis = 0; axis < 2; ++axis) {
      const Vector3 by_point = at.point.row(axis);
      rows.block<1, 3>(axis, kHeld) = scale * turned.cross(by_point).transpose();
      rows.block<1, 3>(axis, kHeld + 3) = scale * by_point.transpose();
    }
    rows.col(kHeld + kPoseSize) = scale * r;
    if (of_shape == 0) continue;
    for (int k = 0; k < of_shape; ++k) {
      places[2 * knots + k] = model_.size() + (is_free ? basis_.first_of(corner.id) : 0) + k;
    }
    const Eigen::Matrix<double, 2, 3> by_place = scale * at.point * pose.rotation;
    if (is_free) {
      out->scattered.block<2, 3>(2 * i, 2 * knots) = by_place;
    } else {
      out->scattered.block(2 * i, 2 * knots, 2, of_shape) = by_place.col(2) * basis_.heights_of(corner.id);
    }
  }
  out->product = out->rows.transpose() * out->rows;
  return std::isfinite(out->cost);
}

}  // namespace fiducia

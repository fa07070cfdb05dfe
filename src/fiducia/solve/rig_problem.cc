#include "fiducia/solve/rig_problem.h"

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The columns of one camera's linearization as combinations of columns of the rig's.
struct RigColumns {
  std::vector<Index> places;  // in the rig's [dense | local | r]
  MatrixXd map;               // camera's columns x these
};

}  // namespace

RigProblem::RigProblem(RigLayout layout, std::vector<RigCameraProblem> cameras, Prior prior,
                       int degrees_of_freedom_of_shape)
    : layout_(std::move(layout)),
      cameras_(std::move(cameras)),
      prior_(std::move(prior)),
      shape_freedom_(degrees_of_freedom_of_shape) {}

int RigProblem::effects_of(std::size_t camera, int instant) const {
  const int frame = cameras_[camera].frames[static_cast<std::size_t>(instant)];
  return frame < 0 ? 0 : cameras_[camera].problem.local_size(frame) - kPoseSize;
}

int RigProblem::first_effect(std::size_t camera, int instant) const {
  int first = 0;
  for (std::size_t c = 0; c < camera; ++c) first += effects_of(c, instant);
  return first;
}

int RigProblem::local_size(int instant) const { return kPoseSize + first_effect(cameras_.size(), instant); }

double RigProblem::residual_count() const {
  double count = 0;
  for (const RigCameraProblem& camera : cameras_) count += camera.problem.residual_count();
  return count;
}

VectorXd RigProblem::camera_global(const VectorXd& g, std::size_t camera) const {
  VectorXd own(layout_.size[camera] + layout_.shape_size);
  own << g.segment(layout_.first[camera], layout_.size[camera]), g.tail(layout_.shape_size);
  return own;
}

FrameState RigProblem::camera_state(const VectorXd& g, const FrameState& state, int instant, std::size_t camera) const {
  FrameState own{layout_.camera_from_rig(g, camera) * state.camera_from_target, {}};
  own.effects = state.effects.segment(first_effect(camera, instant), effects_of(camera, instant));
  return own;
}

bool RigProblem::linearize(const VectorXd& g, int instant, const FrameState& state, FrameLinearization* out) const {
  const Index dense = dense_size();
  const Index local = local_size(instant);
  const Index width = dense + local + 1;
  const bool scattered = point_count() > 0;
  out->cost = 0;
  out->product.setZero(width, width);
  std::vector<FrameLinearization> seen(cameras_.size());
  std::vector<RigColumns> columns(cameras_.size());
  Index rows = 0;
  for (std::size_t c = 0; c < cameras_.size(); ++c) {
    const int frame = cameras_[c].frames[static_cast<std::size_t>(instant)];
    if (frame < 0) continue;
    const FrameState own = camera_state(g, state, instant, c);
    if (!cameras_[c].problem.linearize(camera_global(g, c), frame, own, &seen[c])) return false;
    out->cost += seen[c].cost;
    rows += seen[c].rows.rows();

    // Its columns: [own | shape, where it is dense | pose | effects | r].
    const Index of_camera = layout_.size[c];
    const Index of_shape = cameras_[c].problem.dense_size() - of_camera;
    const Index effects = effects_of(c, instant);
    const Index pose = of_camera + of_shape;
    const Index count = pose + kPoseSize + effects + 1;
    RigColumns& to = columns[c];
    const auto add_places = [&](Index first, Index many) {
      for (Index i = 0; i < many; ++i) to.places.push_back(first + i);
    };
    add_places(layout_.first[c], of_camera);
    add_places(layout_.shape_first, of_shape);
    add_places(dense, kPoseSize);  // rig_from_target
    add_places(dense + kPoseSize + first_effect(c, instant), effects);
    add_places(dense + local, 1);
    if (c > 0) add_places(layout_.pose_of(c), kPoseSize);
    to.map = MatrixXd::Zero(count, static_cast<Index>(to.places.size()));
    to.map.leftCols(count).setIdentity();
    const Eigen::Matrix<double, 6, 12> motion =
        composed_motion(layout_.camera_from_rig(g, c), state.camera_from_target);
    to.map.block<6, 6>(pose, pose) = motion.rightCols<6>();
    if (c > 0) to.map.block<6, 6>(pose, count) = motion.leftCols<6>();
    const MatrixXd product = to.map.transpose() * seen[c].product * to.map;
    for (std::size_t i = 0; i < to.places.size(); ++i) {
      for (std::size_t k = 0; k < to.places.size(); ++k) {
        out->product(to.places[k], to.places[i]) += product(static_cast<Index>(k), static_cast<Index>(i));
      }
    }
  }
  if (!scattered) return true;
  out->rows.setZero(rows, width);
  out->scattered.resize(rows, 3);
  out->places.clear();
  Index row = 0;
  for (std::size_t c = 0; c < cameras_.size(); ++c) {
    const FrameLinearization& own = seen[c];
    const Index count = own.rows.rows();
    if (count == 0) continue;
    const MatrixXd moved = own.rows * columns[c].map;
    for (std::size_t i = 0; i < columns[c].places.size(); ++i) {
      out->rows.col(columns[c].places[i]).segment(row, count) = moved.col(static_cast<Index>(i));
    }
    out->scattered.middleRows(row, count) = own.scattered;
    for (const Index place : own.places) out->places.push_back(place - layout_.size[c] + layout_.shape_first);
    row += count;
  }
  return true;
}

}  // namespace fiducia

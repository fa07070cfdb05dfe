#include "fiducia/solve/rig_problem.h"

#include <array>

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Columns that a camera's linearization and the rig's have in common, where they stand in both.
struct SharedColumns {
  Index own = 0;
  Index rig = 0;
  Index count = 0;
};

/// How the columns of one camera's linearization, [own | shape, where it is dense | pose | effects | r], become columns
/// of the rig's: all but the pose's as they are, the pose's as derivatives to the poses that it is composed of.
struct RigColumns {
  std::array<SharedColumns, 5> shared;
  Index pose = 0;              // among the camera's columns
  Index rig_from_target = 0;   // among the rig's
  Index camera_from_rig = -1;  // likewise; -1: the camera is the rig's frame
  Matrix6 by_rig_from_target;
  Matrix6 by_camera_from_rig;

  /// Adds the camera's J'J to the rig's.
  void add(const MatrixXd& product, MatrixXd* sum) const {
    for (const SharedColumns& column : shared) {
      for (const SharedColumns& row : shared) {
        sum->block(row.rig, column.rig, row.count, column.count) +=
            product.block(row.own, column.own, row.count, column.count);
      }
      add_across(product, column, by_rig_from_target, rig_from_target, sum);
      if (camera_from_rig >= 0) add_across(product, column, by_camera_from_rig, camera_from_rig, sum);
    }
    const Matrix6 poses = product.block<6, 6>(pose, pose);
    const Matrix6 half = poses * by_rig_from_target;
    sum->block<6, 6>(rig_from_target, rig_from_target) += by_rig_from_target.transpose() * half;
    if (camera_from_rig < 0) return;
    const Matrix6 between = by_camera_from_rig.transpose() * half;
    sum->block<6, 6>(camera_from_rig, rig_from_target) += between;
    sum->block<6, 6>(rig_from_target, camera_from_rig) += between.transpose();
    sum->block<6, 6>(camera_from_rig, camera_from_rig) += by_camera_from_rig.transpose() * poses * by_camera_from_rig;
  }

  /// The camera's rows as rows of the rig's, which were zero.
  void put_rows(const MatrixXd& rows, Index first, MatrixXd* out) const {
    for (const SharedColumns& columns : shared) {
      out->block(first, columns.rig, rows.rows(), columns.count) = rows.middleCols(columns.own, columns.count);
    }
    out->block(first, rig_from_target, rows.rows(), 6).noalias() = rows.middleCols<6>(pose) * by_rig_from_target;
    if (camera_from_rig < 0) return;
    out->block(first, camera_from_rig, rows.rows(), 6).noalias() = rows.middleCols<6>(pose) * by_camera_from_rig;
  }

 private:
  void add_across(const MatrixXd& product, const SharedColumns& shared_columns, const Matrix6& by, Index to,
                  MatrixXd* sum) const {
    const Eigen::Matrix<double, 6, Eigen::Dynamic> across =
        by.transpose() * product.block(pose, shared_columns.own, 6, shared_columns.count);
    sum->block(to, shared_columns.rig, 6, shared_columns.count) += across;
    sum->block(shared_columns.rig, to, shared_columns.count, 6) += across.transpose();
  }
};

}  // namespace

RigProblem::RigProblem(RigLayout layout, std::vector<RigCameraProblem> cameras, Prior prior, int degrees_of_freedom,
                       int shared_effects)
    : layout_(std::move(layout)),
      cameras_(std::move(cameras)),
      prior_(std::move(prior)),
      degrees_of_freedom_(degrees_of_freedom),
      shared_stiffness_(VectorXd::Zero(shared_effects)) {}

int RigProblem::effects_of(std::size_t camera, int instant) const {
  const int frame = cameras_[camera].frames[static_cast<std::size_t>(instant)];
  return frame < 0 ? 0 : cameras_[camera].problem.local_size(frame) - kPoseSize - shared_effects();
}

int RigProblem::first_effect(std::size_t camera, int instant) const {
  int first = shared_effects();
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
  const Index alone = effects_of(camera, instant);
  own.effects.resize(shared_effects() + alone);
  own.effects << state.effects.head(shared_effects()), state.effects.segment(first_effect(camera, instant), alone);
  return own;
}

bool RigProblem::linearize(const VectorXd& g, int instant, const FrameState& state, FrameLinearization* out) const {
  const Index dense = dense_size();
  const Index local = local_size(instant);
  const Index width = dense + local + 1;
  const Index shared = shared_effects();
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

    const Index of_camera = layout_.size[c];
    const Index of_shape = cameras_[c].problem.dense_size() - of_camera;
    const Index effects = effects_of(c, instant);
    const Index pose = of_camera + of_shape;
    const Eigen::Matrix<double, 6, 12> motion =
        composed_motion(layout_.camera_from_rig(g, c), state.camera_from_target);
    columns[c] = {{{{0, layout_.first[c], of_camera},
                    {of_camera, layout_.shape_first, of_shape},
                    {pose + kPoseSize, dense + kPoseSize, shared},
                    {pose + kPoseSize + shared, dense + kPoseSize + first_effect(c, instant), effects},
                    {pose + kPoseSize + shared + effects, dense + local, 1}}},
                  pose,
                  dense,
                  c > 0 ? layout_.pose_of(c) : -1,
                  motion.rightCols<6>(),
                  motion.leftCols<6>()};
    columns[c].add(seen[c].product, &out->product);
  }
  // What the cameras share has rows of its own; two per corner, so that their number stays even.
  const Index stiff = (shared + 1) / 2 * 2;
  MatrixXd held = MatrixXd::Zero(stiff, width);
  for (Index k = 0; k < shared; ++k) {
    held(k, dense + kPoseSize + k) = shared_stiffness_[k];
    held(k, width - 1) = -shared_stiffness_[k] * state.effects[k];
    out->cost += held(k, width - 1) * held(k, width - 1);
  }
  if (shared > 0) out->product += held.transpose() * held;
  if (!scattered) return true;
  out->rows.setZero(rows + stiff, width);
  out->rows.bottomRows(stiff) = held;
  out->scattered.setZero(rows + stiff, 3);
  out->places.clear();
  Index row = 0;
  for (std::size_t c = 0; c < cameras_.size(); ++c) {
    const FrameLinearization& own = seen[c];
    const Index count = own.rows.rows();
    if (count == 0) continue;
    columns[c].put_rows(own.rows, row, &out->rows);
    out->scattered.middleRows(row, count) = own.scattered;
    for (const Index place : own.places) out->places.push_back(place - layout_.size[c] + layout_.shape_first);
    row += count;
  }
  out->places.insert(out->places.end(), static_cast<std::size_t>(3 * (stiff / 2)), layout_.shape_first);
  return true;
}

}  // namespace fiducia

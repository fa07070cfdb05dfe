#include "fiducia/solve/effect_problem.h"

#include <Eigen/Geometry>
#include <cmath>
#include <limits>

#include "fiducia/camera/disturbed_projection.h"
#include "fiducia/camera/pupil.h"
#include "fiducia/core/lanes.h"
#include "fiducia/solve/shape_gauge.h"
#include "fiducia/solve/spline_prior.h"

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Matrix23 = Eigen::Matrix<double, 2, 3>;

Matrix3 cross_matrix(const Vector3& w) {
  Matrix3 k;
  k << 0, -w.z(), w.y(), w.z(), 0, -w.x(), -w.y(), w.x(), 0;
  return k;
}

/// exp(s w) x, and how it moves with w.
struct Turned {
  Matrix3 turn;
  Vector3 point;
  Matrix3 by_w;

  Turned(double s, const Vector3& w, const Vector3& x) : turn(rotation_exp(s * w)), point(turn * x) {
    // The left Jacobian of the rotation, by its series: the angles are small.
    const Matrix3 k = cross_matrix(s * w);
    by_w = -s * cross_matrix(point) * (Matrix3::Identity() + k / 2 + k * k / 6);
  }
};

/// The unknowns of one frame's effects, and those in common, as an EffectLayout has them.
struct Amounts {
  Disturbance disturbance;
  VectorXd bend;

  Amounts(const EffectLayout& layout, const Eigen::Ref<const VectorXd>& frame,
          const Eigen::Ref<const VectorXd>& common) {
    const auto three = [&](Effect effect) { return Vector3(frame.segment<3>(layout.first_of(effect))); };
    if (layout.has(Effect::kTargetBend)) bend = three(Effect::kTargetBend);
    if (layout.has(Effect::kShutter)) disturbance.turn_rows = three(Effect::kShutter);
    if (layout.has(Effect::kShutterColumns)) disturbance.turn_columns = three(Effect::kShutterColumns);
    if (layout.has(Effect::kFocus)) disturbance.log_focal = frame[layout.first_of(Effect::kFocus)];
    if (layout.has(Effect::kStabilisation))
      disturbance.shift = frame.segment<2>(layout.first_of(Effect::kStabilisation));
    if (layout.has(Effect::kPupil)) disturbance.pupil = common.segment<2>(layout.first_of(Effect::kPupil));
  }
};

/// A corner on its way from the target into the camera, with the derivatives that the effects need.
struct Path {
  Vector3 arm;                             // the target's point, turned only
  Vector3 point;                           // that the lens sees
  Matrix3 by_point = Matrix3::Identity();  // d point / d (arm + translation)
  Matrix3 by_rows = Matrix3::Zero();       // d point / d turn_rows
  Matrix3 by_columns = Matrix3::Zero();    // d point / d turn_columns
  Vector2 by_pupil = Vector2::Zero();      // d point.z / d pupil

  Path(const EffectLayout& layout, const Pose& pose, const Vector3& on_target, const Disturbance& d,
       const Vector2& place) {
    arm = pose.rotation * on_target;
    point = arm + pose.translation;
    if (layout.has(Effect::kShutterColumns)) {
      const Turned columns(place.x(), d.turn_columns, point);
      point = columns.point;
      by_point = columns.turn;
      by_columns = columns.by_w;
    }
    if (layout.has(Effect::kShutter)) {
      const Turned rows(place.y(), d.turn_rows, point);
      point = rows.point;
      by_point = rows.turn * by_point;
      by_columns = rows.turn * by_columns;
      by_rows = rows.by_w;
    }
    if (!layout.has(Effect::kPupil)) return;
    const std::optional<ThroughPupil> seen = through_pupil(d.pupil, point);
    if (!seen) {
      point.setConstant(std::numeric_limits<double>::quiet_NaN());  // no lens sees it
      return;
    }
    by_pupil = seen->z_by_pupil;
    Matrix3 stretch = Matrix3::Identity();
    stretch.row(2) = seen->z_by_point;
    by_point = stretch * by_point;
    by_rows = stretch * by_rows;
    by_columns = stretch * by_columns;
    point = seen->point;
  }
};

/// Projections and their derivatives of many points, as Model::linearize writes them.
class Projections {
 public:
  Projections(const Model& model, const double* theta, const std::vector<Path>& paths)
      : stride_((static_cast<Index>(paths.size()) + Lanes::kCount - 1) / Lanes::kCount * Lanes::kCount),
        columns_(2 * stride_, 1 + model.size() + 3) {
    MatrixXd xyz(stride_, 3);
    for (Index i = 0; i < stride_; ++i)
      xyz.row(i) = paths[std::min(static_cast<std::size_t>(i), paths.size() - 1)].point;
    computable_ = model.linearize(
        theta, static_cast<int>(stride_), xyz.col(0).data(), xyz.col(1).data(), xyz.col(2).data(),
        {columns_.data(), columns_.col(1).data(), columns_.col(1 + model.size()).data(), static_cast<int>(stride_)});
  }

  [[nodiscard]] bool computable() const { return computable_; }
  /// Row 0: u, row 1: v.
  [[nodiscard]] Vector2 pixel(Index i) const { return {columns_(i, 0), columns_(stride_ + i, 0)}; }
  [[nodiscard]] auto parameters(Index i, Index row) const {
    return columns_.row(row * stride_ + i).segment(1, columns_.cols() - 4);
  }
  [[nodiscard]] Matrix23 point(Index i) const {
    Matrix23 result;
    result.row(0) = columns_.row(i).tail<3>();
    result.row(1) = columns_.row(stride_ + i).tail<3>();
    return result;
  }

 private:
  Index stride_;
  MatrixXd columns_;
  bool computable_ = false;
};

std::vector<Path> paths_of(const Frame& seen, const EffectSetup& setup, const MatrixXd& bends, const VectorXd& g,
                           const FrameState& state, const Amounts& amounts) {
  const std::vector<Vector3> points = setup.basis.points(g.tail(setup.basis.size()));
  std::vector<Path> paths;
  paths.reserve(seen.corners.size());
  for (const Corner& corner : seen.corners) {
    Vector3 point = points[static_cast<std::size_t>(corner.id)];
    if (amounts.bend.size() > 0) point.z() += bends.row(corner.id).dot(amounts.bend);
    paths.emplace_back(setup.layout, state.camera_from_target, point, amounts.disturbance,
                       readout_place(setup.image_size, corner.pixel));
  }
  return paths;
}

}  // namespace

MatrixXd bend_heights(const std::vector<Vector3>& points, const std::vector<const Frame*>& frames) {
  constexpr Index kSecondDegree = 3;
  const ShapeBasis smooth(TargetShape::kWarp, points, frames);
  const Index count_of_heights = std::min<Index>(kSecondDegree, smooth.size());  // fewer on a board of two rows
  MatrixXd heights = MatrixXd::Zero(static_cast<Index>(points.size()), kSecondDegree);
  for (Index id = 0; id < heights.rows(); ++id) {
    heights.row(id).head(count_of_heights) = smooth.heights_of(static_cast<int>(id)).head(count_of_heights);
  }
  std::vector<char> seen(points.size());
  for (const Frame* frame : frames) {
    for (const Corner& corner : frame->corners) seen[static_cast<std::size_t>(corner.id)] = 1;
  }
  double count = 0;
  for (const char one : seen) count += one;
  return std::sqrt(count) * heights;
}

EffectProblem::EffectProblem(const EffectSetup& setup) : setup_(setup) {
  for (int j = 0; j < frame_count(); ++j) {
    residual_count_ += 2 * weight(j) * static_cast<double>(setup_.frames[static_cast<std::size_t>(j)]->corners.size());
  }
  if (setup_.layout.has(Effect::kTargetBend)) {
    bends_ = bend_heights(setup_.basis.points(VectorXd::Zero(setup_.basis.size())),
                          setup_.bend_frames.empty() ? setup_.frames : setup_.bend_frames);
  }
  stiffness_ = VectorXd::Zero(setup_.layout.frame_size());
  prior_ = shape_gauge(setup_.basis, setup_.frames, setup_.weights, global_size());
  if (const SplineModel* spline = as_spline(setup_.model); spline != nullptr && setup_.lens.size() > 0) {
    prior_ = spline_prior(*spline, setup_.lens, setup_.frames, setup_.weights, prior_, global_size());
  }
}

bool can_have_effects(const Model& model) {
  const SplineModel* spline = as_spline(model);
  return spline == nullptr || spline->grid().knots() <= kMostKnotsWithEffects;
}

int EffectProblem::degrees_of_freedom() const {
  // Of a splined lens f, c and a rotation are held.
  const int held = as_spline(setup_.model) == nullptr ? 0 : SplineModel::kHeld + 3;
  return common_end() - held + setup_.basis.degrees_of_freedom();
}

bool EffectProblem::linearize(const VectorXd& g, int frame, const FrameState& state, FrameLinearization* out) const {
  const Frame& seen = *setup_.frames[static_cast<std::size_t>(frame)];
  const EffectLayout& layout = setup_.layout;
  const Model& model = setup_.model;
  const Amounts amounts(layout, state.effects, g.segment(model.size(), layout.common_size()));
  const std::vector<Path> paths = paths_of(seen, setup_, bends_, g, state, amounts);
  const Projections projections(model, g.data(), paths);
  if (!projections.computable()) return false;

  const double factor = std::exp(amounts.disturbance.log_focal);
  const int cx = model.index_of("cx");
  const int cy = model.index_of("cy");
  const Vector2 centre = principal_point(model, g.data(), setup_.image_size);
  const Index corners = static_cast<Index>(paths.size());
  const Index dense = dense_size();
  const Index local = dense + kPoseSize;  // where a frame's effects begin
  const Index shape = common_end();
  const Index width = local + layout.frame_size() + 1;
  // The stiffness has rows of its own; two per corner, so that their number stays even.
  const Index stiff = (layout.frame_size() + 1) / 2 * 2;
  MatrixXd& rows = out->rows;
  rows.setZero(2 * corners + stiff, width);
  if (free()) {
    out->scattered.setZero(rows.rows(), 3);
    out->places.assign(static_cast<std::size_t>(3 * (rows.rows() / 2)), shape);
  }
  const Vector3 up = state.camera_from_target.rotation.col(2);
  out->cost = 0;
  for (Index i = 0; i < corners; ++i) {
    const Corner& corner = seen.corners[static_cast<std::size_t>(i)];
    const Path& path = paths[static_cast<std::size_t>(i)];
    auto here = rows.middleRows<2>(2 * i);
    const Vector2 lens = projections.pixel(i);
    const Vector2 pixel = centre + factor * (lens - centre) + amounts.disturbance.shift;
    const Matrix23 at_lens = factor * projections.point(i);
    const Matrix23 at_camera = at_lens * path.by_point;
    for (Index row = 0; row < 2; ++row) here.row(row).head(model.size()) = factor * projections.parameters(i, row);
    if (cx >= 0) here(0, cx) += 1 - factor;
    if (cy >= 0) here(1, cy) += 1 - factor;
    if (layout.has(Effect::kPupil)) {
      here.middleCols<2>(model.size() + layout.first_of(Effect::kPupil)) = at_lens.col(2) * path.by_pupil.transpose();
    }
    here.middleCols<3>(dense) = -at_camera * cross_matrix(path.arm);
    here.middleCols<3>(dense + 3) = at_camera;
    if (amounts.bend.size() > 0) {
      here.middleCols<3>(local + layout.first_of(Effect::kTargetBend)) = at_camera * up * bends_.row(corner.id);
    }
    if (layout.has(Effect::kShutter)) {
      here.middleCols<3>(local + layout.first_of(Effect::kShutter)) = at_lens * path.by_rows;
    }
    if (layout.has(Effect::kShutterColumns)) {
      here.middleCols<3>(local + layout.first_of(Effect::kShutterColumns)) = at_lens * path.by_columns;
    }
    if (layout.has(Effect::kFocus)) here.col(local + layout.first_of(Effect::kFocus)) = factor * (lens - centre);
    if (layout.has(Effect::kStabilisation)) {
      here.middleCols<2>(local + layout.first_of(Effect::kStabilisation)).setIdentity();
    }
    here.col(width - 1) = corner.pixel - pixel;
    const double square = corner.weight * corner.weight * here.col(width - 1).squaredNorm();
    const double scale = corner.weight * std::sqrt(setup_.loss.weight(square));
    out->cost += setup_.loss.rho(square);
    if (free()) {
      out->scattered.middleRows<2>(2 * i) = scale * at_camera * state.camera_from_target.rotation;
      const int first = setup_.basis.first_of(corner.id);
      for (Index axis = 0; axis < 3; ++axis) out->places[static_cast<std::size_t>(3 * i + axis)] = shape + first + axis;
    } else if (setup_.basis.size() > 0) {
      here.middleCols(shape, setup_.basis.size()) = at_camera * up * setup_.basis.heights_of(corner.id);
    }
    here *= scale;
  }
  for (Index k = 0; k < layout.frame_size(); ++k) {
    rows(2 * corners + k, local + k) = stiffness_[k];
    rows(2 * corners + k, width - 1) = -stiffness_[k] * state.effects[k];
    out->cost += std::pow(stiffness_[k] * state.effects[k], 2);
  }
  out->product.setZero(width, width);
  out->product.selfadjointView<Eigen::Lower>().rankUpdate(rows.transpose());
  out->product.triangularView<Eigen::StrictlyUpper>() = out->product.transpose();
  if (!free()) rows.resize(0, 0);
  return std::isfinite(out->cost);
}

std::vector<Corner> EffectProblem::undisturbed(const VectorXd& g, int frame, const FrameState& state) const {
  const Frame& seen = *setup_.frames[static_cast<std::size_t>(frame)];
  const Model& model = setup_.model;
  const Amounts amounts(setup_.layout, state.effects, g.segment(model.size(), setup_.layout.common_size()));
  const std::vector<Path> paths = paths_of(seen, setup_, bends_, g, state, amounts);
  const std::vector<Vector3> points = setup_.basis.points(g.tail(setup_.basis.size()));
  const Vector2 centre = principal_point(model, g.data(), setup_.image_size);
  const double factor = std::exp(amounts.disturbance.log_focal);
  std::vector<Corner> corners = seen.corners;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vector2 lens = model.project(g.data(), paths[i].point);
    const Vector2 disturbed = centre + factor * (lens - centre) + amounts.disturbance.shift;
    const Vector3& point = points[static_cast<std::size_t>(corners[i].id)];
    corners[i].pixel -= disturbed - model.project(g.data(), state.camera_from_target * point);
  }
  return corners;
}

}  // namespace fiducia

#include "fiducia/solve/effect_problem.h"

#include <Eigen/Geometry>
#include <cmath>

#include "fiducia/camera/disturbed_projection.h"
#include "fiducia/solve/effect_columns.h"
#include "fiducia/solve/shape_gauge.h"
#include "fiducia/solve/spline_prior.h"

namespace fiducia {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Matrix23 = Eigen::Matrix<double, 2, 3>;

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

std::vector<EffectPath> paths_of(const Frame& seen, const EffectSetup& setup, const MatrixXd& bends,
                                 const std::vector<Vector3>& points, const FrameState& state, const Amounts& amounts) {
  const FrameReadout readout(amounts.disturbance);
  std::vector<EffectPath> paths;
  paths.reserve(seen.corners.size());
  for (const Corner& corner : seen.corners) {
    Vector3 point = points[static_cast<std::size_t>(corner.id)];
    if (amounts.bend.size() > 0) point.z() += bends.row(corner.id).dot(amounts.bend);
    paths.emplace_back(setup.layout, state.camera_from_target, point, readout,
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
  const std::vector<EffectPath> paths = paths_of(seen, setup_, bends_, points_at(g), state, amounts);
  const Index corners = static_cast<Index>(paths.size());
  const Index dense = dense_size();
  const Index local = dense + kPoseSize;  // where a frame's effects begin
  const Index shape = common_end();
  const Index width = local + layout.frame_size() + 1;
  EffectColumns columns(corners, width);
  if (!columns.project(model, g.data(), paths)) return false;

  const double factor = std::exp(amounts.disturbance.log_focal);
  const Vector2 centre = principal_point(model, g.data(), setup_.image_size);
  if (factor != 1) {
    columns.scale(0, model.size(), factor);
    if (const int cx = model.index_of("cx"); cx >= 0) columns.add_to_u(cx, 1 - factor);
    if (const int cy = model.index_of("cy"); cy >= 0) columns.add_to_v(cy, 1 - factor);
  }
  if (free()) {
    const Index rows = 2 * corners + rows_of_stiffness();
    out->scattered.setZero(rows, 3);
    out->places.assign(static_cast<std::size_t>(3 * (rows / 2)), shape);
  }
  const Vector3 up = state.camera_from_target.rotation.col(2);
  out->cost = 0;
  for (Index i = 0; i < corners; ++i) {
    const Corner& corner = seen.corners[static_cast<std::size_t>(i)];
    const EffectPath& path = paths[static_cast<std::size_t>(i)];
    const Vector2 lens = columns.pixel(i);
    const Vector2 pixel = centre + factor * (lens - centre) + amounts.disturbance.shift;
    const Matrix23 at_lens = factor * columns.by_point(i);
    const Matrix23 at_camera = at_lens * path.by_point;
    if (layout.has(Effect::kPupil)) {
      columns.set(i, model.size() + layout.first_of(Effect::kPupil), at_lens.col(2) * path.by_pupil.transpose());
    }
    columns.set(i, dense, -at_camera * cross_matrix(path.arm));
    columns.set(i, dense + 3, at_camera);
    if (amounts.bend.size() > 0) {
      columns.set(i, local + layout.first_of(Effect::kTargetBend), at_camera * up * bends_.row(corner.id));
    }
    if (layout.has(Effect::kShutter)) {
      columns.set(i, local + layout.first_of(Effect::kShutter), at_lens * path.by_rows);
    }
    if (layout.has(Effect::kShutterColumns)) {
      columns.set(i, local + layout.first_of(Effect::kShutterColumns), at_lens * path.by_columns);
    }
    if (layout.has(Effect::kFocus)) columns.set(i, local + layout.first_of(Effect::kFocus), factor * (lens - centre));
    if (layout.has(Effect::kStabilisation)) {
      columns.set(i, local + layout.first_of(Effect::kStabilisation), Eigen::Matrix2d::Identity());
    }
    const Vector2 residual = corner.pixel - pixel;
    columns.set(i, width - 1, residual);
    const double square = corner.weight * corner.weight * residual.squaredNorm();
    const double scale = corner.weight * std::sqrt(setup_.loss.weight(square));
    out->cost += setup_.loss.rho(square);
    if (free()) {
      out->scattered.middleRows<2>(2 * i) = scale * at_camera * state.camera_from_target.rotation;
      const int first = setup_.basis.first_of(corner.id);
      for (Index axis = 0; axis < 3; ++axis) out->places[static_cast<std::size_t>(3 * i + axis)] = shape + first + axis;
    } else if (setup_.basis.size() > 0) {
      columns.set(i, shape, at_camera * up * setup_.basis.heights_of(corner.id));
    }
    columns.scale_corner(i, scale);
  }
  columns.clear_padding();
  out->product.setZero(width, width);
  columns.add_products(&out->product);
  if (free()) {
    out->rows.resize(2 * corners + rows_of_stiffness(), width);
    columns.copy_rows(&out->rows);
    out->rows.bottomRows(rows_of_stiffness()).setZero();
  } else {
    out->rows.resize(0, 0);
  }
  add_stiffness(state.effects, 2 * corners, out);
  return std::isfinite(out->cost);
}

/// A row for each of a frame's effects, of which the products are few.
void EffectProblem::add_stiffness(const VectorXd& effects, Index first_row, FrameLinearization* out) const {
  const Index last = out->product.cols() - 1;
  const Index local = dense_size() + kPoseSize;
  for (Index k = 0; k < setup_.layout.frame_size(); ++k) {
    const double row = stiffness_[k];
    const double residual = -stiffness_[k] * effects[k];
    out->product(local + k, local + k) += row * row;
    out->product(local + k, last) += row * residual;
    out->product(last, local + k) += row * residual;
    out->product(last, last) += residual * residual;
    out->cost += residual * residual;
    if (!free()) continue;
    out->rows(first_row + k, local + k) = row;
    out->rows(first_row + k, last) = residual;
  }
}

/// Two per corner, so that their number stays even.
Index EffectProblem::rows_of_stiffness() const { return (setup_.layout.frame_size() + 1) / 2 * 2; }

std::vector<Vector3> EffectProblem::points_at(const VectorXd& g) const {
  return setup_.basis.points(g.tail(setup_.basis.size()));
}

std::vector<Corner> EffectProblem::undisturbed(const VectorXd& g, int frame, const FrameState& state) const {
  const Frame& seen = *setup_.frames[static_cast<std::size_t>(frame)];
  const Model& model = setup_.model;
  const Amounts amounts(setup_.layout, state.effects, g.segment(model.size(), setup_.layout.common_size()));
  const std::vector<Vector3> points = points_at(g);
  const std::vector<EffectPath> paths = paths_of(seen, setup_, bends_, points, state, amounts);
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

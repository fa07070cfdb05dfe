#include "fiducia/solve/frame_normal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "fiducia/core/lanes.h"
#include "fiducia/solve/column_products.h"

namespace fiducia {
namespace {

std::vector<int> all_parameters(const Model& model) {
  std::vector<int> all(static_cast<std::size_t>(model.size()));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

/// Points in the camera frame, and the target's points only turned (the arms of the rotation's derivative).
struct MovedPoints {
  double turned[3][CornerArrays::kMostInBlock];
  double camera[3][CornerArrays::kMostInBlock];
};

void move_points(const CornerArrays::Block& block, const Pose& pose, MovedPoints* out) {
  for (int axis = 0; axis < 3; ++axis) {
    const double a = pose.rotation(axis, 0);
    const double b = pose.rotation(axis, 1);
    const double c = pose.rotation(axis, 2);
    const double t = pose.translation[axis];
    for (int i = 0; i < block.padded; ++i) {
      const double turned = a * block.x[i] + b * block.y[i] + c * block.z[i];
      out->turned[axis][i] = turned;
      out->camera[axis][i] = turned + t;
    }
  }
}

/// d p / d w = p_turned x (d p / d x): the rotation's columns from the translation's.
void rotation_columns(const MovedPoints& points, int n, const double* translation, double* rotation) {
  for (int row = 0; row < 2; ++row) {
    const double* a = translation + row * n;
    const double* b = translation + (2 + row) * n;
    const double* c = translation + (4 + row) * n;
    for (int i = 0; i < n; ++i) {
      const double x = points.turned[0][i];
      const double y = points.turned[1][i];
      const double z = points.turned[2][i];
      rotation[row * n + i] = y * c[i] - z * b[i];
      rotation[(2 + row) * n + i] = z * a[i] - x * c[i];
      rotation[(4 + row) * n + i] = x * b[i] - y * a[i];
    }
  }
}

}  // namespace

FrameNormal::FrameNormal(const Model& model) : FrameNormal(model, all_parameters(model)) {}

FrameNormal::FrameNormal(const Model& model, std::vector<int> free_parameters)
    : model_(&model), free_(std::move(free_parameters)) {
  for (int i = 0; i < parameter_count(); ++i) {
    const Moves moves = model.info().parameters[static_cast<std::size_t>(free_[static_cast<std::size_t>(i)])].moves;
    (moves == Moves::kU ? u_only_ : moves == Moves::kV ? v_only_ : both_).push_back(i);
  }
  for (int i = parameter_count(); i < size(); ++i) both_.push_back(i);
}

bool FrameNormal::build(const double* theta, const Pose& pose, const CornerArrays& corners, const Loss& loss,
                        double* normal, double* cost, const BlockVisitor& visit) const {
  thread_local std::vector<double> buffer;
  thread_local MovedPoints points;
  std::fill(normal, normal + size() * size(), 0.0);
  *cost = 0;
  // Columns of the model: its parameters, then rotation, translation, residual (the pixel, until it is subtracted).
  const int all = model_columns();
  buffer.resize(static_cast<std::size_t>((all + 7) * 2 * CornerArrays::kMostInBlock));
  for (int b = 0; b < corners.block_count(); ++b) {
    const CornerArrays::Block block = corners.block(b);
    const int n = block.padded;
    double* columns = buffer.data();
    double* rotation = columns + 2 * n * all;
    double* translation = rotation + 6 * n;
    double* residual = translation + 6 * n;
    move_points(block, pose, &points);
    if (!model_->linearize(theta, n, points.camera[0], points.camera[1], points.camera[2],
                           {residual, all > 0 ? columns : nullptr, translation, n})) {
      return false;
    }
    rotation_columns(points, n, translation, rotation);
    for (int i = 0; i < n; ++i) {
      residual[i] = block.u[i] - residual[i];
      residual[n + i] = block.v[i] - residual[n + i];
    }
    add_block(block, loss, buffer.data(), normal, cost, visit);
  }
  // The residual's square is the cost where the loss bends nothing.
  if (loss.is_squared()) *cost = normal[size() * size() - 1];
  return std::isfinite(*cost);
}

void FrameNormal::add_block(const CornerArrays::Block& block, const Loss& loss, double* buffer, double* normal,
                            double* cost, const BlockVisitor& visit) const {
  const int n = block.padded;
  const int all = model_columns();
  const auto column_of = [&](int model_column) { return buffer + 2 * n * model_column; };
  thread_local std::vector<double*> columns;
  columns.resize(static_cast<std::size_t>(size()));
  for (std::size_t i = 0; i < free_.size(); ++i) columns[i] = column_of(free_[i]);
  for (std::size_t i = 0; i < 7; ++i) columns[free_.size() + i] = column_of(all + static_cast<int>(i));

  int scale_from = block.count;  // the padding counts nothing
  std::array<double, CornerArrays::kMostInBlock> scale{};
  if (!loss.is_squared() || block.weight != nullptr) {
    const double* residual = columns.back();
    for (int i = 0; i < block.count; ++i) {
      const double w = block.weight != nullptr ? block.weight[i] : 1;
      const double s = w * w * (residual[i] * residual[i] + residual[n + i] * residual[n + i]);
      *cost += loss.rho(s);
      scale[static_cast<std::size_t>(i)] = w * std::sqrt(loss.weight(s));
    }
    scale_from = 0;
  }
  if (scale_from < n) {
    for (double* column : columns) {
      for (int i = scale_from; i < n; ++i) column[i] *= scale[static_cast<std::size_t>(i)];
      for (int i = scale_from; i < n; ++i) column[n + i] *= scale[static_cast<std::size_t>(i)];
    }
  }

  if (visit) visit(block, columns.data());
  add_column_products(columns.data(), both_, both_, 2 * n, normal, size());
  add_column_products(columns.data(), u_only_, u_only_, n, normal, size());
  add_column_products(columns.data(), u_only_, both_, n, normal, size());
  // The rows of v are the second half of a column.
  for (double*& column : columns) column += n;
  add_column_products(columns.data(), v_only_, v_only_, n, normal, size());
  add_column_products(columns.data(), v_only_, both_, n, normal, size());
}

}  // namespace fiducia

#pragma once

#include <Eigen/Core>
#include <vector>

#include "fiducia/core/random.h"
#include "fiducia/solve/frame_problem.h"

namespace fiducia::testing {

/// What a random problem is made of.
struct RandomProblemOptions {
  int dense = 5;
  int points = 0;
  std::vector<int> local = {6, 6, 6, 6};  ///< one size per frame
  int corners = 20;                       ///< per frame; with points, each corner sees the point of its number
  int further = 0;                        ///< by so many points further on is each frame's first one
  int prior_rows = 0;                     ///< about the points where there are any, else about the dense parameters
  double curvature = 0;                   ///< how far residuals are from linear
  std::uint64_t seed = 1;
};

/// Residuals r = c - F g - E l + curvature sin(...) with random F, E, c. Every local unknown is an effect's but for the
/// pose's six, which act as small numbers.
class RandomProblem final : public FrameProblem {
 public:
  explicit RandomProblem(const RandomProblemOptions& options) : options_(options) {
    RandomStream random(options.seed);
    const auto fill = [&](Eigen::MatrixXd* m, Eigen::Index rows, Eigen::Index columns) {
      m->resize(rows, columns);
      for (double& value : m->reshaped()) value = random.normal();
    };
    for (const int local : options.local) {
      Part part;
      fill(&part.dense, 2 * options.corners, options.dense);
      fill(&part.local, 2 * options.corners, local);
      fill(&part.point, 2 * options.corners, options.points > 0 ? 3 : 0);
      fill(&part.right, 2 * options.corners, 1);
      weights_.push_back(1 + 0.5 * random.uniform());
      parts_.push_back(std::move(part));
    }
    if (options.prior_rows > 0) {
      const int from = options.points > 0 ? options.dense : 0;
      const int width = options.points > 0 ? 3 * options.points : options.dense;
      Eigen::MatrixXd rows;
      fill(&rows, options.prior_rows, width);
      prior_.rows = Eigen::MatrixXd::Zero(options.prior_rows, global_size());
      prior_.rows.middleCols(from, width) = rows;
      Eigen::MatrixXd target;
      fill(&target, options.prior_rows, 1);
      prior_.target = target;
    }
  }

  [[nodiscard]] int dense_size() const override { return options_.dense; }
  [[nodiscard]] int point_count() const override { return options_.points; }
  [[nodiscard]] int frame_count() const override { return static_cast<int>(parts_.size()); }
  [[nodiscard]] int local_size(int frame) const override { return options_.local[static_cast<std::size_t>(frame)]; }
  [[nodiscard]] double weight(int frame) const override { return weights_[static_cast<std::size_t>(frame)]; }
  [[nodiscard]] double residual_count() const override {
    double count = 0;
    for (const double weight : weights_) count += 2 * weight * options_.corners;
    return count;
  }
  [[nodiscard]] Prior prior() const override { return prior_; }

  /// The point that a corner sees.
  [[nodiscard]] Eigen::Index point_of(int frame, int corner) const {
    return (corner + frame * options_.further) % options_.points;
  }

  bool linearize(const Eigen::VectorXd& g, int frame, const FrameState& state, FrameLinearization* out) const override {
    const Part& part = parts_[static_cast<std::size_t>(frame)];
    const Eigen::VectorXd linear =
        part.dense * g.head(options_.dense) + part.local * local_of(state) + at_points(frame, g);
    const Eigen::VectorXd slope = 1 + options_.curvature * linear.array().cos();
    out->rows.resize(2 * options_.corners, options_.dense + part.local.cols() + 1);
    out->rows << part.dense, part.local, part.right - linear - options_.curvature * linear.array().sin().matrix();
    out->rows.leftCols(out->rows.cols() - 1).array().colwise() *= slope.array();
    out->product = out->rows.transpose() * out->rows;
    out->cost = out->rows.rightCols(1).squaredNorm();
    out->scattered = slope.asDiagonal() * part.point;
    out->places.clear();
    for (int i = 0; options_.points > 0 && i < options_.corners; ++i) {
      for (int axis = 0; axis < 3; ++axis) out->places.push_back(options_.dense + 3 * point_of(frame, i) + axis);
    }
    if (options_.points == 0) out->rows.resize(0, 0);
    return std::isfinite(out->cost);
  }

  /// All rows of all frames and of the prior over [g | local of frame 0 | local of frame 1 ...| r], rows times the root
  /// of their frame's weight.
  [[nodiscard]] Eigen::MatrixXd all_rows(const Eigen::VectorXd& g, const std::vector<FrameState>& states) const {
    Eigen::Index local = 0;
    for (const int size : options_.local) local += size;
    const Eigen::Index rows = 2 * options_.corners * frame_count() + prior_.rows.rows();
    Eigen::MatrixXd all = Eigen::MatrixXd::Zero(rows, global_size() + local + 1);
    Eigen::Index at = 0;
    Eigen::Index first = global_size();
    for (int j = 0; j < frame_count(); ++j) {
      const Part& part = parts_[static_cast<std::size_t>(j)];
      const auto& state = states[static_cast<std::size_t>(j)];
      const Eigen::VectorXd linear =
          part.dense * g.head(options_.dense) + part.local * local_of(state) + at_points(j, g);
      const Eigen::VectorXd slope = 1 + options_.curvature * linear.array().cos();
      const double root = std::sqrt(weight(j));
      auto block = all.middleRows(at, 2 * options_.corners);
      block.leftCols(options_.dense) = root * slope.asDiagonal() * part.dense;
      block.middleCols(first, part.local.cols()) = root * slope.asDiagonal() * part.local;
      for (int i = 0; options_.points > 0 && i < options_.corners; ++i) {
        for (int row = 2 * i; row < 2 * i + 2; ++row) {
          block.row(row).segment(options_.dense + 3 * point_of(j, i), 3) = root * slope[row] * part.point.row(row);
        }
      }
      block.rightCols(1) = root * (part.right - linear - options_.curvature * linear.array().sin().matrix());
      at += block.rows();
      first += part.local.cols();
    }
    if (!prior_.empty()) {
      all.bottomRows(prior_.rows.rows()).leftCols(global_size()) = prior_.rows;
      all.bottomRows(prior_.rows.rows()).rightCols(1) = prior_.residual(g);
    }
    return all;
  }

  [[nodiscard]] std::vector<FrameState> zero_states() const {
    std::vector<FrameState> states;
    for (const int size : options_.local) states.push_back({Pose{}, Eigen::VectorXd::Zero(size - kPoseSize)});
    return states;
  }

 private:
  struct Part {
    Eigen::MatrixXd dense, local, point, right;
  };

  [[nodiscard]] static Eigen::VectorXd local_of(const FrameState& state) {
    Eigen::VectorXd local(kPoseSize + state.effects.size());
    local << state.camera_from_target.rotation_vector(), state.camera_from_target.translation, state.effects;
    return local;
  }
  [[nodiscard]] Eigen::VectorXd at_points(int frame, const Eigen::VectorXd& g) const {
    const Part& part = parts_[static_cast<std::size_t>(frame)];
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(2 * options_.corners);
    for (int i = 0; options_.points > 0 && i < options_.corners; ++i) {
      sum.segment<2>(2 * i) = part.point.middleRows<2>(2 * i) * g.segment<3>(options_.dense + 3 * point_of(frame, i));
    }
    return sum;
  }

  RandomProblemOptions options_;
  std::vector<Part> parts_;
  std::vector<double> weights_;
  Prior prior_;
};

}  // namespace fiducia::testing

#pragma once

#include <Eigen/Core>
#include <string_view>
#include <vector>

#include "fiducia/core/pose.h"
#include "fiducia/data/observations.h"

namespace fiducia {

/// What of the target's geometry is unknown (docs/method.md 8).
enum class TargetShape {
  kPlanar,  ///< nothing: the points are where the target says
  kWarp,    ///< a smooth surface of low order on top of them
  kFree,    ///< every corner, in all three coordinates
};

/// "planar", "warp", "free": as in files and on the command line.
[[nodiscard]] std::string_view to_string(TargetShape shape);
/// Throws an Error that lists the names.
[[nodiscard]] TargetShape target_shape_named(std::string_view name);

/// How a target's points depend on the parameters q of its shape, linearly: q = 0 is the nominal target.
///
/// Moving, turning or scaling the whole target changes nothing that a camera sees, because the poses follow. A warp has
/// no part in these seven freedoms: heights of degree 2 to 4 in x and y, orthonormal to each other and to planes over
/// the points. Free points do; there the seven are held by asking that the displacements from the nominal points have
/// no such part in sum over all corners (an "inner constraint", G' q = 0 with the orthonormal columns of gauge()),
/// which favours no corner.
class ShapeBasis {
 public:
  /// Nothing is unknown.
  ShapeBasis() = default;
  /// The corners that at least one of `frames` shows get unknowns, the others stay nominal. The target should lie near
  /// the plane z = 0 of its own frame, as all of ours do.
  ShapeBasis(TargetShape shape, const std::vector<Vector3>& nominal, const std::vector<const Frame*>& frames);

  [[nodiscard]] TargetShape shape() const { return shape_; }
  /// Corners of the target, with and without unknowns.
  [[nodiscard]] std::size_t corner_count() const { return nominal_.size(); }
  /// Numbers in q.
  [[nodiscard]] int size() const { return size_; }
  /// Numbers in q that mean something: without the seven freedoms.
  [[nodiscard]] int degrees_of_freedom() const;

  /// Where the corners are, by id.
  [[nodiscard]] std::vector<Vector3> points(const Eigen::VectorXd& q) const;
  /// The q whose points come nearest to these.
  [[nodiscard]] Eigen::VectorXd nearest(const std::vector<Vector3>& points) const;

  /// Free: the first of a corner's three numbers in q; -1 for a corner without any.
  [[nodiscard]] int first_of(int id) const { return first_[static_cast<std::size_t>(id)]; }
  /// Warp: d z / d q of a corner.
  [[nodiscard]] auto heights_of(int id) const { return heights_.row(id); }
  /// Free: the seven freedoms at the nominal points, orthonormal columns; of no columns otherwise.
  [[nodiscard]] const Eigen::MatrixXd& gauge() const { return gauge_; }

  /// Free: how the seven freedoms move the points at q, one column each, and how much of each takes a displacement back
  /// to where it has no part in gauge(): d - moves (amounts d) agrees best with the nominal target.
  struct GaugeMoves {
    Eigen::MatrixXd moves;
    Eigen::MatrixXd amounts;
  };
  [[nodiscard]] GaugeMoves gauge_moves(const Eigen::VectorXd& q) const;

 private:
  TargetShape shape_ = TargetShape::kPlanar;
  int size_ = 0;
  std::vector<Vector3> nominal_;
  std::vector<int> first_;
  Eigen::MatrixXd heights_;  // one row per corner
  Eigen::MatrixXd gauge_;
};

}  // namespace fiducia

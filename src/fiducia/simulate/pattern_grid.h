#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <vector>

#include "fiducia/core/pose.h"

namespace fiducia {

/// One axis of a pattern: the places where it may change, in growing order.
class PatternAxis {
 public:
  /// Two breaks at least; equal ones are merged by the caller.
  explicit PatternAxis(std::vector<double> breaks);

  /// Which stretch x lies in: 0 before the first break, size() - 1 from the last one on.
  [[nodiscard]] int stretch(double x) const {
    if (!(x >= breaks_.front())) return 0;
    if (x >= breaks_.back()) return size() - 1;
    int i = first_[static_cast<std::size_t>((x - breaks_.front()) * buckets_per_length_)];
    while (x >= breaks_[static_cast<std::size_t>(i)]) ++i;
    return i;
  }
  [[nodiscard]] int size() const { return static_cast<int>(breaks_.size()) + 1; }
  /// The end of a stretch that is not the last one.
  [[nodiscard]] double end(int stretch) const { return breaks_[static_cast<std::size_t>(stretch)]; }
  [[nodiscard]] double first() const { return breaks_.front(); }
  [[nodiscard]] double last() const { return breaks_.back(); }

 private:
  std::vector<double> breaks_;
  std::vector<int> first_;  // of each bucket: the stretch that its beginning lies in
  double buckets_per_length_ = 0;
};

/// How a soft sample sees a line at x = X: the part of it that lies before the line is
/// Phi(d - curvature d^2 / 2), d = (X - centre) x per_length. The second term lets the scale change across the sample.
struct SoftEdge {
  double centre = 0;
  double per_length = 0;  ///< standard deviations of the sample per metre
  double curvature = 0;

  [[nodiscard]] double before(double line) const;
};

/// Reflectance that is constant on the cells of a grid of axis-parallel lines: every printed target is of this kind.
class PatternGrid {
 public:
  /// Reflectances row after row, x fastest, for the stretches of both axes (the ones beyond the ends included).
  PatternGrid(PatternAxis x, PatternAxis y, std::vector<float> reflectance);

  [[nodiscard]] double at(double x, double y) const { return cell(x_.stretch(x), y_.stretch(y)); }
  /// The reflectance all over a box, or nothing where it changes in there.
  [[nodiscard]] std::optional<double> uniform(const Vector2& low, const Vector2& high) const;
  /// The mean that a sample with the shape of a Gaussian sees, its coordinates x and y being independent.
  [[nodiscard]] double average(const SoftEdge& x, const SoftEdge& y) const;
  /// All that is black, as few boxes that do not overlap: cells of a row that touch are one.
  [[nodiscard]] std::vector<Eigen::AlignedBox2d> black_boxes() const;
  /// What is printed or paper, without the surroundings.
  [[nodiscard]] Eigen::AlignedBox2d outline() const;

 private:
  [[nodiscard]] double cell(int i, int j) const {
    return reflectance_[static_cast<std::size_t>(j) * static_cast<std::size_t>(x_.size()) +
                        static_cast<std::size_t>(i)];
  }

  PatternAxis x_;
  PatternAxis y_;
  std::vector<float> reflectance_;
};

}  // namespace fiducia

#pragma once

#include <span>
#include <vector>

#include "fiducia/data/observations.h"

namespace fiducia {

/// A frame's corners as arrays (board x, y, z; pixel u, v; weights where they are not all 1), cut into blocks that fit
/// the first-level cache together with their derivatives, every block filled up to whole lanes by repeating a corner.
class CornerArrays {
 public:
  static constexpr int kMostInBlock = 96;

  struct Block {
    int count;   ///< corners
    int padded;  ///< rounded up to whole lanes
    const double* x;
    const double* y;
    const double* z;
    const double* u;
    const double* v;
    const double* weight;  ///< null: all are 1
  };

  CornerArrays() = default;
  /// weight_unit: the weight that shall count as 1.
  CornerArrays(std::span<const Corner> corners, const std::vector<Vector3>& points, double weight_unit = 1);

  [[nodiscard]] int corner_count() const { return corner_count_; }
  [[nodiscard]] int block_count() const { return static_cast<int>(starts_.size()); }
  [[nodiscard]] Block block(int i) const;

 private:
  struct Start {
    std::size_t offset;
    int count;
    int padded;
  };
  int corner_count_ = 0;
  bool weighted_ = false;
  std::vector<Start> starts_;
  std::vector<double> data_;
};

}  // namespace fiducia

#pragma once

#include <span>
#include <vector>

#include "fiducia/data/observations.h"

namespace fiducia {

/// A frame's corners as arrays (board x, y, z; pixel u, v), cut into blocks that fit the first-level cache
/// together with their derivatives, every block filled up to whole lanes by repeating a corner.
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
  };

  CornerArrays() = default;
  CornerArrays(std::span<const Corner> corners, const std::vector<Vector3>& points);

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
  std::vector<Start> starts_;
  std::vector<double> data_;
};

}  // namespace fiducia

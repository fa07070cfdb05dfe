#include "fiducia/solve/corner_arrays.h"

#include <algorithm>

#include "fiducia/core/lanes.h"

namespace fiducia {

CornerArrays::CornerArrays(std::span<const Corner> corners, const std::vector<Vector3>& points, double weight_unit)
    : corner_count_(static_cast<int>(corners.size())),
      weighted_(std::any_of(corners.begin(), corners.end(), [&](const Corner& c) { return c.weight != weight_unit; })) {
  const int blocks = (corner_count_ + kMostInBlock - 1) / kMostInBlock;
  std::size_t done = 0;
  for (int b = 0; b < blocks; ++b) {
    const int left = corner_count_ - static_cast<int>(done);
    // Even shares in whole lanes, so that only the last block is padded.
    int count = (left / (blocks - b) + Lanes::kCount - 1) / Lanes::kCount * Lanes::kCount;
    count = std::min(count, left);
    const int padded = (count + Lanes::kCount - 1) / Lanes::kCount * Lanes::kCount;
    starts_.push_back({data_.size(), count, padded});
    data_.resize(data_.size() + (weighted_ ? 6 : 5) * static_cast<std::size_t>(padded));
    double* to = data_.data() + starts_.back().offset;
    for (int i = 0; i < padded; ++i) {
      const Corner& corner = corners[done + static_cast<std::size_t>(std::min(i, count - 1))];
      const Vector3& point = points[static_cast<std::size_t>(corner.id)];
      to[i] = point.x();
      to[padded + i] = point.y();
      to[2 * padded + i] = point.z();
      to[3 * padded + i] = corner.pixel.x();
      to[4 * padded + i] = corner.pixel.y();
      if (weighted_) to[5 * padded + i] = corner.weight / weight_unit;
    }
    done += static_cast<std::size_t>(count);
  }
}

CornerArrays::Block CornerArrays::block(int i) const {
  const Start& start = starts_[static_cast<std::size_t>(i)];
  const double* data = data_.data() + start.offset;
  const int n = start.padded;
  return {start.count, n, data, data + n, data + 2 * n, data + 3 * n, data + 4 * n, weighted_ ? data + 5 * n : nullptr};
}

}  // namespace fiducia

#include "fiducia/evaluate/resampled_mad.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "fiducia/core/statistics.h"

namespace fiducia {

ResampledMad::ResampledMad(std::span<const double> values, std::span<const std::uint32_t> group_of, std::size_t groups)
    : groups_(groups) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  const std::size_t blocks = (values.size() + kBlock - 1) / kBlock;
  counts_.assign(blocks * groups_, 0);
  for (std::size_t i = 0; i < order.size(); ++i) {
    sorted_.push_back(values[order[i]]);
    group_.push_back(group_of[order[i]]);
    ++counts_[i / kBlock * groups_ + group_.back()];
  }
  below_.resize(blocks + 1);
}

double ResampledMad::operator()(std::span<const std::uint32_t> multiplicities) {
  multiplicity_ = multiplicities;
  for (std::size_t block = 0; block + 1 < below_.size(); ++block) {
    const std::uint32_t* counts = counts_.data() + block * groups_;
    std::uint32_t weight = 0;
    for (std::size_t j = 0; j < groups_; ++j) weight += counts[j] * multiplicities[j];
    below_[block + 1] = below_[block] + weight;
  }
  const std::uint64_t total = below_.back();
  if (total == 0) return 0;
  const double upper = order_statistic(total / 2);
  const double centre = total % 2 == 1 ? upper : 0.5 * (order_statistic(total / 2 - 1) + upper);
  return kMadToSigma * middle_deviation(centre, total);
}

/// The value of that rank, counted from 0.
double ResampledMad::order_statistic(std::uint64_t rank) const {
  const auto block = std::upper_bound(below_.begin(), below_.end(), rank) - below_.begin() - 1;
  std::uint64_t seen = below_[static_cast<std::size_t>(block)];
  std::size_t i = static_cast<std::size_t>(block) * kBlock;
  while ((seen += multiplicity_[group_[i]]) <= rank) ++i;
  return sorted_[i];
}

/// The weight of the sorted values [first, last), which lie in one block or are whole blocks.
std::uint64_t ResampledMad::weight_between(std::size_t first, std::size_t last) const {
  if (first % kBlock == 0 && (last % kBlock == 0 || last == sorted_.size())) {
    return below_[(last + kBlock - 1) / kBlock] - below_[first / kBlock];
  }
  std::uint64_t weight = 0;
  for (std::size_t i = first; i < last; ++i) weight += multiplicity_[group_[i]];
  return weight;
}

/// The median of |value - centre|: from the centre outwards, by whole blocks while it cannot lie in them, then value by
/// value.
double ResampledMad::middle_deviation(double centre, std::uint64_t total) const {
  const std::uint64_t low_rank = (total - 1) / 2;
  const std::uint64_t high_rank = total / 2;
  auto right = static_cast<std::size_t>(std::lower_bound(sorted_.begin(), sorted_.end(), centre) - sorted_.begin());
  std::size_t left = right;  // [left, right) has been counted
  std::uint64_t seen = 0;
  const auto block_to_left = [&] { return (left - 1) / kBlock * kBlock; };
  const auto block_to_right = [&] { return std::min((right / kBlock + 1) * kBlock, sorted_.size()); };
  if (left > 0 && right < sorted_.size()) {
    std::uint64_t left_weight = weight_between(block_to_left(), left);
    std::uint64_t right_weight = weight_between(right, block_to_right());
    while (seen + left_weight + right_weight <= low_rank) {
      // Of the two, the block that reaches less far is inside whatever the other holds.
      if (centre - sorted_[block_to_left()] < sorted_[block_to_right() - 1] - centre) {
        left = block_to_left();
        seen += left_weight;
        if (left == 0) break;
        left_weight = weight_between(block_to_left(), left);
      } else {
        right = block_to_right();
        seen += right_weight;
        if (right == sorted_.size()) break;
        right_weight = weight_between(right, block_to_right());
      }
    }
  }
  double low = -1;
  for (;;) {
    const bool go_left = right == sorted_.size() || (left > 0 && centre - sorted_[left - 1] < sorted_[right] - centre);
    const std::size_t i = go_left ? --left : right++;
    seen += multiplicity_[group_[i]];
    if (low < 0 && seen > low_rank) low = std::abs(sorted_[i] - centre);
    if (seen > high_rank) return 0.5 * (low + std::abs(sorted_[i] - centre));
  }
}

}  // namespace fiducia

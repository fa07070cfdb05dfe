#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fiducia {

/// The robust standard deviation (mad_sigma) of values that belong to groups, when each group counts several times or
/// not at all: what a bootstrap over groups asks for a thousand times. The values are sorted once; a call then looks
/// at a small part of them.
class ResampledMad {
 public:
  /// group_of[i] < groups is the group of values[i].
  ResampledMad(std::span<const double> values, std::span<const std::uint32_t> group_of, std::size_t groups);

  /// mad_sigma of all values, each taken as often as its group's multiplicity; 0 for none.
  [[nodiscard]] double operator()(std::span<const std::uint32_t> multiplicities);

 private:
  [[nodiscard]] double order_statistic(std::uint64_t rank) const;
  [[nodiscard]] double middle_deviation(double centre, std::uint64_t total) const;
  [[nodiscard]] std::uint64_t weight_between(std::size_t first, std::size_t last) const;

  static constexpr std::size_t kBlock = 64;

  std::size_t groups_;
  std::vector<double> sorted_;
  std::vector<std::uint32_t> group_;             // of the sorted values
  std::vector<std::uint32_t> counts_;            // block after block: how many values of each group
  std::vector<std::uint64_t> below_;             // of this call: the weight in all blocks before each
  std::span<const std::uint32_t> multiplicity_;  // of this call
};

}  // namespace fiducia

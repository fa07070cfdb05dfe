#include "fiducia/evaluate/resampled_mad.h"

#include <gtest/gtest.h>

#include "fiducia/core/random.h"
#include "fiducia/core/statistics.h"

namespace fiducia {
namespace {

struct Grouped {
  std::vector<double> values;
  std::vector<std::uint32_t> groups;
};

double literal_mad(const Grouped& data, const std::vector<std::uint32_t>& multiplicities) {
  std::vector<double> repeated;
  for (std::size_t i = 0; i < data.values.size(); ++i) {
    repeated.insert(repeated.end(), multiplicities[data.groups[i]], data.values[i]);
  }
  return mad_sigma(repeated);
}

/// A few values drawn from a wide or from a coarse set (ties), in groups of unequal size.
Grouped random_data(RandomStream& random, std::uint32_t size, std::uint32_t groups, bool ties) {
  Grouped data;
  for (std::uint32_t i = 0; i < size; ++i) {
    data.values.push_back(ties ? static_cast<double>(random.index(7)) - 3 : random.normal() + 0.3);
    // The smaller the number of the group, the more it has.
    data.groups.push_back(random.index(random.index(groups) + 1));
  }
  return data;
}

TEST(ResampledMad, IsTheMadOfTheListWrittenOut) {
  RandomStream random(3);
  for (int round = 0; round < 600; ++round) {
    const std::uint32_t size = round < 300 ? 1 + random.index(12) : 1 + random.index(1000);
    const std::uint32_t groups = 1 + random.index(30);
    const Grouped data = random_data(random, size, groups, round % 3 == 0);
    ResampledMad mad(data.values, data.groups, groups);
    for (int draw = 0; draw < 5; ++draw) {
      std::vector<std::uint32_t> multiplicities(groups);
      for (std::uint32_t& m : multiplicities) m = random.index(4);
      ASSERT_DOUBLE_EQ(mad(multiplicities), literal_mad(data, multiplicities))
          << size << " values in " << groups << " groups, round " << round;
    }
  }
}

/// What is left lies far on one side of what was sorted.
TEST(ResampledMad, IsTheMadOfTheListWrittenOutWhereOnlyFarGroupsCount) {
  Grouped data;
  RandomStream random(4);
  for (std::uint32_t group = 0; group < 5; ++group) {
    for (int i = 0; i < 200; ++i) {
      data.values.push_back(100.0 * group + random.normal());
      data.groups.push_back(group);
    }
  }
  ResampledMad mad(data.values, data.groups, 5);
  for (const std::vector<std::uint32_t>& multiplicities : std::vector<std::vector<std::uint32_t>>{
           {1, 0, 0, 0, 0}, {0, 0, 0, 0, 1}, {3, 0, 0, 0, 3}, {1, 0, 0, 0, 2}, {0, 1, 0, 1, 0}, {5, 1, 1, 1, 0}}) {
    EXPECT_DOUBLE_EQ(mad(multiplicities), literal_mad(data, multiplicities));
  }
}

TEST(ResampledMad, OfEveryGroupOnceIsThePlainMad) {
  RandomStream random(5);
  const Grouped data = random_data(random, 5000, 40, false);
  ResampledMad mad(data.values, data.groups, 40);
  EXPECT_DOUBLE_EQ(mad(std::vector<std::uint32_t>(40, 1)), mad_sigma(data.values));
}

TEST(ResampledMad, OfNothingIsZero) {
  const std::vector<double> values = {1, 2, 5};
  const std::vector<std::uint32_t> groups = {0, 1, 1};
  ResampledMad mad(values, groups, 3);
  EXPECT_EQ(mad(std::vector<std::uint32_t>{0, 0, 0}), 0);
  EXPECT_EQ(mad(std::vector<std::uint32_t>{0, 0, 9}), 0) << "a group without values";
  EXPECT_GT(mad(std::vector<std::uint32_t>{0, 1, 0}), 0) << "the next call is not disturbed";
  ResampledMad empty({}, {}, 2);
  EXPECT_EQ(empty(std::vector<std::uint32_t>{1, 1}), 0);
}

}  // namespace
}  // namespace fiducia

#include "fiducia/study/units.h"

#include <gmock/gmock.h>

#include <atomic>
#include <cmath>
#include <limits>

#include "fiducia/io/file.h"
#include "tests/io/error_message.h"
#include "tests/io/temporary_folder.h"

namespace fiducia {
namespace {

using testing::error_message;
using ::testing::HasSubstr;
using testing::TemporaryFolder;

class UnitsTest : public ::testing::Test {
 protected:
  /// Rows that only the seed and the unit decide; counts how many were computed.
  UnitTable run(std::size_t count, std::uint64_t seed = 3) {
    Units units{"trial", {"third", "odd"}, count, [&, seed](std::size_t unit, const Progress&) {
                  ++computed;
                  const double odd = unit % 2 == 1 ? 1 : std::numeric_limits<double>::quiet_NaN();
                  return std::vector<double>{(static_cast<double>(unit) + static_cast<double>(seed)) / 3, odd};
                }};
    return run_units(units, {.seed = seed, .threads = 2, .folder = folder.path()}).table;
  }

  TemporaryFolder folder;
  std::atomic<int> computed = 0;
};

TEST_F(UnitsTest, GoOnWhereTheyStopped) {
  run(10);
  EXPECT_EQ(computed, 10);
  const UnitTable more = run(25);
  EXPECT_EQ(computed, 25);
  for (std::size_t i = 0; i < 25; ++i) EXPECT_EQ(more.at(i, "third"), (static_cast<double>(i) + 3) / 3);
  EXPECT_TRUE(std::isnan(more.at(0, "odd")));
  EXPECT_EQ(more.finite_values("odd").size(), 12U);
}

TEST_F(UnitsTest, ALineThatWasCutIsComputedAgain) {
  run(10);
  const std::string file = (folder / "trial.csv").string();
  std::string text = read_file(file);
  folder.put("trial.csv", text.substr(0, text.size() - 5));
  computed = 0;
  const UnitTable again = run(10);
  EXPECT_EQ(computed, 1);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(again.at(i, "third"), (static_cast<double>(i) + 3) / 3);
  computed = 0;
  run(10);
  EXPECT_EQ(computed, 0);
}

TEST_F(UnitsTest, FewerThanThereAreAreTheFirst) {
  run(10);
  EXPECT_EQ(run(4).size(), 4U);
  EXPECT_EQ(computed, 10);
}

TEST_F(UnitsTest, AnotherSeedIsAnotherStudy) {
  run(2);
  EXPECT_THAT(error_message([&] { run(2, 4); }), HasSubstr("trial.csv comes from another seed, setting or version"));
}

TEST_F(UnitsTest, RowsDoNotDependOnTheFolder) {
  Units units{"trial", {"x"}, 3, [](std::size_t unit, const Progress&) {
                return std::vector<double>{std::sqrt(2.0 + static_cast<double>(unit))};
              }};
  const UnitTable kept = run_units(units, {.folder = folder.path()}).table;
  const UnitTable read = run_units(units, {.folder = folder.path()}).table;
  const UnitTable none = run_units(units, {}).table;
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(kept.at(i, "x"), none.at(i, "x"));
    EXPECT_EQ(read.at(i, "x"), none.at(i, "x"));
  }
}

}  // namespace
}  // namespace fiducia

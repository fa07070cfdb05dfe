#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "fiducia/core/random.h"
#include "fiducia/study/chart.h"
#include "fiducia/study/interval.h"
#include "fiducia/study/publish.h"

namespace fiducia {
namespace {

using ::testing::HasSubstr;

Claim between(double low, double high, std::optional<double> at_least, std::optional<double> at_most) {
  return {.statement = "s",
          .measured = "m",
          .value = 0.5 * (low + high),
          .ci95 = {low, high},
          .at_least = at_least,
          .at_most = at_most};
}

TEST(Claim, HoldsWhereTheWholeIntervalDoes) {
  EXPECT_EQ(between(1, 2, 0.5, {}).holds(), std::optional(true));
  EXPECT_EQ(between(1, 2, 1.5, {}).holds(), std::nullopt);
  EXPECT_EQ(between(1, 2, 2.5, {}).holds(), std::optional(false));
  EXPECT_EQ(between(1, 2, {}, 0.5).holds(), std::optional(false));
  EXPECT_EQ(between(1, 2, 0.5, 2.5).holds(), std::optional(true));
  EXPECT_EQ(between(1, 4, 2, 3).holds(), std::nullopt);
  EXPECT_EQ(between(NAN, NAN, 2, 3).holds(), std::nullopt);
}

TEST(Claim, ShowsAnIntervalOnlyWhereThereIsOne) {
  Claim claim = between(1, 2, 0.5, {});
  EXPECT_EQ(value_words(claim), "1.5 (1 to 2)");
  claim.ci95 = {NAN, NAN};
  EXPECT_EQ(value_words(claim), "1.5");
  EXPECT_EQ(outcome_of(claim), "too few data sets");
  claim.value = NAN;
  EXPECT_EQ(value_words(claim), "-");
}

/// 400 repetitions: an interval of 95% covers the mean of a normal in 93 to 97%, the bootstrap of 50 values slightly
/// less.
TEST(Measured, IntervalsCoverWhatTheyShould) {
  int covered = 0;
  for (std::uint64_t i = 0; i < 400; ++i) {
    RandomStream random(1, i);
    std::vector<double> values;
    for (int k = 0; k < 50; ++k) values.push_back(3 + random.normal());
    const Measured mean = mean_of(values);
    covered += mean.ci95[0] <= 3 && 3 <= mean.ci95[1] ? 1 : 0;
  }
  EXPECT_GE(covered, 364);
  EXPECT_LE(covered, 394);
}

TEST(Measured, RatiosLeaveOutWhatIsNotKnown) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(ratio_of_means({2, 4, none, 6}, {1, 2, 5, none}).value, 2);
  EXPECT_TRUE(std::isnan(mean_of({}).value));
}

TEST(Measured, SharesHaveWilsonsInterval) {
  const Measured share = share_of(8, 10);  // the textbook's example
  EXPECT_NEAR(share.ci95[0], 0.4902, 1e-4);
  EXPECT_NEAR(share.ci95[1], 0.9433, 1e-4);
}

TEST(Chart, IsAnSvgFileWithItsTextEscaped) {
  Chart chart{"a < b & c", "x (px)", "y", true};
  chart.series = {{"one", {1, 2, 3}, {0.1, 1, 0}, {{0.05, 0.2}, {0.5, 2}, {0, 0}}}};
  const std::string svg = svg_of({chart, chart, chart}, 2);
  EXPECT_THAT(svg, ::testing::StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  EXPECT_THAT(svg, HasSubstr("a &lt; b &amp; c"));
  EXPECT_THAT(svg, HasSubstr("viewBox=\"0 0 920 640\""));
  EXPECT_THAT(svg, ::testing::Not(HasSubstr("nan")));  // a zero has no place on a logarithmic axis
}

TEST(Publish, SaysWhatHoldsAndWhatDoesNot) {
  FinishedStudy finished{&study_named("bias-models"), {}, 0, 20, 1};
  finished.result.claims = {between(1, 2, 0.5, {}), between(1, 2, 3, {})};
  finished.result.claims[1].explanation = "because <of> that";
  const std::string text = studies_markdown({finished}, "figures");
  EXPECT_THAT(text, HasSubstr("| s | m | 1.5 (1 to 2) | at least 0.5 | holds |"));
  EXPECT_THAT(text, HasSubstr("|  | m | 1.5 (1 to 2) | at least 3 | does not hold |"));
  EXPECT_THAT(text, HasSubstr("1 of 2 measurements agree, 1 disagree, 0 are undecided"));
  EXPECT_THAT(studies_html({finished}), HasSubstr("because &lt;of> that"));
  const Json object = study_object(finished);
  EXPECT_EQ(object["claims"][0]["holds"], true);
  EXPECT_EQ(object["claims"][1]["holds"], false);
}

}  // namespace
}  // namespace fiducia

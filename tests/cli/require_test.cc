#include "apps/fiducia/require.h"

#include <limits>

#include "tests/cli/evaluate_fixture.h"
#include "tests/io/error_message.h"

namespace fiducia {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using testing::CliResult;
using ::testing::ElementsAre;
using testing::error_message;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// The function.

TEST(ParseRequirement, TakesAPathAComparisonAndANumber) {
  const Requirement requirement = parse_requirement("uncertainty.cr2.k_quantiles.0.95<=-1.5e-3");
  EXPECT_EQ(requirement.text, "uncertainty.cr2.k_quantiles.0.95<=-1.5e-3");
  EXPECT_EQ(requirement.path, "uncertainty.cr2.k_quantiles.0.95");
  EXPECT_EQ(requirement.comparison, "<=");
  EXPECT_EQ(requirement.limit, -1.5e-3);
}

TEST(ParseRequirement, TakesBlanksAroundTheComparison) {
  const Requirement requirement = parse_requirement(" bias.ratio  != \t3 ");
  EXPECT_EQ(requirement.path, "bias.ratio");
  EXPECT_EQ(requirement.comparison, "!=");
  EXPECT_EQ(requirement.limit, 3);
}

TEST(ParseRequirement, KnowsSixComparisons) {
  for (const std::string comparison : {"<", "<=", ">", ">=", "==", "!="}) {
    const Requirement requirement = parse_requirement("a" + comparison + "2");
    EXPECT_EQ(requirement.comparison, comparison);
    EXPECT_EQ(requirement.limit, 2) << comparison;
  }
}

TEST(ParseRequirement, RefusesAnythingElse) {
  for (const std::string text : {"", "bias.eps_px", "<3", " <3", "a=3", "a!3", "a=<3", "a=>3", "3"}) {
    EXPECT_THAT(error_message([&] { static_cast<void>(parse_requirement(text)); }),
                AllOf(HasSubstr("--require"), HasSubstr("'" + text + "'"), HasSubstr("comparisons: < <= > >= == !=")))
        << text;
  }
  for (const std::string text : {"a<", "a<x", "a<nan", "a<inf", "a<0,5", "a<3px", "a<<3", "a<>3", "a<1<2", "a<= =3"}) {
    EXPECT_THAT(error_message([&] { static_cast<void>(parse_requirement(text)); }),
                AllOf(HasSubstr("--require"), HasSubstr("finite number")))
        << text;
  }
}

std::vector<std::string> unmet_of(const std::vector<std::string>& texts, const Json& result) {
  std::vector<Requirement> requirements;
  for (const std::string& text : texts) requirements.push_back(parse_requirement(text));
  return unmet(requirements, result);
}

TEST(Unmet, ComparesAsWritten) {
  const Json two = {{"a", 2}};
  EXPECT_THAT(unmet_of({"a<2.5", "a<=2", "a>1.5", "a>=2", "a==2", "a!=3"}, two), IsEmpty());
  for (const std::string text : {"a<2", "a<=1.5", "a>2", "a>=2.5", "a==3", "a!=2"}) {
    EXPECT_THAT(unmet_of({text}, two), ElementsAre(text + " (found 2)"));
  }
}

TEST(Unmet, ListsThoseThatFailInTheirOrder) {
  EXPECT_THAT(unmet_of({"a<1", "a>1", "b.1==7"}, {{"a", 0.125}, {"b", {5, 6}}}),
              ElementsAre("a>1 (found 0.125)", "b.1==7 (found 6)"));
}

TEST(Unmet, FollowsKeysThatHoldDots) {
  const Json result = {{"q", {{"0.5", 1}, {"0.95", 2}}}, {"0", {{"95", 3}}}};
  EXPECT_THAT(unmet_of({"q.0.5==1", "q.0.95==2", "0.95==3"}, result), IsEmpty());
}

TEST(Unmet, FollowsArrays) {
  const Json result = {{"frames", {{{"rmse", 0.5}}, {{"rmse", 0.75}}}}};
  EXPECT_THAT(unmet_of({"frames.0.rmse==0.5", "frames.1.rmse==0.75"}, result), IsEmpty());
  EXPECT_THAT(error_message([&] { unmet_of({"frames.2.rmse<1"}, result); }),
              AllOf(HasSubstr("'frames.2.rmse'"), HasSubstr("in frames"), HasSubstr("0 to 1")));
  EXPECT_THAT(error_message([&] { unmet_of({"frames.-1.rmse<1"}, result); }), HasSubstr("0 to 1"));
  EXPECT_THAT(error_message([&] { unmet_of({"frames.1x.rmse<1"}, result); }), HasSubstr("0 to 1"));
  EXPECT_THAT(error_message([&] { unmet_of({"frames.rmse<1"}, result); }), HasSubstr("0 to 1"));
}

TEST(Unmet, NothingIsMetByANumberWithoutValue) {
  const Json result = {{"a", nullptr}, {"b", std::numeric_limits<double>::quiet_NaN()}};
  for (const std::string comparison : {"<", "<=", ">", ">=", "==", "!="}) {
    EXPECT_THAT(unmet_of({"a" + comparison + "1"}, result), ElementsAre(HasSubstr("(found no value)")));
    EXPECT_EQ(unmet_of({"b" + comparison + "1"}, result).size(), 1U);
  }
}

TEST(Unmet, RefusesAPathThatLeadsToNoNumber) {
  const Json result = {{"a", {{"text", "long"}, {"flag", true}, {"list", {1, 2}}, {"number", 1}}}};
  const auto message = [&](const std::string& text) { return error_message([&] { unmet_of({text}, result); }); };
  EXPECT_THAT(message("a.text<1"), AllOf(HasSubstr("'a.text'"), HasSubstr("not a number")));
  EXPECT_THAT(message("a.flag<1"), HasSubstr("not a number"));
  EXPECT_THAT(message("a.list<1"), AllOf(HasSubstr("not a number"), HasSubstr("elements 0 to 1")));
  EXPECT_THAT(message("a<1"), AllOf(HasSubstr("not a number"), HasSubstr("text, flag, list and number")));
  EXPECT_THAT(message("b<1"), AllOf(HasSubstr("has no 'b'"), HasSubstr("there is a")));
  EXPECT_THAT(message("a.none<1"), AllOf(HasSubstr("in a there is"), HasSubstr("text, flag, list and number")));
  EXPECT_THAT(message("a.numb<1"), HasSubstr("has no 'a.numb'"));
  EXPECT_THAT(message("a.number.x<1"), HasSubstr("has no 'a.number.x'"));
  EXPECT_THAT(message("a.number.<1"), HasSubstr("has no 'a.number.'"));
  EXPECT_THAT(message("a..number<1"), HasSubstr("has no 'a..number'"));
  EXPECT_THAT(message(".a<1"), HasSubstr("has no '.a'"));
}

// The command.

class RequireTest : public testing::EvaluateFixture {};

TEST_F(RequireTest, IsDoneWhereAllAreMet) {
  const CliResult result = evaluate({"--quiet", "--require", "bias.eps_px<0.05", "--require",
                                     "uncertainty.cr2.eme_px<0.5", "--require", "fit.n_observations==1600", "--require",
                                     "bias.ratio_ci95.1<=1", "--require", "uncertainty.cr2.k_quantiles.0.95>0",
                                     "--require", "optimum.cost_fall>=0", "--require", "frames.9.rmse!=0"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, IsEmpty());
}

TEST_F(RequireTest, ListsWhatIsNotMetWithItsValueAndNothingElse) {
  const CliResult result =
      evaluate({"--quiet", "--json", "--require", "fit.n_observations==7", "--require", "fit.rmse<1", "--require",
                "uncertainty.cr2.k_quantiles.0.95<0", "--require=bias.ratio_ci95.1>=2"});
  EXPECT_EQ(result.status, 3);
  const json object = json::parse(result.out);  // is printed all the same
  EXPECT_THAT(result.err, AllOf(HasSubstr("not met: fit.n_observations==7 (found 1600)"), Not(HasSubstr("rmse")),
                                HasSubstr("uncertainty.cr2.k_quantiles.0.95<0 (found " +
                                          object["uncertainty"]["cr2"]["k_quantiles"]["0.95"].dump() + ")"),
                                HasSubstr("bias.ratio_ci95.1>=2 (found " + object["bias"]["ratio_ci95"][1].dump())));
}

TEST_F(RequireTest, SaysTheSameWithoutQuiet) {
  const CliResult result = evaluate({"--require", "fit.rmse>1"});
  EXPECT_EQ(result.status, 3);
  EXPECT_THAT(result.err, HasSubstr("not met: fit.rmse>1 (found 0.04"));
  EXPECT_THAT(result.out, HasSubstr("verdict "));
}

TEST_F(RequireTest, RefusesWhatIsNoCondition) {
  for (const std::string text : {"bias.eps_px", "<3", "a=3", "a<x", "a<nan", ""}) {
    const CliResult result = evaluate({"--json", "--require", "fit.rmse<1", "--require", text});
    EXPECT_EQ(result.status, 2) << text;
    EXPECT_THAT(result.err, HasSubstr("--require")) << text;
    EXPECT_THAT(result.out, IsEmpty()) << text;
  }
}

TEST_F(RequireTest, RefusesAConditionBeforeAnythingIsRead) {
  const CliResult result = testing::run({"evaluate", "absent.json", "absent.csv", "--require", "a=3"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("'a=3'"));
}

TEST_F(RequireTest, RefusesAKeyThatIsNotThereAndNamesThoseThatAre) {
  const CliResult result = evaluate({"--json", "--require", "fit.rmse>9", "--require", "bias.eps<3"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("'bias.eps<3'"), HasSubstr("in bias there is ratio, "), HasSubstr("eps_px, ")));
  EXPECT_THAT(result.out, IsEmpty());
  const CliResult top = evaluate({"--require", "magic<3"});
  EXPECT_EQ(top.status, 2);
  EXPECT_THAT(top.err, AllOf(HasSubstr("uncertainty, "), HasSubstr("metrics, "), HasSubstr("optimum, ")));
}

TEST_F(RequireTest, TheVerdictIsAConditionToo) {
  const auto status = [&](std::vector<std::string> more) { return evaluate(more).status; };
  EXPECT_EQ(status({"--require", "verdict=good"}), 0);
  EXPECT_EQ(status({"--require", "verdict==usable"}), 0) << "or better";
  const CliResult bad = evaluate({"--quiet", "--tolerance", "0.001", "--require", "verdict=usable"});
  EXPECT_EQ(bad.status, 3);
  EXPECT_EQ(bad.err, "fiducia evaluate: not met: verdict=usable (found bad)\n");
  for (const char* wrong : {"verdict=bad", "verdict=", "verdict=superb", "verdict<good", "verdict!=bad"}) {
    const CliResult result = evaluate({"--require", wrong});
    EXPECT_EQ(result.status, 2) << wrong;
    EXPECT_THAT(result.err, AllOf(HasSubstr("--require"), HasSubstr("neither verdict=good nor verdict=usable")));
    EXPECT_THAT(result.out, IsEmpty());
  }
}

TEST_F(RequireTest, IsForCalibrateToo) {
  const std::string result = path("result");
  EXPECT_EQ(run({"calibrate", observations_file, "--quiet", "--require", "verdict=good"}).status, 0);
  const CliResult bad = run({"calibrate", observations_file, "--quiet", "--tolerance", "0.001", "--require",
                             "verdict=good", "--require", "trust.bound95_px<1e-9", "-o", result});
  EXPECT_EQ(bad.status, 3);
  EXPECT_THAT(bad.err,
              AllOf(HasSubstr("not met: verdict=good (found bad)"), HasSubstr("trust.bound95_px<1e-9 (found 0.")));
  EXPECT_FALSE(read_file(result + "/calibration.json").empty()) << "what was found is written all the same";
}

/// Where nothing could be said, nothing is met; where there is no such thing, the call is at fault.
TEST(Require, TellsWhatHasNoValueFromWhatIsNotThere) {
  const Json result = Json::parse(R"({"trust": null, "fit": {"rmse": null}})");
  EXPECT_THAT(unmet({parse_requirement("trust.bound95_px<1"), parse_requirement("fit.rmse>0")}, result),
              ElementsAre("trust.bound95_px<1 (found no value)", "fit.rmse>0 (found no value)"));
  EXPECT_THROW(static_cast<void>(unmet({parse_requirement("fit.magic<1")}, result)), Error);
  EXPECT_THAT(unmet({parse_requirement("verdict=usable")}, result), ElementsAre("verdict=usable (found no verdict)"));
}

TEST_F(RequireTest, RefusesWhatIsNoNumber) {
  const CliResult result = evaluate({"--json", "--require", "verdict.judgement==1"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("'verdict.judgement'"), HasSubstr("not a number")));
  EXPECT_THAT(result.out, IsEmpty());
}

}  // namespace
}  // namespace fiducia

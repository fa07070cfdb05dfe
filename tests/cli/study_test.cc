// The paper's experiments from the command line.

#include "fiducia/io/file.h"
#include "tests/cli/cli_fixture.h"

namespace fiducia {
namespace {

using nlohmann::json;
using testing::CliResult;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::run;

class StudyCommandTest : public testing::CliTest {};

TEST_F(StudyCommandTest, ListsWhatThereIs) {
  const CliResult words = run({"study", "list"});
  EXPECT_EQ(words.status, 0);
  for (const char* name : {"bias-models", "resampling", "guidance", "real", "halves"})
    EXPECT_THAT(words.out, HasSubstr(name));
  EXPECT_EQ(json::parse(run({"study", "list", "--json"}).out).size(), 12U);
}

TEST_F(StudyCommandTest, WritesRowsClaimsAFigureAndAPage) {
  const CliResult result = run({"study", "variance-gap", "--datasets", "10", "-o", path("s"), "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const json object = json::parse(result.out);
  EXPECT_EQ(object["name"], "variance-gap");
  EXPECT_EQ(object["claims"].size(), 24U);
  EXPECT_EQ(json::parse(read_file(path("s/variance-gap.json"))), object);
  EXPECT_THAT(read_file(path("s/variance-gap-normal.csv")), HasSubstr("unit,fx_ideal,k1_ideal"));
  EXPECT_THAT(read_file(path("s/variance-gap.svg")), HasSubstr("</svg>"));
  EXPECT_THAT(read_file(path("s/variance-gap.md")), HasSubstr("| the paper says |"));
  EXPECT_THAT(read_file(path("s/variance-gap.html")), HasSubstr("</html>"));
  EXPECT_THAT(result.err, HasSubstr("variance-gap: 28 calibrations in "));
}

TEST_F(StudyCommandTest, GoesOnWhereItStopped) {
  ASSERT_EQ(run({"study", "variance-gap", "--datasets", "10", "-o", path("s"), "--quiet"}).status, 0);
  const CliResult again = run({"study", "variance-gap", "--datasets", "15", "-o", path("s"), "--json"});
  EXPECT_THAT(again.err, HasSubstr("variance-gap: 14 calibrations in "));  // 5 more, and 1 more of the other set-ups
  const CliResult fresh = run({"study", "variance-gap", "--datasets", "15", "-o", path("t"), "--json"});
  EXPECT_EQ(again.out, fresh.out);
  const CliResult other = run({"study", "variance-gap", "--datasets", "15", "--seed", "1", "-o", path("s")});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("comes from another seed"));
}

TEST_F(StudyCommandTest, RefusesWhatMakesNoSense) {
  const auto refused = [](const std::vector<std::string>& call, const std::string& words) {
    const CliResult result = run(call);
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, HasSubstr(words));
    EXPECT_THAT(result.out, IsEmpty());
  };
  refused({"study", "nothing"}, "there is no study 'nothing'");
  refused({"study", "real"}, "name the images, their folder or an observations file");
  refused({"study", "metrics", "obs.json"}, "takes neither INPUT nor --target");
  refused({"study", "metrics", "--datasets", "0"}, "--datasets");
  refused({"study"}, "NAME");
}

}  // namespace
}  // namespace fiducia

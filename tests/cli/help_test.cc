#include "fiducia/version.h"
#include "tests/cli/cli_fixture.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using testing::CliResult;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::run;

TEST(Help, NamesTheCommands) {
  const CliResult result = run({"--help"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, AllOf(HasSubstr("calibrate"), HasSubstr("simulate"), HasSubstr("render"), HasSubstr("models"),
                                HasSubstr("Exit status")));
  EXPECT_THAT(result.err, IsEmpty());
}

TEST(Help, OfEachCommandNamesItsOptionsAndGivesAnExample) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> commands = {
      {"calibrate", {"INPUT", "--target", "--model", "--loss", "--image-size", "-o,--output", "radial2", "cauchy:PX"}},
      {"simulate",
       {"--model", "--params", "--image-size", "--target", "--frames", "--noise", "--bend", "--max-angle", "--distance",
        "--max-offset", "-o,--output", "0.5:2.5"}},
      {"render",
       {"--model", "--params", "--image-size", "--target", "--frames", "--bend", "--distance", "--psf", "--samples",
        "--noise", "--shot-noise", "--gradient", "--bits", "-o,--output"}},
      {"detect", {"IMAGES", "--target", "--draw", "--no-cache", "-o,--output", "FIDUCIA_CACHE_DIR"}},
      {"models", {"NAME"}},
  };
  for (const auto& [command, expected] : commands) {
    const CliResult result = run({command, "--help"});
    EXPECT_EQ(result.status, 0);
    EXPECT_THAT(result.err, IsEmpty());
    for (const std::string& text : expected) EXPECT_THAT(result.out, HasSubstr(text)) << command;
    for (const char* text : {"--json", "--quiet", "--help", "Example:"}) {
      EXPECT_THAT(result.out, HasSubstr(text)) << command;
    }
    EXPECT_THAT(result.out, HasSubstr("fiducia " + command + " "));
  }
}

TEST(Help, NamesThreadsAndSeedWhereTheyDoSomething) {
  for (const char* command : {"calibrate", "evaluate", "select", "explain", "guide", "simulate", "render", "study"}) {
    EXPECT_THAT(run({command, "--help"}).out, AllOf(HasSubstr("--threads"), HasSubstr("--seed"))) << command;
  }
  for (const char* command : {"detect", "report", "undistort", "maps"}) {
    EXPECT_THAT(run({command, "--help"}).out, AllOf(HasSubstr("--threads"), Not(HasSubstr("--seed")))) << command;
  }
  for (const char* command : {"board", "compare", "convert", "models", "project", "unproject"}) {
    EXPECT_THAT(run({command, "--help"}).out, Not(AnyOf(HasSubstr("--threads"), HasSubstr("--seed")))) << command;
  }
  EXPECT_EQ(run({"models", "pinhole", "--threads", "2", "--seed", "3"}).status, 0);  // one set of flags serves all
}

TEST(Help, OfExplainNamesNoGateForItGivesNoVerdict) {
  EXPECT_THAT(run({"explain", "--help"}).out,
              AllOf(HasSubstr("--region"), Not(HasSubstr("--require")), Not(HasSubstr("--tolerance"))));
  EXPECT_EQ(run({"explain", "a.csv", "--require", "verdict=good"}).status, 2);
}

TEST(Version, IsPrinted) {
  const CliResult result = run({"--version"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out, "fiducia " + std::string(kVersion) + "\n");
}

TEST(Call, ThatIsWrongEndsWithTwoAndAHint) {
  const std::vector<std::vector<std::string>> calls = {{},
                                                       {"paint"},
                                                       {"calibrate"},
                                                       {"calibrate", "a.csv", "--modle", "radial2"},
                                                       {"simulate", "--frames", "many"},
                                                       {"calibrate", "a.csv", "--threads", "-1"},
                                                       {"models", "--seed", "x"},
                                                       {"models", "--seed", "-3"},
                                                       {"--nonsense"}};
  for (const std::vector<std::string>& arguments : calls) {
    const CliResult result = run(arguments);
    EXPECT_EQ(result.status, 2) << ::testing::PrintToString(arguments);
    EXPECT_THAT(result.out, IsEmpty());
    EXPECT_THAT(result.err, AllOf(HasSubstr("fiducia"), HasSubstr("--help'")));
  }
  EXPECT_THAT(run({"calibrate", "a.csv", "--modle", "radial2"}).err,
              AllOf(HasSubstr("--modle"), HasSubstr("'fiducia calibrate --help'")));
}

}  // namespace
}  // namespace fiducia

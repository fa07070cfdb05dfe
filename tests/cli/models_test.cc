#include "fiducia/camera/registry.h"
#include "tests/cli/cli_fixture.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using testing::CliResult;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::run;

TEST(Models, TellsEverythingOfTheRegistry) {
  const CliResult result = run({"models"});
  EXPECT_EQ(result.status, 0);
  for (const std::shared_ptr<const Model>& model : all_models()) {
    const ModelInfo& info = model->info();
    for (const std::string_view text : {info.name, info.lens, info.equation, info.known_as}) {
      EXPECT_THAT(result.out, HasSubstr(std::string(text)));
    }
  }
}

TEST(Models, TellsOfThoseThatTakeAConfiguration) {
  const CliResult result = run({"models"});
  for (const std::shared_ptr<const Model>& model : configured_models()) {
    EXPECT_THAT(result.out, HasSubstr(std::string(model->info().lens)));
  }
  EXPECT_THAT(result.out, AllOf(HasSubstr("spline:NXxNY"), HasSubstr("spline2:NXxNY")));
}

TEST(Models, TellsOfThoseNamed) {
  const CliResult result = run({"models", "fisheye", "eucm"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, AllOf(HasSubstr("fisheye\n"), HasSubstr("eucm\n"), Not(HasSubstr("radial2\n"))));
  EXPECT_THAT(result.out, HasSubstr("fx fy cx cy alpha beta"));
}

TEST(Models, GivesJson) {
  const auto object = nlohmann::json::parse(run({"models", "--json"}).out);
  ASSERT_EQ(object["models"].size(), all_models().size() + configured_models().size());
  for (std::size_t i = 0; i < all_models().size(); ++i) {
    const ModelInfo& info = all_models()[i]->info();
    EXPECT_EQ(object["models"][i]["name"], info.name);
    EXPECT_EQ(object["models"][i]["parameters"].size(), info.parameters.size());
    EXPECT_EQ(object["models"][i]["known_as"], info.known_as);
  }
}

TEST(Models, NamesTheOnesThereAreWhenAskedForAnother) {
  const CliResult result = run({"models", "magic"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_THAT(result.err, AllOf(HasSubstr("'magic'"), HasSubstr("radial2")));
}

}  // namespace
}  // namespace fiducia

// Against the numbers that an independent implementation found on the same observations.

#include <fstream>

#include "tests/cli/cli_fixture.h"

namespace fiducia {
namespace {

using testing::CliResult;
using testing::run;

const std::string kReferenceFolder = std::string(FIDUCIA_SOURCE_DIR) + "/../shared/reference/";

struct DataSet {
  std::string name;
  std::string image_size;
  std::string target;
};

void PrintTo(const DataSet& data, std::ostream* stream) { *stream << data.name; }

class Reference : public ::testing::TestWithParam<DataSet> {};

TEST_P(Reference, IsReachedByEveryModel) {
  const DataSet& data = GetParam();
  std::ifstream stream(kReferenceFolder + data.name + ".json");
  if (!stream) GTEST_SKIP() << "the reference numbers are not here: " << kReferenceFolder << data.name << ".json";
  const auto reference = nlohmann::json::parse(stream);
  ASSERT_FALSE(reference["models"].empty());
  for (const auto& [model, expected] : reference["models"].items()) {
    SCOPED_TRACE(model);
    const CliResult result = run({"calibrate", kReferenceFolder + data.name + ".csv", "--image-size", data.image_size,
                                  "--target", data.target, "--model", model, "--json"});
    ASSERT_EQ(result.status, 0) << result.err;
    const auto found = nlohmann::json::parse(result.out);
    const auto number = [](const nlohmann::json& object, const char* key) { return object[key].get<double>(); };
    const auto& fit = expected["fit"];
    EXPECT_NEAR(number(found["fit"], "rmse"), number(fit, "rmse"), 1e-7 * number(fit, "rmse"));
    EXPECT_NEAR(number(found["fit"], "mad"), number(fit, "mad"), 1e-4 * number(fit, "mad"));
    EXPECT_NEAR(number(found["fit"], "s_d"), number(fit, "s_d"), 1e-4 * number(fit, "s_d"));
    EXPECT_EQ(found["fit"]["n_observations"], fit["n_observations"]);
    EXPECT_EQ(found["fit"]["n_parameters"], fit["n_parameters"]);
    EXPECT_EQ(found["parameters"].size(), expected["parameters"].size());
    for (const auto& [name, value] : expected["parameters"].items()) {
      const double sigma = expected["uncertainty"]["std"]["sigma"][name].get<double>();
      EXPECT_NEAR(found["parameters"][name].get<double>(), value.get<double>(), 1e-3 * sigma) << name;
      EXPECT_NEAR(found["uncertainty"]["std"]["sigma"][name].get<double>(), sigma, 2e-4 * sigma) << name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Reference,
                         ::testing::Values(DataSet{"ideal", "1936x1216", "chessboard:10x8:0.05"},
                                           DataSet{"bent", "1936x1216", "chessboard:10x8:0.05"},
                                           DataSet{"wide", "1280x960", "chessboard:11x8:0.04"}),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace fiducia

#include "fiducia/report/trust_map.h"

#include <gmock/gmock.h>

#include <cmath>

#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/report/map_grid.h"
#include "tests/io/error_message.h"
#include "tests/report/sample_report.h"

namespace fiducia {
namespace {

using testing::report_camera;
using testing::SampleReport;
using testing::simulated;

double rms(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return std::sqrt(sum / static_cast<double>(values.size()));
}

Camera longer_lens() {
  std::vector<double> parameters = report_camera().parameters();
  parameters[0] *= 1.002;
  parameters[1] *= 1.002;
  return {make_model("radial2"), parameters, report_camera().image_size()};
}

TEST(TrustMapTest, ItsRmsIsTheTotalError) {
  const SampleReport sample(simulated(12));
  EvaluatedCalibration calibration = *sample.content.calibration;
  calibration.error = {0.3, 0.4, 0.7, longer_lens()};
  EXPECT_NEAR(rms(trust_map(calibration)), 0.5, 1e-9);
}

TEST(TrustMapTest, TheSystematicPartGoesByTheDifferenceFromTheExplanation) {
  const SampleReport sample(simulated(12));
  EvaluatedCalibration calibration = *sample.content.calibration;
  calibration.error = {0, 0.4, 0.7, longer_lens()};
  const std::vector<double> map = trust_map(calibration);
  const GridOptions grid = map_grid(calibration.camera.image_size());
  const MappingDifference apart = mapping_difference(longer_lens(), calibration.camera, grid);
  ASSERT_EQ(map.size(), apart.compensated.map.size());
  const double factor = 0.4 / (std::sqrt(2) * apart.compensated.k_px);
  for (std::size_t i = 0; i < map.size(); ++i) {
    EXPECT_NEAR(map[i], factor * apart.compensated.map[i].difference.norm(), 1e-9);
  }
}

TEST(TrustMapTest, NoMapWhereNothingIsKnownOfTheError) {
  const SampleReport sample(simulated(12));
  EvaluatedCalibration calibration = *sample.content.calibration;
  EXPECT_TRUE(trust_map(calibration).empty());
  calibration.error = {0.3, 0.4, 0.7, {}};
  EXPECT_TRUE(trust_map(calibration).empty()) << "a file without the explanation's camera";
  calibration.error = {0.3, 0, 0.7, {}};
  EXPECT_NEAR(rms(trust_map(calibration)), 0.3, 1e-9) << "which takes none";
  calibration.estimates.clear();
  EXPECT_TRUE(trust_map(calibration).empty());
}

TEST(TrustMapTest, AFileHoldsWhatItTakes) {
  const SampleReport sample(simulated(12));
  const auto with = [&](const std::string& parameters) {
    std::string text = sample.text;
    const std::string none = "\"trust\": null";
    const std::size_t at = text.find(none);
    if (at == std::string::npos) ADD_FAILURE() << "the sample has a total error";
    return text.replace(at, none.size(),
                        R"("trust": {"random_px": 0.3, "systematic_px": 0.4, "bound95_px": 0.7, )"
                        R"("explanation": {"model": "radial2")" +
                            parameters + "}}");
  };
  const std::string camera = R"(, "parameters": {"fx": 1503, "fy": 1498, "cx": 968, "cy": 608, "k1": -0.2, "k2": 0.1})";
  const EvaluatedCalibration read = read_evaluated_calibration(with(camera), "c.json");
  ASSERT_TRUE(read.error && read.error->explanation);
  EXPECT_EQ(read.error->explanation->parameters()[0], 1503);
  EXPECT_NEAR(rms(trust_map(read)), 0.5, 1e-9);
  EXPECT_TRUE(trust_map(read_evaluated_calibration(with(""), "c.json")).empty()) << "of an earlier version";
  EXPECT_THAT(testing::error_message([&] {
                static_cast<void>(read_evaluated_calibration(with(R"(, "parameters": {"fx": 1})"), "c.json"));
              }),
              ::testing::HasSubstr("trust.explanation.parameters cannot be used"));
}

TEST(TrustMapTest, WhereNoErrorWasSeenItIsTheBound) {
  const SampleReport sample(simulated(12));
  EvaluatedCalibration calibration = *sample.content.calibration;
  calibration.error = {0, 0, 0.7, report_camera()};
  EXPECT_TRUE(is_bound_map(calibration));
  EXPECT_NEAR(rms(trust_map(calibration)), 0.7, 1e-9);
}

}  // namespace
}  // namespace fiducia

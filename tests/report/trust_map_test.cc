#include "fiducia/report/trust_map.h"

#include <gtest/gtest.h>

#include <cmath>

#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/report/map_grid.h"
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

TEST(TrustMapTest, WhereNoErrorWasSeenItIsTheBound) {
  const SampleReport sample(simulated(12));
  EvaluatedCalibration calibration = *sample.content.calibration;
  calibration.error = {0, 0, 0.7, report_camera()};
  EXPECT_TRUE(is_bound_map(calibration));
  EXPECT_NEAR(rms(trust_map(calibration)), 0.7, 1e-9);
}

}  // namespace
}  // namespace fiducia

// The page of a calibration that was evaluated over a region of the image.

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "fiducia/report/rounded.h"
#include "tests/io/error_message.h"
#include "tests/report/sample_report.h"

namespace fiducia {
namespace {

using testing::content_of;
using testing::error_message;
using ::testing::HasSubstr;
using testing::SampleReport;
using testing::simulated;

/// The best-fit rotation is removed over the region, as the evaluation has it.
TEST(ReportOfARegion, HasTheMapOfTheEvaluation) {
  EvaluateOptions options;
  options.mapping.grid = {16, 12, either_region(disc_region({500, 400}, 320), [](const Vector2& pixel) {
                            return pixel.y() > 900 ? 0.3 : 0.0;
                          })};
  options.map_columns = 48;  // as the page has it
  options.map_rows = 30;
  const SampleReport sample(simulated(12), "radial2", options);
  const std::string html = report_html(sample.content);
  EXPECT_EQ(report_html(content_of(sample, sample.text)), html);

  const Json part = report_object(sample.content)["uncertainty"];
  const Json& values = part["methods"]["cr2"];
  ASSERT_EQ(values.size(), sample.evaluation.map.cells.size());
  double largest = 0;
  const UncertaintyMap whole =
      uncertainty_map(*sample.calibration.camera, sample.evaluation.of(Covariance::kCr2).covariance.matrix, {}, 48, 30);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double sigma_px = sample.evaluation.map.cells[i].sigma_px;
    EXPECT_EQ(values[i].get<double>(), rounded_to_digits(sigma_px, 4));
    largest = std::max(largest, std::abs(whole.cells[i].sigma_px / sigma_px - 1));
  }
  EXPECT_GT(largest, 0.1) << "the region makes no difference, and this test says nothing";
}

TEST(ReportOfARegion, RefusesWeightsThatAreNone) {
  EvaluateOptions options;
  options.mapping.grid = {4, 3, rectangle_region({0, 0}, {1300, 1300})};
  const SampleReport sample(simulated(12), "radial2", options);
  const auto refusal = [&](const auto& change) {
    Json object = Json::parse(sample.text);
    change(object["mapping"]);
    return error_message([&] { static_cast<void>(content_of(sample, readable(object))); });
  };
  EXPECT_NO_THROW(static_cast<void>(content_of(sample, sample.text)));
  EXPECT_THAT(refusal([](Json& mapping) { mapping["weights"].erase(0); }),
              HasSubstr("mapping.weights must be an array of 12"));
  EXPECT_THAT(refusal([](Json& mapping) { mapping["weights"][5] = -0.5; }), HasSubstr("mapping.weights[5] must be a"));
  EXPECT_THAT(refusal([](Json& mapping) { mapping["weights"][5] = nullptr; }), HasSubstr("mapping.weights[5] must be"));
}

/// Written before calibration.json held a region.
TEST(ReportOfARegion, IsMadeFromAFileWithoutWeights) {
  EvaluateOptions options;
  options.mapping.grid.region = rectangle_region({0, 0}, {900, 900});
  const SampleReport sample(simulated(12), "radial2", options);
  Json object = Json::parse(sample.text);
  object["mapping"].erase("weights");
  const ReportContent content = content_of(sample, readable(object));
  EXPECT_FALSE(content.calibration->mapping.grid.region);
  EXPECT_EQ(report_object(content)["uncertainty"]["methods"]["cr2"].size(), 48U * 30U);
}

}  // namespace
}  // namespace fiducia

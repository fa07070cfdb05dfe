#include "fiducia/report/summary_drawing.h"

#include <gmock/gmock.h>

#include "tests/report/sample_report.h"

namespace fiducia {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::report_camera;
using testing::SampleReport;
using testing::simulated;

class SummaryDrawingTest : public ::testing::Test {
 protected:
  SummaryDrawingTest() {
    calibration.error = {0.3, 0.4, 0.7, report_camera()};
    content.title = "Front <camera>";
    content.facts = "radial2";
    content.judgement = "usable";
    content.reason = "It may be off by more.";
    content.causes = {"The target's shape: 0.2 mm."};
    content.next = "Find its shape.";
    content.total_px = 0.5;
    content.bound95_px = 0.7;
    content.tolerance_px = 0.6;
  }
  const SampleReport sample{simulated(12)};
  EvaluatedCalibration calibration = *sample.content.calibration;
  SummaryContent content;
};

TEST_F(SummaryDrawingTest, SaysWhatThePageSays) {
  const std::string svg = drawing_svg(summary_drawing(content, calibration));
  EXPECT_THAT(svg, HasSubstr("Front &lt;camera&gt;"));
  EXPECT_THAT(svg, HasSubstr("Usable: 0.5 px"));
  EXPECT_THAT(svg, HasSubstr("random 0.3 px, systematic 0.4 px; mark: the tolerance, 0.6 px"));
  EXPECT_THAT(svg, HasSubstr("The target's shape: 0.2 mm."));
  EXPECT_THAT(svg, HasSubstr("Find its shape."));
  EXPECT_THAT(svg, HasSubstr("blue under"));
}

TEST_F(SummaryDrawingTest, ABoundThatDoesNotHoldIsNeitherStatedNorBlue) {
  content.is_lower_bound = true;
  content.bound_holds = false;
  const std::string svg = drawing_svg(summary_drawing(content, calibration));
  EXPECT_THAT(svg, HasSubstr("Usable: at least 0.5 px"));
  EXPECT_THAT(svg, HasSubstr("grey under"));
  EXPECT_THAT(svg, Not(HasSubstr("blue")));
}

TEST_F(SummaryDrawingTest, WhatNothingShowsIsNotZero) {
  content.is_lower_bound = true;
  calibration.error->systematic_px = 0;
  EXPECT_THAT(drawing_svg(summary_drawing(content, calibration)), HasSubstr("random 0.3 px, systematic not known"));
  content.is_lower_bound = false;
  EXPECT_THAT(drawing_svg(summary_drawing(content, calibration)), HasSubstr("random 0.3 px, systematic 0 px"));
}

TEST_F(SummaryDrawingTest, WithoutATotalErrorThereAreWordsAlone) {
  calibration.error.reset();
  const std::string svg = drawing_svg(summary_drawing(content, calibration));
  EXPECT_THAT(svg, HasSubstr(">Usable<"));
  EXPECT_THAT(svg, Not(HasSubstr("over the image")));
}

TEST_F(SummaryDrawingTest, AnErrorLargerThanTheImageIsNoNumber) {
  content.total_px = 7e5;
  const std::string svg = drawing_svg(summary_drawing(content, calibration));
  EXPECT_THAT(svg, HasSubstr("Usable: the camera is left open"));
  EXPECT_THAT(svg, Not(HasSubstr("7e+05")));
}

TEST_F(SummaryDrawingTest, LongSentencesAreBrokenAtSpaces) {
  const std::string sentence = "one two three four five six seven eight nine ten";
  const std::vector<std::string> lines = wrapped(sentence, 10, 100);
  ASSERT_GT(lines.size(), 2U);
  std::string joined;
  for (const std::string& line : lines) {
    EXPECT_LE(text_width(line, 10), 100);
    joined += (joined.empty() ? "" : " ") + line;
  }
  EXPECT_EQ(joined, sentence);
}

TEST_F(SummaryDrawingTest, APngHasItsSize) {
  const Drawing drawing = summary_drawing(content, calibration);
  const std::string png = drawing_png(drawing, 2);
  ASSERT_GT(png.size(), 24U);
  EXPECT_EQ(png.substr(1, 3), "PNG");
  const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(png[i])); };
  EXPECT_EQ((byte(18) << 8U) + byte(19), 2 * drawing.width);
}

}  // namespace
}  // namespace fiducia

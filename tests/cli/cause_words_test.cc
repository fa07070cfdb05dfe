#include "apps/fiducia/cause_words.h"

#include <gmock/gmock.h>

#include <limits>

namespace fiducia {
namespace {

using ::testing::HasSubstr;

ErrorCause present(CauseCode code, double share, double costs_px, double size, std::string_view unit) {
  return {.code = code,
          .tried = true,
          .present = true,
          .share = share,
          .costs_px = costs_px,
          .size = size,
          .unit = unit,
          .p_value = 0};
}

TEST(CauseWords, SayOfWhichPartOfTheErrorACauseIsPart) {
  EXPECT_EQ(causes_summary({present(CauseCode::kTarget, 0.7, 2.9, 0.43, "mm"),
                            present(CauseCode::kShutter, 0.3, 0.2, 0.41, "px"),
                            {.code = CauseCode::kFocus}}),
            "causes       the target's shape: 0.43 mm from its lowest to its highest corner; 70% of the systematic "
            "residuals, 2.9 px of the camera's systematic error\n"
            "             images are skewed one by one, as by a rolling shutter: 0.41 px of skew per image; 30% of the "
            "systematic residuals, 0.2 px of the "
            "camera's random error\n");
}

TEST(CauseWords, TellNoShareWhereThereIsNothingToHaveAShareOf) {
  EXPECT_EQ(
      causes_summary({present(CauseCode::kShutter, 0.9, 0, 1, "px")}, false),
      "causes       images are skewed one by one, as by a rolling shutter: 1 px of skew per image; but no part of "
      "the camera's error that these images show\n");
}

TEST(CauseWords, TellThoseThatCannotBeToldApartOnce) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  ErrorCause shutter = present(CauseCode::kShutter, 0.5, 0.3, kUnknown, "px");
  shutter.or_else = {CauseCode::kFocus};
  ErrorCause focus = present(CauseCode::kFocus, 0.25, 0.4, kUnknown, "%");
  focus.or_else = {CauseCode::kShutter};
  const std::vector<ErrorCause> causes = {shutter, present(CauseCode::kTargetBend, 0.1, 0.1, 0.2, "mm"), focus};
  EXPECT_EQ(causes_summary(causes),
            "causes       images are skewed one by one, as by a rolling shutter (or focus: these images do not tell "
            "which, nor how much); 75% of the "
            "systematic residuals, 0.5 px of the camera's random error\n"
            "             the target bends, in every image differently: 0.2 mm RMS; 10% of the systematic residuals, "
            "0.1 px of the camera's random error\n");
  EXPECT_THAT(causes_table(causes), HasSubstr("the focal length changes from image to image (or a rolling shutter: "
                                              "these images do not tell which, nor how much)\n"));
}

TEST(CauseWords, NameWhatElseItCouldBeOnce) {
  ErrorCause bend = present(CauseCode::kTargetBend, 0.5, 0.3, 0.1, "mm");
  bend.or_else = {CauseCode::kShutter, CauseCode::kShutterColumns, CauseCode::kFocus};
  EXPECT_THAT(cause_in_words(bend), HasSubstr("(or a rolling shutter, focus: these images do not tell)"));
}

TEST(CauseWords, HaveOnePairOfBrackets) {
  ErrorCause shift = present(CauseCode::kStabilisation, 0.5, 0.3, 0.1, "px");
  shift.or_else = {CauseCode::kFocus};
  EXPECT_EQ(cause_in_words(shift),
            "the principal point shifts from image to image (stabilisation; or focus: these images do not tell)");
  shift = present(CauseCode::kStabilisation, 0.5, 0.3, std::numeric_limits<double>::quiet_NaN(), "px");
  EXPECT_EQ(cause_in_words(shift),
            "the principal point shifts from image to image (stabilisation; how much, these images do not tell)");
}

TEST(CauseWords, LeaveOpenWhetherImagesAreTurnedOrMirrored) {
  ErrorCause turned = present(CauseCode::kUpsideDown, 0.9, 3, 4, "frames");
  turned.or_else = {CauseCode::kMirrored};
  EXPECT_EQ(cause_in_words(turned),
            "images that are upside down among the others (or mirrored: these images do not tell)");
  turned = present(CauseCode::kMirrored, 0.9, 3, 4, "frames");
  turned.or_else = {CauseCode::kUpsideDown};
  EXPECT_EQ(cause_in_words(turned),
            "images that are mirrored among the others (or whose corners are numbered so; or upside down: these images "
            "do not tell)");
}

TEST(CauseWords, SayCloserTogetherInPlaceOfANegativeNumber) {
  EXPECT_EQ(size_in_words(present(CauseCode::kTargetSize, 0.5, 0.3, -0.78, "%")),
            "its columns are 0.78% closer together than its rows");
}

TEST(CauseWords, OfAnOlderFileAreMadeFromItsCodes) {
  const std::vector<ErrorCause> causes = {present(CauseCode::kTarget, 0.7, 2.9, 0.43, "mm"),
                                          {.code = CauseCode::kFocus}};
  Json file = {{"causes", causes_array(causes)}};
  EXPECT_EQ(why_of_older_file(file), why_array(causes_in_words(causes)));
  file["causes"].push_back({{"effect", "rainbow"}, {"present", true}, {"costs_px", 0.5}});
  EXPECT_EQ(why_of_older_file(file)[1]["words"], "rainbow") << "a cause of a later version goes by its code";
  EXPECT_TRUE(why_of_older_file(Json::object()).is_null());
}

}  // namespace
}  // namespace fiducia

#include "apps/fiducia/parse.h"

#include <gmock/gmock.h>

#include "tests/io/error_message.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using testing::error_message;
using ::testing::HasSubstr;

TEST(ParseNumber, TakesFiniteNumbersOnly) {
  EXPECT_EQ(parse_number("--noise", "5e-2"), 0.05);
  for (const char* text : {"", "1px", "nan", "inf", "1e999", "0,5", " 1"}) {
    EXPECT_THAT(error_message([&] { (void)parse_number("--noise", text); }),
                AllOf(HasSubstr("--noise"), HasSubstr("'" + std::string(text) + "'"), HasSubstr("finite number")));
  }
}

TEST(ParseImageSize, TakesWidthTimesHeight) {
  EXPECT_EQ(parse_image_size("--image-size", "1936x1216"), (ImageSize{1936, 1216}));
  for (const char* text :
       {"", "1936", "1936x", "x1216", "1936x1216x3", "0x5", "-5x5", "1e3x5", "9999999x5", "640*480"}) {
    EXPECT_THAT(error_message([&] { (void)parse_image_size("--image-size", text); }),
                AllOf(HasSubstr("--image-size"), HasSubstr("WxH")));
  }
}

TEST(ParseLoss, TakesNoneAndCauchy) {
  EXPECT_TRUE(parse_loss("--loss", "none").is_squared());
  EXPECT_EQ(parse_loss("--loss", "cauchy:0.5").scale_px, 0.5);
  for (const char* text : {"", "cauchy", "cauchy:", "cauchy:0", "cauchy:-1", "cauchy:nan", "huber:1", "none:1"}) {
    EXPECT_THAT(error_message([&] { (void)parse_loss("--loss", text); }),
                AllOf(HasSubstr("--loss"), HasSubstr("cauchy:PX")));
  }
}

TEST(ParseRange, TakesTwoNumbersInOrder) {
  EXPECT_EQ(parse_range("--distance", "0.5:2.5"), std::make_pair(0.5, 2.5));
  for (const char* text : {"", "1", "1:", ":1", "2:1", "1:2:3", "a:b"}) {
    EXPECT_THAT(error_message([&] { (void)parse_range("--distance", text); }),
                AllOf(HasSubstr("--distance"), HasSubstr("MIN:MAX")));
  }
}

TEST(ParseNamedNumbers, TakesAList) {
  const std::map<std::string, double> expected = {{"fx", 1500}, {"k1", -0.2}};
  EXPECT_EQ(parse_named_numbers("--params", "fx=1500,k1=-0.2"), expected);
  for (const char* text : {"fx", "fx=", "=3", "fx=1;fy=2", "fx=1,,fy=2", "fx=nan"}) {
    EXPECT_THAT(error_message([&] { (void)parse_named_numbers("--params", text); }),
                AllOf(HasSubstr("--params"), HasSubstr("NAME=VALUE")));
  }
  EXPECT_THAT(error_message([] { (void)parse_named_numbers("--params", "fx=1,fx=2"); }),
              HasSubstr("fx is given twice"));
}

}  // namespace
}  // namespace fiducia

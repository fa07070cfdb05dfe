#include "fiducia/io/text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

namespace fiducia {
namespace {

TEST(Shortest, ReadsBackToTheSameDouble) {
  for (const double value : {0.1, 1.0 / 3, -0.0, 1e300, 5e-324, std::numeric_limits<double>::max()}) {
    const double back = std::strtod(shortest(value).c_str(), nullptr);
    EXPECT_EQ(back, value);
    EXPECT_EQ(std::signbit(back), std::signbit(value));
  }
  EXPECT_EQ(shortest(0.1), "0.1");
}

TEST(Excerpt, IsShortAndHarmless) {
  EXPECT_EQ(excerpt("a.png"), "'a.png'");
  EXPECT_EQ(excerpt(std::string_view("a\0\x1b[2J\xff", 7)), "'a??[2J?'");
  EXPECT_EQ(excerpt("gr\xc3\xbc\xc3\x9f"), "'gr\xc3\xbc\xc3\x9f'");
  EXPECT_LT(excerpt(std::string(1000, 'x')).size(), 80U);
}

TEST(IsUtf8, KnowsWellFormedFromIllFormed) {
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8("plain"));
  EXPECT_TRUE(is_utf8("\xc3\xbc \xe2\x82\xac \xf0\x9f\x93\xb7"));
  EXPECT_FALSE(is_utf8("\xfc"));              // Latin-1
  EXPECT_FALSE(is_utf8("\xc3"));              // cut short
  EXPECT_FALSE(is_utf8("\xe2\x82"));          // cut short
  EXPECT_FALSE(is_utf8("\xc0\xaf"));          // overlong
  EXPECT_FALSE(is_utf8("\xe0\x80\xaf"));      // overlong
  EXPECT_FALSE(is_utf8("\xed\xa0\x80"));      // surrogate
  EXPECT_FALSE(is_utf8("\xf4\x90\x80\x80"));  // beyond U+10FFFF
}

TEST(ByteOrderMark, IsTakenOffOnceAndOnlyInFront) {
  EXPECT_EQ(without_byte_order_mark("\xEF\xBB\xBFimage"), "image");
  EXPECT_EQ(without_byte_order_mark("image"), "image");
  EXPECT_EQ(without_byte_order_mark(""), "");
}

}  // namespace
}  // namespace fiducia

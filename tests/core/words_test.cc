#include "fiducia/core/words.h"

#include <gtest/gtest.h>

namespace fiducia {
namespace {

TEST(Words, NumbersOfASentenceHaveNoPowerOfTen) {
  EXPECT_EQ(in_digits(0.12345), "0.12");
  EXPECT_EQ(in_digits(6.28), "6.3");
  EXPECT_EQ(in_digits(183.4), "180");
  EXPECT_EQ(in_digits(99.7), "100");
  EXPECT_EQ(in_digits(1234.5, 3), "1230");
  EXPECT_EQ(in_digits(-1234.5, 3), "-1230");
  EXPECT_EQ(in_digits(3e12), "3e+12");
}

}  // namespace
}  // namespace fiducia

#include "fiducia/core/words.h"

#include "fiducia/core/nearest_word.h"

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

TEST(Words, ThatAreMisspeltHaveANearest) {
  const std::vector<std::string> words = {"calibrate", "compare", "board", "rectify"};
  EXPECT_EQ(nearest_word("calibate", words), "calibrate");
  EXPECT_EQ(nearest_word("bord", words), "board");
  EXPECT_EQ(nearest_word("x", words), "");
  EXPECT_EQ(nearest_word("measure", words), "");
  EXPECT_EQ(did_you_mean("rektify", words), "; did you mean rectify?");
  EXPECT_EQ(letters_apart("", "abc"), 3U);
}

}  // namespace
}  // namespace fiducia

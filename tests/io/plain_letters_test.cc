#include "fiducia/io/plain_letters.h"

#include <gtest/gtest.h>

namespace fiducia {
namespace {

TEST(PlainLetters, WriteWhatAFontLacksAsItIsRead) {
  EXPECT_EQ(plain_letters("Käfer µm ± 3°"), "Kaefer um +- 3 deg");
  EXPECT_EQ(plain_letters("Łódź, Škoda, Ærø – “naïve”"), "Lodz, Skoda, Aero - \"naive\"");
  EXPECT_EQ(plain_letters("e\u0301"), "e") << "an accent that stands alone";
  EXPECT_EQ(plain_letters("plain ASCII?"), "plain ASCII?");
}

TEST(PlainLetters, GiveTheNumberOfWhatCannotBeWritten) { EXPECT_EQ(plain_letters("中"), "U+4E2D"); }

TEST(PlainLetters, LeaveOutWhatIsNoUtf8) {
  EXPECT_EQ(plain_letters("a\xff\xc3"), "a");
  EXPECT_EQ(plain_letters("\xe4\xb8"), "");
}

}  // namespace
}  // namespace fiducia

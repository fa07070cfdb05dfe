#include "fiducia/io/instants_csv.h"

#include <gmock/gmock.h>

#include "error_message.h"

namespace fiducia {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(InstantsCsv, GivesTheFramesInTheOrderOfTheCameras) {
  const auto list = read_instants_csv("right,left\nr1.png,l1.png\n,\"l,2.png\"\n", "f", {"left", "right"});
  ASSERT_EQ(list.size(), 2U);
  EXPECT_THAT(list[0], ElementsAre("l1.png", "r1.png"));
  EXPECT_THAT(list[1], ElementsAre("l,2.png", ""));
}

TEST(InstantsCsv, IsRefusedWithTheLine) {
  const auto refusal = [](std::string_view text) {
    return testing::error_message([&] { static_cast<void>(read_instants_csv(text, "list.csv", {"left", "right"})); });
  };
  EXPECT_THAT(refusal(""), HasSubstr("list.csv:1: the file is empty"));
  EXPECT_THAT(refusal("left,top\na,b\n"), HasSubstr("list.csv:1"));
  EXPECT_THAT(refusal("left,top\na,b\n"), HasSubstr("right"));
  EXPECT_THAT(refusal("left,right,top\na,b,c\n"), HasSubstr("3 columns"));
  EXPECT_THAT(refusal("left,right\na,b\nc\n"), HasSubstr("list.csv:3"));
  EXPECT_THAT(refusal("left,right\n"), HasSubstr("no instants"));
}

}  // namespace
}  // namespace fiducia

#include "fiducia/io/late_library.h"

#include <gmock/gmock.h>

#include "tests/io/error_message.h"

namespace fiducia {
namespace {

using ::testing::AllOf;
using testing::error_message;
using ::testing::HasSubstr;

TEST(LateLibraryTest, CallsWhatItLoads) {
  const LateLibrary mathematics("libm.so.6");
  EXPECT_EQ(mathematics.function<double(double)>("sqrt")(9), 3);
}

TEST(LateLibraryTest, NamesWhatIsMissing) {
  EXPECT_THAT(error_message([] { const LateLibrary missing("libopencv_nowhere.so.1"); }),
              AllOf(HasSubstr("libopencv_nowhere.so.1"), HasSubstr("install OpenCV")));
  EXPECT_THAT(error_message([] {
                const LateLibrary mathematics("libm.so.6");
                (void)mathematics.function<void()>("no_such_function");
              }),
              AllOf(HasSubstr("libm.so.6"), HasSubstr("no_such_function")));
}

}  // namespace
}  // namespace fiducia

#include "fiducia/core/progress.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"

namespace fiducia {
namespace {

using Call = std::pair<std::size_t, std::size_t>;

TEST(Progress, ANoBecomesACancellation) {
  const Progress no = [](std::size_t, std::size_t) { return false; };
  try {
    report_progress(no, 1, 2);
    FAIL() << "it went on";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kCancelled);
    EXPECT_STREQ(error.what(), "stopped");
  }
  EXPECT_NO_THROW(report_progress({}, 1, 2));
  EXPECT_NO_THROW(report_progress([](std::size_t, std::size_t) { return true; }, 1, 2));
}

TEST(Progress, APartDoesNotPassOnWhatItCounts) {
  std::vector<Call> calls;
  const Progress whole = [&](std::size_t done, std::size_t total) {
    calls.emplace_back(done, total);
    return true;
  };
  report_progress(uncounted(whole), 3, 7);
  EXPECT_EQ(calls, (std::vector<Call>{{0, 0}}));
  EXPECT_FALSE(uncounted({})) << "no callback stays no callback";
}

TEST(SharedProgress, CountsWhatThreadsFinishOneCallAtATime) {
  std::vector<Call> calls;
  std::atomic<int> inside = 0;
  const Progress progress = [&](std::size_t done, std::size_t total) {
    EXPECT_EQ(++inside, 1);
    if (total > 0) calls.emplace_back(done, total);
    --inside;
    return true;
  };
  SharedProgress shared(progress, 200);
  const Progress asked = shared.uncounted();
  parallel_for(200, 4, [&](std::size_t) {
    require_go_on(asked);
    shared.add_one();
  });
  ASSERT_EQ(calls.size(), 200U);
  for (std::size_t i = 0; i < calls.size(); ++i) EXPECT_EQ(calls[i], Call(i + 1, 200));
}

TEST(SharedProgress, IsNotAskedAgainOnceItSaidNo) {
  int calls = 0;
  const Progress progress = [&](std::size_t, std::size_t) { return ++calls < 3; };
  SharedProgress shared(progress);
  EXPECT_NO_THROW(shared.require_go_on());
  EXPECT_NO_THROW(shared.add_one());
  EXPECT_THROW(shared.require_go_on(), Error);
  EXPECT_THROW(shared.add_one(), Error);
  EXPECT_FALSE(shared.uncounted()(0, 0));
  EXPECT_EQ(calls, 3);
}

/// The calls that have begun are finished, the others never begin.
TEST(SharedProgress, StopsALoopOfThreads) {
  for (const int threads : {1, 2, 0}) {
    std::atomic<int> begun = 0;
    const Progress progress = [](std::size_t done, std::size_t) { return done < 5; };
    SharedProgress shared(progress, 100000);
    EXPECT_THROW(parallel_for(100000, threads,
                              [&](std::size_t) {
                                ++begun;
                                std::this_thread::sleep_for(std::chrono::microseconds(100));
                                shared.add_one();
                              }),
                 Error);
    EXPECT_LT(begun, 1000) << threads;
  }
}

}  // namespace
}  // namespace fiducia

#include "fiducia/core/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "fiducia/core/error.h"

namespace fiducia {
namespace {

class ParallelFor : public testing::TestWithParam<int> {};

TEST_P(ParallelFor, CallsEveryIndexOnce) {
  for (const std::size_t count : {0U, 1U, 2U, 3U, 1000U}) {
    std::vector<std::atomic<int>> calls(count);
    parallel_for(count, GetParam(), [&](std::size_t i) { ++calls.at(i); });
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(calls[i], 1) << i << " of " << count;
  }
}

TEST_P(ParallelFor, HandsAnExceptionToTheCaller) {
  const auto body = [](std::size_t i) {
    if (i == 17) throw Error(ErrorCode::kBadData, "the seventeenth");
  };
  try {
    parallel_for(100, GetParam(), body);
    FAIL() << "the exception was lost";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "the seventeenth");
  }
}

TEST_P(ParallelFor, MayBeNested) {
  std::atomic<int> calls = 0;
  parallel_for(8, GetParam(), [&](std::size_t) { parallel_for(8, GetParam(), [&](std::size_t) { ++calls; }); });
  EXPECT_EQ(calls, 64);
}

/// What one call throws does not cut short the loop that another one is in, which would not know.
TEST_P(ParallelFor, FinishesTheLoopsOfCallsThatHaveBegun) {
  constexpr int kInner = 200;
  std::atomic<bool> begun = false;
  std::atomic<int> started = 0;
  std::atomic<int> finished = 0;
  std::atomic<int> calls = 0;
  const auto body = [&](std::size_t i) {
    if (i == 1) {
      for (int waited = 0; waited < 1000 && !begun; ++waited) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      throw Error(ErrorCode::kBadData, "one of two");
    }
    ++started;
    parallel_for(kInner, GetParam(), [&](std::size_t) {
      begun = true;
      std::this_thread::sleep_for(std::chrono::microseconds(200));
      ++calls;
    });
    ++finished;
  };
  EXPECT_THROW(parallel_for(2, GetParam(), body), Error);
  EXPECT_EQ(finished, started);
  EXPECT_EQ(calls, kInner * started);
}

INSTANTIATE_TEST_SUITE_P(Threads, ParallelFor, testing::Values(1, 2, 0));

TEST(ParallelForOneThread, StaysOnTheCallersThreadAndInOrder) {
  const std::thread::id caller = std::this_thread::get_id();
  std::vector<std::size_t> order;
  parallel_for(50, 1, [&](std::size_t i) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    order.push_back(i);
  });
  for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(order[i], i);
}

}  // namespace
}  // namespace fiducia

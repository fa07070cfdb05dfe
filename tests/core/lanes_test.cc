#include "fiducia/core/lanes.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>

namespace fiducia {
namespace {

constexpr std::array<double, 4> kA = {1.5, -2.25, 3, 0.125};
constexpr std::array<double, 4> kB = {-4, 0.5, 3, 8};

std::array<double, 4> stored(Lanes lanes) {
  std::array<double, 4> out{};
  lanes.store(out.data());
  return out;
}

std::array<double, 4> each(const std::function<double(double, double)>& f) {
  return {f(kA[0], kB[0]), f(kA[1], kB[1]), f(kA[2], kB[2]), f(kA[3], kB[3])};
}

TEST(Lanes, CalculateAsFourNumbersDo) {
  const Lanes a = Lanes::load(kA.data());
  const Lanes b = Lanes::load(kB.data());
  EXPECT_EQ(stored(a + b), each([](double x, double y) { return x + y; }));
  EXPECT_EQ(stored(a - b), each([](double x, double y) { return x - y; }));
  EXPECT_EQ(stored(a * b), each([](double x, double y) { return x * y; }));
  EXPECT_EQ(stored(a / b), each([](double x, double y) { return x / y; }));
  EXPECT_EQ(stored(-a), each([](double x, double) { return -x; }));
  EXPECT_EQ(stored(2.0 * a + 1.0), each([](double x, double) { return 2 * x + 1; }));
  EXPECT_EQ(stored(sqrt(a * a)), each([](double x, double) { return std::sqrt(x * x); }));
  EXPECT_EQ(stored(atan2(a, b)), each([](double x, double y) { return std::atan2(x, y); }));
  Lanes c = a;
  c += b;
  EXPECT_EQ(stored(c), stored(a + b));
  c *= b;
  EXPECT_EQ(stored(c), stored((a + b) * b));
  EXPECT_EQ(a.sum(), (1.5 - 2.25) + (3 + 0.125));
}

TEST(Lanes, LoadFromAnyAddress) {
  const std::array<double, 5> values = {0, 1, 2, 3, 4};
  EXPECT_EQ(stored(Lanes::load(values.data() + 1)), (std::array<double, 4>{1, 2, 3, 4}));
}

TEST(Lanes, SelectChoosesLaneByLane) {
  const Lanes a = Lanes::load(kA.data());
  const Lanes b = Lanes::load(kB.data());
  EXPECT_EQ(stored(select(a > b, a, b)), (std::array<double, 4>{1.5, 0.5, 3, 8}));
  EXPECT_EQ(stored(select(a < b, a, b)), (std::array<double, 4>{-4, -2.25, 3, 0.125}));
  EXPECT_EQ(select(true, 1.0, 2.0), 1.0);
  EXPECT_EQ(select(false, 1.0, 2.0), 2.0);
}

TEST(Lanes, AllMeansEveryLane) {
  const Lanes zero(0.0);
  EXPECT_TRUE(all(Lanes(1.0) > zero));
  for (int i = 0; i < Lanes::kCount; ++i) {
    std::array<double, 4> values = {1, 1, 1, 1};
    values[static_cast<std::size_t>(i)] = -1;
    EXPECT_FALSE(all(Lanes::load(values.data()) > zero)) << i;
    EXPECT_FALSE(all((Lanes::load(values.data()) > zero) & (Lanes(1.0) > zero))) << i;
  }
  EXPECT_TRUE(all((Lanes(1.0) > zero) & (Lanes(2.0) > zero)));
  EXPECT_FALSE(all(Lanes(std::nan("")) > zero)) << "not a number is not computable";
  EXPECT_FALSE(all(false));
}

}  // namespace
}  // namespace fiducia

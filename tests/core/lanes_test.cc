#include "fiducia/core/lanes.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>

namespace fiducia {
namespace {

using Numbers = std::array<double, Lanes::kCount>;

constexpr Numbers kA = {1.5, -2.25};
constexpr Numbers kB = {-4, 0.5};

Numbers stored(Lanes lanes) {
  Numbers out{};
  lanes.store(out.data());
  return out;
}

Numbers each(const std::function<double(double, double)>& f) { return {f(kA[0], kB[0]), f(kA[1], kB[1])}; }

TEST(Lanes, CalculateAsTwoNumbersDo) {
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
  EXPECT_EQ(a.sum(), 1.5 - 2.25);
}

TEST(Lanes, LoadFromAnyAddress) {
  const std::array<double, 3> values = {0, 1, 2};
  EXPECT_EQ(stored(Lanes::load(values.data() + 1)), (Numbers{1, 2}));
}

TEST(Lanes, SelectChoosesLaneByLane) {
  const Lanes a = Lanes::load(kA.data());
  const Lanes b = Lanes::load(kB.data());
  EXPECT_EQ(stored(select(a > b, a, b)), (Numbers{1.5, 0.5}));
  EXPECT_EQ(stored(select(a < b, a, b)), (Numbers{-4, -2.25}));
  EXPECT_EQ(select(true, 1.0, 2.0), 1.0);
  EXPECT_EQ(select(false, 1.0, 2.0), 2.0);
}

TEST(Lanes, AllMeansEveryLane) {
  const Lanes zero(0.0);
  EXPECT_TRUE(all(Lanes(1.0) > zero));
  for (int i = 0; i < Lanes::kCount; ++i) {
    Numbers values = {1, 1};
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

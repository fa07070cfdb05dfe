#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "fiducia/data/observations.h"

namespace fiducia::testing {

/// Two frames, partly seen, with numbers that have no short decimal form.
inline Observations sample_observations(const Target& target = Target::chessboard(4, 3, 0.05)) {
  Observations observations{{1936, 1216}, target, {}};
  observations.frames.push_back({"left, \"upper\".png", {{0, {1.0 / 3, 2e-17}}, {5, {1000.1, 1e-300}}}});
  observations.frames.push_back(
      {"gr\xc3\xbc\xc3\x9f.png", {{7, {-0.0, 1215.4999999999998}}, {2, {600.25, 77}}, {1, {3, 4}}}});
  return observations;
}

/// The same with weights.
inline Observations weighted_sample_observations() {
  Observations observations = sample_observations();
  observations.frames[0].corners[1].weight = 1.0 / 3;
  observations.frames[1].corners[0].weight = 1e-300;
  return observations;
}

inline void expect_same_bits(double a, double b) {
  EXPECT_EQ(a, b);
  EXPECT_EQ(std::signbit(a), std::signbit(b));
}

inline void expect_same_frames(const Observations& a, const Observations& b) {
  EXPECT_EQ(a.image_size, b.image_size);
  ASSERT_EQ(a.frames.size(), b.frames.size());
  for (std::size_t j = 0; j < a.frames.size(); ++j) {
    EXPECT_EQ(a.frames[j].name, b.frames[j].name);
    ASSERT_EQ(a.frames[j].corners.size(), b.frames[j].corners.size());
    for (std::size_t i = 0; i < a.frames[j].corners.size(); ++i) {
      EXPECT_EQ(a.frames[j].corners[i].id, b.frames[j].corners[i].id);
      expect_same_bits(a.frames[j].corners[i].pixel.x(), b.frames[j].corners[i].pixel.x());
      expect_same_bits(a.frames[j].corners[i].pixel.y(), b.frames[j].corners[i].pixel.y());
      expect_same_bits(a.frames[j].corners[i].weight, b.frames[j].corners[i].weight);
    }
  }
}

}  // namespace fiducia::testing

// Whether the turns of boards that look the same upside down are found. Prints the table of docs/detect.md.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <optional>

#include "fiducia/core/parallel.h"
#include "fiducia/core/random.h"
#include "fiducia/data/board_turns.h"
#include "fiducia/evaluate/find_turns.h"
#include "fiducia/simulate/simulate.h"
#include "tests/statistical/sample.h"

namespace fiducia {
namespace {

/// A board as they are: heights of second and third degree, and every corner a little off.
Target crooked_board(int columns, int rows, double bend_m, RandomStream* random) {
  constexpr double kOff_m = 2e-5;
  Target target = Target::chessboard(columns, rows, 0.04);
  double shape[7];
  for (double& one : shape) one = bend_m * random->normal();
  for (Vector3& point : target.points) {
    const double x = 2 * point.x() / (0.04 * (columns - 1)) - 1;
    const double y = 2 * point.y() / (0.04 * (rows - 1)) - 1;
    point.z() += shape[0] * x * x + shape[1] * x * y + shape[2] * y * y + shape[3] * x * x * x + shape[4] * x * x * y +
                 shape[5] * x * y * y + shape[6] * y * y * y;
    point += kOff_m * Vector3{random->normal(), random->normal(), random->normal()};
  }
  return target;
}

struct TurnsFound {
  bool right = false;  ///< of all frames that are said to be sure
  std::size_t unsure = 0;
  bool none = false;  ///< the shape does not show
};

TurnsFound find(int columns, int rows, int frames, double bend_m, std::uint64_t seed) {
  RandomStream random(seed, 7);
  const Camera camera("radial2", {{"fx", 900}, {"fy", 900}, {"cx", 630}, {"cy", 370}, {"k1", -0.1}, {"k2", 0.02}},
                      {1280, 720});
  SimulateOptions options{.frames = frames, .noise_px = 0.05, .seed = seed};
  options.poses = {.min_distance_m = 0.4, .max_distance_m = 1.5, .max_offset_m = 0.3};
  Observations observations = simulate(camera, crooked_board(columns, rows, bend_m, &random), options).observations;
  observations.target = Target::chessboard(columns, rows, 0.04);
  // The camera was turned by any angle, and the detector numbered the board as it thought.
  const int ways = ways_to_lie(observations.target);
  std::vector<int> given;
  for (Frame& frame : observations.frames) {
    given.push_back(static_cast<int>(random.index(static_cast<std::uint32_t>(ways))));
    frame = turned(observations.target, std::move(frame), given.back());
  }
  const std::optional<FrameTurns> found = find_turns(calibrate(observations, {.model = "radial2"}));
  if (!found) return {.none = true};
  TurnsFound result{.right = true, .unsure = found->unsure.size()};
  std::optional<int> common;
  for (std::size_t j = 0; j < given.size(); ++j) {
    const auto& unsure = found->unsure;
    if (std::find(unsure.begin(), unsure.end(), observations.frames[j].name) != unsure.end()) continue;
    const int sum = (given[j] + found->turns[j]) % ways;
    if (!common) common = sum;
    result.right = result.right && sum == *common;
  }
  return result;
}

TEST(TurnsStudy, BoardsThatLookTheSameUpsideDownAreNumberedAlike) {
  struct Row {
    int columns;
    int rows;
    int frames;
    double bend_m;
  };
  std::printf(
      "| board | frames | heights | all right | unsure frames | shape does not show |\n|---|---|---|---|---|---|\n");
  for (const Row& row :
       {Row{8, 6, 10, 3e-4}, {8, 6, 25, 3e-4}, {13, 9, 10, 3e-4}, {8, 8, 10, 3e-4}, {8, 6, 10, 5e-5}, {8, 6, 10, 0}}) {
    std::vector<TurnsFound> found(testing::sample(5, 30).n);
    parallel_for(found.size(), 0,
                 [&](std::size_t i) { found[i] = find(row.columns, row.rows, row.frames, row.bend_m, 30000 + i); });
    std::size_t right = 0;
    std::size_t unsure = 0;
    std::size_t none = 0;
    for (const TurnsFound& one : found) {
      right += one.right ? 1 : 0;
      unsure += one.unsure;
      none += one.none ? 1 : 0;
    }
    std::printf("| %dx%d | %d | %.2f mm | %zu of %zu | %zu | %zu |\n", row.columns, row.rows, row.frames,
                1e3 * row.bend_m, right, found.size() - none, unsure, none);
    EXPECT_EQ(right, found.size() - none);
    EXPECT_EQ(50 * none > found.size(), row.bend_m < 1e-4);
  }
}

}  // namespace
}  // namespace fiducia

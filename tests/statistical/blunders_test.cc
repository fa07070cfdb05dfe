// Whether what went wrong before the calibration is named: images of another camera, zoom or crop among the others,
// upside down or mirrored ones, a board of another size, another camera's file. Prints the table of docs/effects.md.

#include <gtest/gtest.h>

#include <cstdio>
#include <functional>
#include <string>

#include "fiducia/assess/assess.h"
#include "fiducia/core/error.h"
#include "fiducia/core/parallel.h"
#include "fiducia/core/random.h"
#include "fiducia/data/grid_layout.h"
#include "fiducia/simulate/simulate.h"
#include "tests/statistical/sample.h"

namespace fiducia {
namespace {

constexpr int kFrames = 25;

/// Cameras as they are: the principal point is not in the middle.
Camera some_camera(RandomStream* random) {
  const auto about = [&](double middle, double width) { return random->uniform(middle - width, middle + width); };
  const double side_x = random->index(2) == 0 ? -1 : 1;
  const double side_y = random->index(2) == 0 ? -1 : 1;
  return {"radial2",
          {{"fx", about(1500, 150)},
           {"fy", about(1500, 150)},
           {"cx", 967.5 + side_x * about(20, 10)},
           {"cy", 607.5 + side_y * about(20, 10)},
           {"k1", about(-0.2, 0.05)},
           {"k2", about(0.1, 0.03)}},
          {1936, 1216}};
}

Observations views(const Camera& camera, std::uint64_t seed, Target target = Target::chessboard(10, 8, 0.05)) {
  SimulateOptions options{.frames = kFrames, .noise_px = 0.05, .seed = seed};
  return simulate(camera, target, options).observations;
}

/// Does something to the corners of between a fifth and a half of the frames, which are drawn.
void change_some(Observations* observations, RandomStream* random, const std::function<Vector2(Vector2)>& change) {
  const std::size_t count = kFrames / 5 + random->index(kFrames * 3 / 10);
  std::vector<std::size_t> order(kFrames);
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(order[i], order[i + random->index(static_cast<std::uint32_t>(kFrames - i))]);
    for (Corner& corner : observations->frames[order[i]].corners) corner.pixel = change(corner.pixel);
  }
}

/// The cause that is named first for simulated data.
using Blunder = std::function<std::string(std::uint64_t seed)>;

std::string first_cause(const Observations& observations) {
  const Assessment assessment = assess(observations, {.model = "radial2", .target_shape = TargetShape::kPlanar});
  if (assessment.causes.empty() || !assessment.causes.front().present) return "nothing";
  return std::string(to_string(assessment.causes.front().code));
}

Observations mixed(std::uint64_t seed, const std::function<Vector2(Vector2)>& change) {
  RandomStream random(seed, 1);
  Observations observations = views(some_camera(&random), seed);
  change_some(&observations, &random, change);
  for (Frame& frame : observations.frames) {  // what leaves the image is not seen
    std::erase_if(frame.corners, [](const Corner& corner) {
      return corner.pixel.x() < 0 || corner.pixel.y() < 0 || corner.pixel.x() > 1935 || corner.pixel.y() > 1215;
    });
  }
  std::erase_if(observations.frames, [](const Frame& frame) { return frame.corners.size() < 20; });
  return observations;
}

std::string other_camera(std::uint64_t seed) {
  RandomStream random(seed, 1);
  Observations observations = views(some_camera(&random), seed);
  const Observations others = views(some_camera(&random), seed + 5000);
  const std::size_t count = kFrames / 5 + random.index(kFrames * 3 / 10);
  for (std::size_t i = 0; i < count; ++i) observations.frames[2 * i].corners = others.frames[i].corners;
  return first_cause(observations);
}

std::string zoomed(std::uint64_t seed) {
  RandomStream random(seed, 2);
  const double factor = random.index(2) == 0 ? random.uniform(0.7, 0.97) : random.uniform(1.03, 1.4);
  return first_cause(mixed(seed, [&](const Vector2& pixel) -> Vector2 {
    return Vector2(967.5, 607.5) + factor * (pixel - Vector2(967.5, 607.5));
  }));
}

std::string cropped(std::uint64_t seed) {
  RandomStream random(seed, 2);
  const Vector2 by{random.uniform(40, 200), random.uniform(30, 120)};
  return first_cause(mixed(seed, [&](const Vector2& pixel) -> Vector2 { return pixel - by; }));
}

std::string upside_down(std::uint64_t seed) {
  return first_cause(mixed(seed, [](const Vector2& pixel) -> Vector2 { return Vector2(1935, 1215) - pixel; }));
}

std::string mirrored(std::uint64_t seed) {
  return first_cause(mixed(seed, [](const Vector2& pixel) { return Vector2(1935 - pixel.x(), pixel.y()); }));
}

/// Mirrored before the corners were looked for, so that they are numbered from the other side.
std::string mirrored_and_found(std::uint64_t seed) {
  RandomStream random(seed, 1);
  Observations observations = views(some_camera(&random), seed);
  for (std::size_t j = 0; j < 8; ++j) {
    for (Corner& corner : observations.frames[3 * j].corners) {
      corner.pixel.x() = 1935 - corner.pixel.x();
      corner.id = corner.id / 10 * 10 + 9 - corner.id % 10;
    }
  }
  return first_cause(observations);
}

std::string stretched(std::uint64_t seed) {
  RandomStream random(seed, 1);
  Target target = Target::chessboard(10, 8, 0.05);
  const int sign = random.index(2) == 0 ? -1 : 1;
  const double factor = 1 + sign * random.uniform(0.003, 0.02);
  for (Vector3& point : target.points) point.x() *= factor;
  Observations observations = views(some_camera(&random), seed, target);
  observations.target = Target::chessboard(10, 8, 0.05);
  return first_cause(observations);
}

/// Another number of columns, with which as many corners or more have their place.
std::string of_another_layout(std::uint64_t seed) {
  RandomStream random(seed, 1);
  Observations observations = views(some_camera(&random), seed);
  const int columns[] = {8, 9, 11, 12, 16, 20};
  const int asked = columns[random.index(6)];
  observations.target = Target::chessboard(asked, (80 + asked - 1) / asked, 0.05);
  try {
    return first_cause(observations);
  } catch (const Error& error) {
    const bool named = std::string(error.what()).find("as one of 10x8 would") != std::string::npos;
    return named ? "layout" : "another error";
  }
}

std::string given(std::uint64_t seed) {
  RandomStream random(seed, 1);
  const Camera taken = some_camera(&random);
  std::vector<double> parameters = taken.parameters();
  const int sign = random.index(2) == 0 ? -1 : 1;
  const double factor = 1 + sign * random.uniform(0.002, 0.05);
  parameters[0] *= factor;
  parameters[1] *= factor;
  const Camera other(taken.shared_model(), parameters, taken.image_size());
  const Assessment assessment = assess_camera({other}, views(taken, seed));
  if (assessment.causes.empty() || !assessment.causes.front().present) return "nothing";
  return std::string(to_string(assessment.causes.front().code));
}

/// Two data sets say little of a row, but eighteen of all.
TEST(BlundersStudy, AreNamed) {
  const testing::Sample sets = testing::sample(1, 20);
  std::size_t rows = 0;
  double all_right = 0;
  struct Row {
    const char* name;
    const char* cause;
    Blunder blunder;
  };
  std::printf("| what happened | cause | named |\n|---|---|---|\n");
  for (const Row& row : {Row{"images of another camera", "other_camera", other_camera},
                         {"images of another zoom, 3 to 40%", "other_camera", zoomed},
                         {"images of another crop", "other_camera", cropped},
                         {"upside down", "upside_down", upside_down},
                         {"mirrored", "mirrored", mirrored},
                         {"mirrored before the corners were found", "mirrored", mirrored_and_found},
                         {"board stretched by 0.3 to 2%", "target_size", stretched},
                         {"board of another layout", "layout", of_another_layout},
                         {"focal length of a given camera 0.2 to 5% off", "given_camera", given}}) {
    std::vector<std::string> named(sets.n);
    parallel_for(named.size(), 0, [&](std::size_t i) { named[i] = row.blunder(40000 + i); });
    const auto right = std::count(named.begin(), named.end(), row.cause);
    std::printf("| %s | `%s` | %ld of %zu |\n", row.name, row.cause, static_cast<long>(right), named.size());
    for (const std::string& other : named) {
      if (other != row.cause) std::printf("    (%s)\n", other.c_str());
    }
    EXPECT_GE(static_cast<double>(right), testing::least(sets, 0.9)) << row.name;
    ++rows;
    all_right += static_cast<double>(right);
  }
  EXPECT_GE(all_right, testing::least(sets.of_rows(rows), 0.9));
}

}  // namespace
}  // namespace fiducia

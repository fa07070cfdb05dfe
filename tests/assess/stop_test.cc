// Every long piece of work ends soon after its progress callback says stop.

#include <gtest/gtest.h>

#include <functional>

#include "fiducia/assess/assess.h"
#include "fiducia/core/error.h"
#include "fiducia/evaluate/bootstrap.h"
#include "fiducia/evaluate/cross_validation.h"
#include "fiducia/guide/guide.h"
#include "fiducia/simulate/simulate.h"

namespace fiducia {
namespace {

Observations views(int frames) {
  const Camera camera(make_model("radial2"), {1500, 1495, 968, 608, -0.2, 0.1}, {1936, 1216});
  return simulate(camera, Target::chessboard(10, 8, 0.05), {.frames = frames, .noise_px = 0.1, .seed = 3}).observations;
}

/// Work that asks at least so many times ends wherever the answer is no.
void expect_stops(int least, const std::function<void(const Progress&)>& work) {
  int asks = 0;
  work([&](std::size_t, std::size_t) {
    ++asks;
    return true;
  });
  EXPECT_GE(asks, least);
  for (const int n : {1, 2, asks / 4, asks / 2, 3 * asks / 4, asks}) {
    int left = n;
    const auto stop_at_n = [&](std::size_t, std::size_t) {
      EXPECT_GT(left, 0) << "asked again after it said stop";
      return --left > 0;
    };
    try {
      work(stop_at_n);
      ADD_FAILURE() << "it was not stopped at the call " << n << " of " << asks;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kCancelled) << error.what();
    }
  }
}

TEST(Stop, Calibration) {
  const Observations observations = views(60);
  for (const int threads : {1, 2}) {
    expect_stops(60, [&](const Progress& progress) {
      static_cast<void>(calibrate(observations, {.threads = threads, .progress = progress}));
    });
    expect_stops(100, [&](const Progress& progress) {
      static_cast<void>(calibrate_cleaned(observations, {.threads = threads, .progress = progress}));
    });
  }
}

TEST(Stop, FreeTargetAndGivenCamera) {
  const Observations observations = views(20);
  expect_stops(20, [&](const Progress& progress) {
    static_cast<void>(calibrate(observations, {.target_shape = TargetShape::kFree, .progress = progress}));
  });
  CalibrateOptions fixed;
  fixed.initial.parameters = {1500, 1495, 968, 608, -0.2, 0.1};
  fixed.fix_intrinsics = true;
  expect_stops(20, [&](const Progress& progress) {
    fixed.progress = progress;
    static_cast<void>(calibrate(observations, fixed));
  });
}

TEST(Stop, Evaluation) {
  const Calibration calibration = calibrate(views(20));
  for (const int threads : {1, 2}) {
    expect_stops(20, [&](const Progress& progress) {
      static_cast<void>(bootstrap(calibration, {.samples = 50, .threads = threads}, progress));
    });
    expect_stops(
        20, [&](const Progress& progress) { static_cast<void>(cross_validate(calibration, 25, threads, progress)); });
    expect_stops(500, [&](const Progress& progress) {
      static_cast<void>(evaluate(calibration, {.bootstrap_samples = 20, .threads = threads, .progress = progress}));
    });
  }
}

TEST(Stop, Selection) {
  const Observations observations = views(12);
  for (const int threads : {1, 2}) {
    expect_stops(500, [&](const Progress& progress) {
      static_cast<void>(select_model(observations, {.bias_resamples = 100, .threads = threads, .progress = progress}));
    });
  }
}

TEST(Stop, AssessmentWithAllItsParts) {
  // A model that does not fit, so that a better one is looked for.
  const Observations observations = views(12);
  for (const char* model : {"pinhole", "auto"}) {
    expect_stops(500, [&](const Progress& progress) {
      static_cast<void>(assess(observations, {.model = model, .progress = progress}));
    });
  }
  const Camera camera(make_model("radial2"), {1510, 1495, 968, 608, -0.2, 0.1}, {1936, 1216});
  expect_stops(500, [&](const Progress& progress) {
    static_cast<void>(assess_camera({camera}, observations, {.progress = progress}));
  });
}

TEST(Stop, Guidance) {
  const Calibration calibration = calibrate(views(8));
  expect_stops(100, [&](const Progress& progress) { static_cast<void>(guide(calibration, {.progress = progress})); });
  // Two frames carry no radial2, and a simpler model stands in for it.
  const Calibration failed = calibrate(views(2));
  expect_stops(100, [&](const Progress& progress) { static_cast<void>(guide(failed, {.progress = progress})); });
}

TEST(Stop, Simulation) {
  const Camera camera(make_model("radial2"), {1500, 1495, 968, 608, -0.2, 0.1}, {1936, 1216});
  for (const int threads : {1, 2}) {
    expect_stops(50, [&](const Progress& progress) {
      static_cast<void>(
          simulate(camera, Target::chessboard(10, 8, 0.05), {.frames = 50, .threads = threads, .progress = progress}));
    });
  }
}

}  // namespace
}  // namespace fiducia

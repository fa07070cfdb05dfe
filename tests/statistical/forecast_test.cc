// What is forecast for views that are taken as proposed, against the error that then occurs, with a board that is bent.
// Prints the table of docs/guide.md.

#include "fiducia/guide/forecast.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "fiducia/core/parallel.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/guide/guide.h"
#include "tests/guide/guided_camera.h"
#include "tests/statistical/sample.h"

namespace fiducia {
namespace {

using testing::frame_at;
using testing::guided_board;
using testing::guided_camera;

constexpr double kBend_m = 0.0004;

struct Taken {
  double forecast = 0;  ///< px^2, with the views that are proposed
  double random = 0;    ///< px^2, of it, by the random part alone
  double occurred = 0;  ///< px^2, the error of the camera after they were taken
};

/// `frames` random views of a bent board, then as many as are proposed at once, calibrated the same way again.
std::optional<Taken> taken(std::uint64_t seed, int frames, int views, const AssessOptions& how) {
  const Simulation simulation =
      simulate(guided_camera(), guided_board(), {.frames = frames, .noise_px = 0.05, .bend_m = kBend_m, .seed = seed});
  Target bent = guided_board();
  bent.points = simulation.target_points;
  const Assessment before = assess(simulation.observations, how);
  if (!before.calibration.converged() || !before.trust) return std::nullopt;
  GuideOptions options{.suggestions = views, .seed = seed};
  options.assessed = assessed_for(options.goal, before);
  const Guidance guidance = guide(before.calibration, options);
  if (guidance.suggestions.empty() || !guidance.suggestions.back().expected) return std::nullopt;
  Observations more = simulation.observations;
  for (std::size_t k = 0; k < guidance.suggestions.size(); ++k) {
    more.frames.push_back(frame_at(guided_camera(), bent, guidance.suggestions[k].camera_from_target,
                                   "proposed" + std::to_string(k), 1000 * seed + k));
  }
  const Calibration after = calibrate(more, {.model = before.calibration.model,
                                             .target_shape = before.calibration.target.basis.shape(),
                                             .effects = before.calibration.effects.layout.effects()});
  if (!after.converged()) return std::nullopt;
  const ExpectedMapping& expected = *guidance.suggestions.back().expected;
  return Taken{expected.total_px * expected.total_px, 2 * expected.eme_px * expected.eme_px,
               2 * mapping_difference(guided_camera(), *after.camera).compensated.k};
}

double forecast_over_occurred(const char* name, int frames, int views, const AssessOptions& how, std::size_t count) {
  std::vector<std::optional<Taken>> all(count);
  parallel_for(count, 0, [&](std::size_t i) { all[i] = taken(40000 + i, frames, views, how); });
  Taken sum;
  int used = 0;
  for (const std::optional<Taken>& one : all) {
    if (!one) continue;
    ++used;
    sum.forecast += one->forecast;
    sum.random += one->random;
    sum.occurred += one->occurred;
  }
  std::printf("| %s | %d + %d | %d | %.3f | %.3f | %.3f | %.2f |\n", name, frames, views, used,
              std::sqrt(sum.occurred / used), std::sqrt(sum.forecast / used), std::sqrt(sum.random / used),
              std::sqrt(sum.forecast / sum.occurred));
  EXPECT_GE(used, static_cast<int>(count) * 9 / 10);
  return std::sqrt(sum.forecast / sum.occurred);
}

TEST(ForecastStudy, AllowsForABentBoard) {
  std::printf("| target | frames | data sets | error then, px | forecast px | random part px | forecast / error |\n");
  std::printf("|---|---|---|---|---|---|---|\n");
  const testing::Sample sets = testing::sample(3, 24);
  const double low = testing::widened(sets, 0.75);
  const double high = testing::widened(sets, 1.35);
  AssessOptions planar;
  planar.model = "radial2";
  planar.target_shape = TargetShape::kPlanar;
  AssessOptions chosen;
  chosen.model = "radial2";
  for (const int frames : {8, 15}) {
    const double flat = forecast_over_occurred("taken as planar", frames, 5, planar, sets.n);
    EXPECT_GT(flat, low) << frames;
    EXPECT_LT(flat, high) << frames;
    const double found = forecast_over_occurred("shape as chosen", frames, 5, chosen, sets.n);
    EXPECT_GT(found, low) << frames;
    EXPECT_LT(found, high) << frames;
  }
}

}  // namespace
}  // namespace fiducia

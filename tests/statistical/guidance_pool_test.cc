// The paper's experiment on guidance: from a pool of views, starting with two random ones, the most informative is
// added again and again, by either criterion or by chance.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "fiducia/core/parallel.h"
#include "fiducia/core/random.h"
#include "fiducia/detect/detect.h"
#include "fiducia/evaluate/mapping_difference.h"
#include "fiducia/guide/information_state.h"
#include "fiducia/io/image_png.h"
#include "fiducia/simulate/render.h"
#include "fiducia/simulate/target_pattern.h"
#include "tests/io/temporary_folder.h"
#include "tests/statistical/paper_camera.h"
#include "tests/statistical/sample.h"
#include "tests/statistical/scaled_focal_length.h"

namespace fiducia {
namespace {

using testing::paper_camera;
using testing::paper_views;
using testing::Sample;
using testing::sample;

constexpr std::size_t kPool = 60;
constexpr std::size_t kPoolSteps = 8;
constexpr std::size_t kEarlySteps = 4;

/// What one way to choose came to.
struct PoolRun {
  std::vector<std::size_t> chosen;
  double early_px = 0;  ///< sqrt(EME) by std after kEarlySteps
  double eme_px = 0;    ///< the same in the end
  double error_px = 0;  ///< true mapping error in the end
};

/// The pool's views that are chosen, calibrated from what is known.
Calibration calibrated(const std::shared_ptr<const Model>& model, const Observations& pool,
                       const std::vector<std::size_t>& chosen) {
  Observations some{pool.image_size, pool.target, {}};
  for (const std::size_t i : chosen) some.frames.push_back(pool.frames[i]);
  return calibrate(some, {.model = model});
}

double std_eme_px(const Calibration& calibration) {
  const InformationState information_state = information_state_of(calibration, {.noise = NoiseLevel::kStd});
  return information_state.expected(information_state.A).eme_px;
}

/// `criterion` null: the views of `by_chance`, in that order.
PoolRun run_pool(const std::shared_ptr<const Model>& model, const Observations& pool, const Camera& truth,
                 const std::vector<std::size_t>& by_chance, const Criterion* criterion) {
  PoolRun run;
  run.chosen = {by_chance[0], by_chance[1]};
  for (std::size_t step = 0; step < kPoolSteps; ++step) {
    if (step == kEarlySteps) run.early_px = std_eme_px(calibrated(model, pool, run.chosen));
    if (criterion == nullptr) {
      run.chosen.push_back(by_chance[2 + step]);
      continue;
    }
    const Calibration now = calibrated(model, pool, run.chosen);
    if (!now.converged()) {  // nothing to go by yet
      run.chosen.push_back(by_chance[2 + step]);
      continue;
    }
    const InformationState information_state = information_state_of(now, {.noise = NoiseLevel::kStd});
    const Calibration posed = calibrate(
        pool,
        {.model = model, .initial = {.parameters = now.camera->parameters(), .poses = {}}, .fix_intrinsics = true});
    const std::size_t none = pool.frames.size();
    std::size_t best = none;
    double least = 0;
    for (std::size_t j = 0; j < posed.frames.size(); ++j) {
      const std::size_t i = posed.frames[j].index;
      if (std::find(run.chosen.begin(), run.chosen.end(), i) != run.chosen.end()) continue;
      const double value =
          information_state.criterion(information_state.A + posed.information.frames[j].S(), *criterion);
      if (best == none || value < least) {
        best = i;
        least = value;
      }
    }
    run.chosen.push_back(best);
  }
  const Calibration end = calibrated(model, pool, run.chosen);
  run.eme_px = std_eme_px(end);
  run.error_px = mapping_difference(truth, *end.camera).compensated.k_px;
  return run;
}

std::vector<std::size_t> shuffled(std::size_t count, std::uint64_t stream) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  RandomStream random(99, stream);
  for (std::size_t k = 0; k + 1 < count; ++k) {
    std::swap(order[k], order[k + random.index(static_cast<std::uint32_t>(count - k))]);
  }
  return order;
}

TEST(GuidancePool, EmeAndTraceBeatChanceAndEmeKnowsNoUnits) {
  const std::shared_ptr<const Model> model = make_model("radial2");
  const auto scaled = std::make_shared<const testing::ScaledFocalLength>();
  const Criterion eme = Criterion::kEme;
  const Criterion trace = Criterion::kTrace;
  struct Arms {
    PoolRun chance, eme, trace, scaled_eme, scaled_trace;
  };
  const Sample pools = sample(10, 60);
  std::vector<Arms> runs(pools.n);
  parallel_for(pools.n, 0, [&](std::size_t i) {
    const Observations pool = paper_views(700 + i, kPool);
    const std::vector<std::size_t> by_chance = shuffled(kPool, i);
    const Camera truth = paper_camera();
    runs[i] = {run_pool(model, pool, truth, by_chance, nullptr), run_pool(model, pool, truth, by_chance, &eme),
               run_pool(model, pool, truth, by_chance, &trace), run_pool(scaled, pool, truth, by_chance, &eme),
               run_pool(scaled, pool, truth, by_chance, &trace)};
  });
  // Geometric means: a few unlucky draws of chance would carry a plain mean.
  const auto mean = [&](PoolRun Arms::*arm, double PoolRun::*value) {
    double sum = 0;
    for (const Arms& run : runs) sum += std::log(run.*arm.*value);
    return std::exp(sum / pools.count());
  };
  int eme_wins = 0;
  int trace_wins = 0;
  int other_choices = 0;
  int scaled_trace_worse = 0;
  int scaled_trace_better = 0;
  for (const Arms& run : runs) {
    eme_wins += run.eme.eme_px < run.chance.eme_px ? 1 : 0;
    trace_wins += run.trace.eme_px < run.chance.eme_px ? 1 : 0;
    other_choices += run.eme.chosen == run.scaled_eme.chosen ? 0 : 1;
    scaled_trace_worse += run.scaled_trace.early_px > run.trace.early_px ? 1 : 0;
    scaled_trace_better += run.scaled_trace.early_px < run.trace.early_px ? 1 : 0;
  }
  for (const auto& [name, arm] :
       {std::pair("chance", &Arms::chance), std::pair("eme", &Arms::eme), std::pair("trace", &Arms::trace),
        std::pair("eme, f in 100 px", &Arms::scaled_eme), std::pair("trace, f in 100 px", &Arms::scaled_trace)}) {
    std::printf("%-20s sqrt(EME) %.4f px with %zu views, %.4f px with %zu; true mapping error then %.4f px\n", name,
                mean(arm, &PoolRun::early_px), kEarlySteps + 2, mean(arm, &PoolRun::eme_px), kPoolSteps + 2,
                mean(arm, &PoolRun::error_px));
  }
  std::printf(
      "eme beats chance in %d, trace in %d of %zu; re-scaled, trace is worse in %d and better in %d (%zu views)\n",
      eme_wins, trace_wins, pools.n, scaled_trace_worse, scaled_trace_better, kEarlySteps + 2);
  const double chance = mean(&Arms::chance, &PoolRun::eme_px);
  EXPECT_LT(mean(&Arms::eme, &PoolRun::eme_px), 0.8 * chance);
  EXPECT_LT(mean(&Arms::trace, &PoolRun::eme_px), 0.8 * chance);
  EXPECT_LT(mean(&Arms::eme, &PoolRun::error_px), 0.9 * mean(&Arms::chance, &PoolRun::error_px));
  EXPECT_GE(eme_wins, testing::least(pools, 0.95));
  EXPECT_GE(trace_wins, testing::least(pools, 0.90));
  EXPECT_EQ(other_choices, 0) << "eme does not depend on the unit of the focal length";
  EXPECT_GT(mean(&Arms::scaled_trace, &PoolRun::early_px), 1.03 * mean(&Arms::trace, &PoolRun::early_px));
  EXPECT_GT(scaled_trace_worse, scaled_trace_better);
}

/// Rendered images, whose corners a detector found: noise that is not Gaussian and differs from view to view.
TEST(GuidancePool, EmeAndTraceBeatChanceWithRenderedPicturesToo) {
  const Sample starts = sample(5, 20);
  const Camera truth("radial2", {{"fx", 500}, {"fy", 499}, {"cx", 201}, {"cy", 148}, {"k1", -0.2}, {"k2", 0.1}},
                     {400, 300});
  const Target target = Target::chessboard(7, 6, 0.04);
  const PoseSampling poses{.max_angle_rad = 0.7,
                           .min_distance_m = 0.4,
                           .max_distance_m = 1.2,
                           .max_offset_m = 0.25,
                           .board_margin_m = default_margin_m(target)};
  const std::vector<Pose> views =
      simulate(truth, target, {.frames = 40, .seed = 12, .poses = poses}).camera_from_target;
  const RayTable rays(truth, ray_border_px({}), 0);
  const PatternGrid pattern = target_pattern(target, {}, default_margin_m(target));
  const testing::TemporaryFolder folder;
  std::vector<std::filesystem::path> files(views.size());
  parallel_for(views.size(), 0, [&](std::size_t i) {
    files[i] = folder.put("view" + std::to_string(i) + ".png",
                          png_bytes(render(rays, pattern, TargetSurface(target, 0), views[i], {}, i)));
  });
  const Observations pool = detect(files, target, {.threads = 0}).observations;
  ASSERT_GT(pool.frames.size(), 30U);
  const Criterion eme = Criterion::kEme;
  const Criterion trace = Criterion::kTrace;
  int eme_wins = 0;
  int trace_wins = 0;
  double log_ratio = 0;
  for (std::size_t i = 0; i < starts.n; ++i) {
    const std::vector<std::size_t> by_chance = shuffled(pool.frames.size(), 500 + i);
    const std::shared_ptr<const Model> model = make_model("radial2");
    const double chance = run_pool(model, pool, truth, by_chance, nullptr).eme_px;
    const double by_eme = run_pool(model, pool, truth, by_chance, &eme).eme_px;
    eme_wins += by_eme < chance ? 1 : 0;
    trace_wins += run_pool(model, pool, truth, by_chance, &trace).eme_px < chance ? 1 : 0;
    log_ratio += std::log(chance / by_eme) / starts.count();
  }
  std::printf(
      "rendered images (%zu of %zu found): eme beats chance in %d, trace in %d of %zu; %.2f times in the mean\n",
      pool.frames.size(), views.size(), eme_wins, trace_wins, starts.n, std::exp(log_ratio));
  EXPECT_GE(eme_wins, testing::least(starts, 0.9));
  EXPECT_GE(trace_wins, testing::least(starts, 0.9));
  EXPECT_GT(std::exp(log_ratio), 1.3);
}

}  // namespace
}  // namespace fiducia

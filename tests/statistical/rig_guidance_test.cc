// Instants of a rig as they are proposed, followed by a person who holds the board exactly, against random ones.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "fiducia/core/parallel.h"
#include "fiducia/core/random.h"
#include "fiducia/guide/rig_guide.h"
#include "tests/evaluate/true_rows.h"
#include "tests/solve/rig_setups.h"
#include "tests/statistical/sample.h"

namespace fiducia {
namespace {

constexpr double kNoise_px = 0.1;
constexpr int kFirstInstants = 8;
constexpr int kMoreInstants = 5;

RigObservations drawn_instants(int instants, std::uint64_t seed) {
  return simulate_rig(testing::stereo(), testing::rig_board(),
                      {.instants = instants, .noise_px = kNoise_px, .seed = seed, .poses = testing::near_poses()})
      .observations;
}

RigAssessOptions of_known_lenses() {
  RigAssessOptions how;
  how.models = {"radial2"};
  how.target_shape = TargetShape::kPlanar;
  how.distances_m = {1};
  return how;
}

/// What the cameras see with the board there; those that do not have all of it in the image see nothing.
Instant photographed(const Pose& rig_from_target, const Target& target, std::uint64_t seed, std::size_t number) {
  const std::vector<SimulatedRigCamera> rig = testing::stereo();
  Instant instant{"proposed" + std::to_string(number), std::vector<std::optional<Frame>>(rig.size())};
  for (std::size_t c = 0; c < rig.size(); ++c) {
    RandomStream random(seed, 1000 * number + c);
    Frame frame{instant.name, {}};
    for (std::size_t id = 0; id < target.points.size(); ++id) {
      const auto u = rig[c].camera.project(rig[c].camera_from_rig * rig_from_target * target.points[id]);
      const Vector2 noise{kNoise_px * random.normal(), kNoise_px * random.normal()};
      const ImageSize size = rig[c].camera.image_size();
      if (!u || u->minCoeff() < 0 || u->x() > size.width - 1 || u->y() > size.height - 1) break;
      frame.corners.push_back({static_cast<int>(id), Vector2(*u + noise)});
    }
    if (frame.corners.size() == target.points.size()) instant.frames[c] = std::move(frame);
  }
  return instant;
}

struct RigGuidanceOutcome {
  double predicted_px = 0;  ///< the rows' total after the proposed instants, before they are taken
  double found_px = 0;      ///< and after
  double true_px = 0;
  double true_by_chance_px = 0;
};

RigGuidanceOutcome outcome_of(std::uint64_t seed) {
  RigObservations guided = drawn_instants(kFirstInstants, seed);
  RigObservations by_chance = guided;
  RigGuidanceOutcome outcome;
  for (int i = 0; i < kMoreInstants; ++i) {
    const RigAssessment rig = assess_rig(guided, of_known_lenses());
    const RigGuidance next = guide_rig(rig, {.suggestions = 1, .forecast_most = 0, .seed = seed});
    outcome.predicted_px = next.suggestions.front().expected.back().total_px;
    guided.instants.push_back(
        photographed(next.suggestions.front().rig_from_target, guided.target, seed, static_cast<std::size_t>(i) + 1));
  }
  for (Instant instant : drawn_instants(kMoreInstants, seed + 500000).instants) {
    instant.name += "_more";
    by_chance.instants.push_back(std::move(instant));
  }
  const RigAssessment followed = assess_rig(guided, of_known_lenses());
  outcome.found_px = followed.pairs[0].rows.total;
  outcome.true_px = testing::true_rows_px(followed.calibration);
  outcome.true_by_chance_px = testing::true_rows_px(assess_rig(by_chance, of_known_lenses()).calibration);
  return outcome;
}

TEST(RigGuidanceStudy, ProposedInstantsMakeThePairBetterThanRandomOnes) {
  const testing::Sample sets = testing::sample(3, 40);
  std::vector<RigGuidanceOutcome> outcomes(sets.n);
  parallel_for(sets.n, 0, [&](std::size_t i) { outcomes[i] = outcome_of(9000 + i); });
  RigGuidanceOutcome squares;
  double better = 0;
  for (const RigGuidanceOutcome& one : outcomes) {
    squares.predicted_px += one.predicted_px * one.predicted_px / sets.count();
    squares.found_px += one.found_px * one.found_px / sets.count();
    squares.true_px += one.true_px * one.true_px / sets.count();
    squares.true_by_chance_px += one.true_by_chance_px * one.true_by_chance_px / sets.count();
    better += one.true_px < one.true_by_chance_px ? 1 : 0;
  }
  std::printf(
      "rows: predicted %.4f px, found %.4f px, true %.4f px; with random instants %.4f px; better in %.0f of %.0f\n",
      std::sqrt(squares.predicted_px), std::sqrt(squares.found_px), std::sqrt(squares.true_px),
      std::sqrt(squares.true_by_chance_px), better, sets.count());
  EXPECT_GE(better, testing::least(sets, 0.6));
  EXPECT_LT(squares.true_px, squares.true_by_chance_px);
  const double ratio = squares.predicted_px / squares.found_px;
  EXPECT_LT(std::abs(std::log(ratio)), std::log(testing::widened(sets, 1.5)));
}

}  // namespace
}  // namespace fiducia

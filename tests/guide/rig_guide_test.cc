#include "fiducia/guide/rig_guide.h"

#include <gmock/gmock.h>

#include "fiducia/core/error.h"
#include "fiducia/core/random.h"
#include "fiducia/guide/rig_information.h"
#include "tests/solve/rig_setups.h"

namespace fiducia {
namespace {

using ::testing::HasSubstr;
using testing::near_poses;
using testing::rig_board;
using ::testing::SizeIs;
using testing::stereo;

RigAssessOptions plain_radial2() {
  RigAssessOptions how;
  how.models = {"radial2"};
  how.target_shape = TargetShape::kPlanar;
  how.distances_m = {1};
  return how;
}

RigObservations seen_by(int instants, std::uint64_t seed, double bend_m = 0) {
  return simulate_rig(stereo(), rig_board(),
                      {.instants = instants, .noise_px = 0.2, .bend_m = bend_m, .seed = seed, .poses = near_poses()})
      .observations;
}

/// Adds an instant with the board there.
void take(const Pose& rig_from_target, std::uint64_t seed, RigObservations* seen) {
  Instant instant{"taken" + std::to_string(seed), std::vector<std::optional<Frame>>(2)};
  RandomStream random(seed, 1);
  const std::vector<SimulatedRigCamera> rig = stereo();
  for (std::size_t c = 0; c < rig.size(); ++c) {
    Frame frame{instant.name, {}};
    for (std::size_t id = 0; id < seen->target.points.size(); ++id) {
      const auto u = rig[c].camera.project(rig[c].camera_from_rig * rig_from_target * seen->target.points[id]);
      if (!u) continue;
      const Vector2 noise{random.normal(), random.normal()};
      frame.corners.push_back({static_cast<int>(id), Vector2(*u + 0.2 * noise)});
    }
    instant.frames[c] = std::move(frame);
  }
  seen->instants.push_back(std::move(instant));
}

TEST(RigGuide, SaysWhereToHoldTheBoardForWhatIsWeakest) {
  const RigAssessment rig = assess_rig(seen_by(8, 1), plain_radial2());
  const RigGuidance guidance = guide_rig(rig, {.suggestions = 3, .goal = {Goal::Kind::kBound95, 0.05}});
  EXPECT_EQ(guidance.instants, 8);
  ASSERT_THAT(guidance.aspects, SizeIs(3));  // two cameras and their rows
  EXPECT_DOUBLE_EQ(guidance.aspects[2].now.total_px, rig.pairs[0].rows.total);
  EXPECT_EQ(guidance.step, NextStep::kMoreViews);
  ASSERT_THAT(guidance.suggestions, SizeIs(3));
  double before = guidance.aspects[guidance.weakest].now.bound95_px;
  for (const RigSuggestion& suggestion : guidance.suggestions) {
    ASSERT_FALSE(suggestion.views.empty());
    EXPECT_EQ(suggestion.views.size(), suggestion.cameras.size());
    EXPECT_THAT(suggestion.words, HasSubstr("of the image"));
    const double then = suggestion.expected[RigOutlook::weakest(suggestion.expected)].bound95_px;
    EXPECT_LT(then, before);
    before = then;
    for (std::size_t i = 0; i < suggestion.expected.size(); ++i) {
      EXPECT_LE(suggestion.expected[i].total_px, guidance.aspects[i].now.total_px * (1 + 1e-9));
    }
  }
  EXPECT_NE(guidance.suggestions[0].words, guidance.suggestions[1].words);
  ASSERT_TRUE(guidance.forecast);
}

TEST(RigGuide, WhatAnInstantSaysIsWhatTheSolverHasOfIt) {
  const RigAssessment rig = assess_rig(seen_by(8, 2), plain_radial2());
  const RigCalibration& calibration = rig.calibration;
  const Board board = board_of(calibration.observations->target);
  const RigInformation information = rig_information(calibration, board);
  const RigGeometry geometry = rig_geometry(calibration);
  for (std::size_t j : {std::size_t{0}, std::size_t{5}}) {
    const InstantFit& fit = calibration.instants[j];
    PlannedInstant instant{fit.rig_from_target};
    for (const RigView& view : fit.views) {
      instant.views.push_back({view.camera,
                               {},
                               {calibration.cameras[view.camera].camera_from_rig * fit.rig_from_target,
                                calibration.observations->instants[fit.index].frames[view.camera]->corners}});
    }
    const auto s = instant_information(instant, geometry, board);
    ASSERT_TRUE(s);
    const Eigen::MatrixXd solver = calibration.information.frames[j].S()(information.places, information.places);
    EXPECT_LT((*s - solver).norm(), 1e-9 * solver.norm());
  }
}

TEST(RigGuide, TheErrorAfterASuggestionIsTheOneThatWasExpected) {
  // Over several sets: an estimate from few instants is itself uncertain.
  double predicted = 0;
  double found = 0;
  double by_chance = 0;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    RigObservations seen = seen_by(10, 20 + seed);
    const RigAssessment rig = assess_rig(seen, plain_radial2());
    const RigGuidance guidance = guide_rig(rig, {.suggestions = 3, .forecast_most = 0, .seed = seed});
    RigObservations others = seen;
    const RigObservations more = seen_by(3, 100 + seed);
    for (Instant instant : more.instants) {
      instant.name += "more";
      others.instants.push_back(std::move(instant));
    }
    for (std::size_t i = 0; i < guidance.suggestions.size(); ++i) {
      take(guidance.suggestions[i].rig_from_target, 1000 * seed + i, &seen);
    }
    const auto of_all = [](const std::vector<RigExpected>& expected) {
      double sum = 0;
      for (const RigExpected& one : expected) sum += one.total_px;
      return sum;
    };
    const auto found_in = [&](const RigObservations& observations) {
      const RigAssessment then = assess_rig(observations, plain_radial2());
      std::vector<RigExpected> now;
      for (const RigAspect& aspect : guide_rig(then, {.suggestions = 0, .forecast_most = 0}).aspects) {
        now.push_back(aspect.now);
      }
      return of_all(now);
    };
    // Of all: what is weakest is so by chance too, and will do better than its own number foretells.
    predicted += of_all(guidance.suggestions.back().expected);
    found += found_in(seen);
    by_chance += found_in(others);
  }
  EXPECT_NEAR(found, predicted, 0.25 * predicted);
  EXPECT_LT(found, 0.9 * by_chance) << "three views that were drawn at random do as well";
}

TEST(RigGuide, StopsWhereTheRigIsGoodEnough) {
  RigAssessOptions how = plain_radial2();
  how.tolerance_px = 2;
  const RigAssessment rig = assess_rig(seen_by(20, 3), how);
  const RigGuidance guidance = guide_rig(rig, {.goal = {Goal::Kind::kBound95, 2}});
  EXPECT_EQ(guidance.step, NextStep::kEnough);
  EXPECT_EQ(guidance.forecast->instants, 0);
}

TEST(RigGuide, WhatHelpsMoreThanViewsComesFirstAndWhatIsSystematicStays) {
  const RigAssessment rig = assess_rig(seen_by(20, 4, 2e-3), plain_radial2());
  ASSERT_EQ(rig.verdict.action.code, RigActionCode::kTakeParts);
  const RigGuidance guidance = guide_rig(rig, {.suggestions = 1});
  EXPECT_EQ(guidance.step, NextStep::kRemoveBias);
  const RigExpected& then = guidance.suggestions[0].expected[0];
  EXPECT_GE(then.total_px, rig.cameras[0].error.systematic);
  EXPECT_FALSE(guidance.forecast->instants);
}

TEST(RigGuide, WorksWithATargetWhoseShapeIsFound) {
  RigAssessOptions open = plain_radial2();
  open.target_shape = TargetShape::kFree;
  const RigAssessment rig = assess_rig(seen_by(12, 5, 2e-3), open);
  const RigGuidance guidance = guide_rig(rig, {.suggestions = 1, .forecast_most = 0});
  ASSERT_THAT(guidance.suggestions, SizeIs(1));
  const std::vector<RigExpected>& then = guidance.suggestions[0].expected;
  EXPECT_LT(then[guidance.weakest].total_px, guidance.aspects[guidance.weakest].now.total_px);
  EXPECT_GT(then[guidance.weakest].total_px, 0.5 * guidance.aspects[guidance.weakest].now.total_px);
}

TEST(RigGuide, WorksWithASplinedLens) {
  RigAssessOptions splined = plain_radial2();
  splined.models = {"spline:8x7", "radial2"};
  const RigAssessment rig = assess_rig(seen_by(20, 8), splined);
  const RigGuidance guidance = guide_rig(rig, {.suggestions = 1, .forecast_most = 0});
  ASSERT_THAT(guidance.suggestions, SizeIs(1));
  EXPECT_LT(guidance.suggestions[0].expected[guidance.weakest].total_px,
            guidance.aspects[guidance.weakest].now.total_px);
}

TEST(RigGuide, IsTheSameForAnyNumberOfThreads) {
  const RigAssessment rig = assess_rig(seen_by(8, 6), plain_radial2());
  const RigGuidance one = guide_rig(rig, {.suggestions = 2, .seed = 3, .threads = 1});
  const RigGuidance two = guide_rig(rig, {.suggestions = 2, .seed = 3, .threads = 2});
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(one.suggestions[i].words, two.suggestions[i].words);
    EXPECT_EQ(one.suggestions[i].expected[0].total_px, two.suggestions[i].expected[0].total_px);
  }
}

TEST(RigGuide, RefusesGoalsThatAreNotAboutTheTotal) {
  const RigAssessment rig = assess_rig(seen_by(8, 7), plain_radial2());
  EXPECT_THROW((void)guide_rig(rig, {.goal = {Goal::Kind::kEme, 0.1}}), Error);
  EXPECT_THROW((void)guide_rig(RigAssessment{}, {}), Error);
}

}  // namespace
}  // namespace fiducia

#include "fiducia/evaluate/mixed_frames.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "fiducia/evaluate/find_explanation.h"
#include "fiducia/evaluate/frame_partition.h"
#include "fiducia/simulate/simulate.h"

namespace fiducia {
namespace {

Camera off_centre_camera(double focal) {
  return {"radial1", {{"fx", focal}, {"fy", focal}, {"cx", 340}, {"cy", 225}, {"k1", -0.1}}, {640, 480}};
}

Observations off_centre_views(double focal, std::uint64_t seed, double bend_m = 0) {
  return simulate(off_centre_camera(focal), Target::chessboard(8, 6, 0.05),
                  {.frames = 14, .noise_px = 0.03, .bend_m = bend_m, .seed = seed})
      .observations;
}

/// Frames 0, 3, 6, 9 and 12 are of a camera with another focal length.
Observations of_two_cameras(double bend_m = 0) {
  Observations observations = off_centre_views(600, 1, bend_m);
  const Observations others = off_centre_views(630, 2, bend_m);
  for (std::size_t j = 0; j < 14; j += 3) observations.frames[j].corners = others.frames[j].corners;
  return observations;
}

const std::vector<std::size_t> kThird = {0, 3, 6, 9, 12};
/// Of them; frame 6 faces the board and fits either.
const std::vector<std::size_t> kTellTheirCamera = {0, 3, 9, 12};

TEST(MixedFrames, APartitionTellsTwoCamerasApart) {
  const Calibration calibration = calibrate(of_two_cameras(), {.model = "radial1"});
  const FramePartition partition = partition_frames(calibration, 3);
  ASSERT_EQ(partition.part.size(), 14U);
  int apart = 0;  // a frame or two say nothing about the focal length
  for (std::size_t j = 0; j < 14; ++j) apart += (partition.part[j] == partition.part[0]) == (j % 3 == 0) ? 1 : 0;
  EXPECT_GE(apart, 12);
  const double noise = 0.03 * 0.03 * (calibration.fit.n_observations - calibration.fit.n_parameters);
  EXPECT_GT(partition.gain, 0.8 * (calibration.fit.cost - noise));
  EXPECT_LE(partition.gain, calibration.fit.cost);
}

TEST(MixedFrames, FramesOfAnotherCameraAreNamedWithIt) {
  const Calibration calibration = calibrate(of_two_cameras(), {.model = "radial1"});
  const std::optional<MixedFrames> mixed = find_mixed_frames(calibration, {});
  ASSERT_TRUE(mixed);
  EXPECT_EQ(mixed->kind, MixedKind::kOtherCamera);
  EXPECT_EQ(mixed->frames, kTellTheirCamera);
  EXPECT_NEAR(mixed->others->camera->parameters()[0], 600, 2);
  EXPECT_NEAR(mixed->camera->parameters()[0], 630, 3);
  EXPECT_FALSE(find_mirrored_frames(calibration));
}

/// Two cameras explain nearly all that one leaves, and no more.
TEST(MixedFrames, AreNotLookedForWhereTheyCannotGainEnough) {
  const Calibration calibration = calibrate(of_two_cameras(), {.model = "radial1"});
  const double noise = 0.03 * 0.03 * (calibration.fit.n_observations - calibration.fit.n_parameters);
  const double systematic = calibration.fit.cost - noise;
  EXPECT_TRUE(find_mixed_frames(calibration, {.to_first_order = 0.5 * systematic}));
  EXPECT_FALSE(find_mixed_frames(calibration, {.to_first_order = 2 * systematic}));
  EXPECT_TRUE(find_mixed_frames(calibration, {.to_win = systematic}));
  EXPECT_FALSE(find_mixed_frames(calibration, {.to_win = 2 * systematic})) << "said by two fits, not to first order";
}

TEST(MixedFrames, FramesUpsideDownAreRecognised) {
  Observations observations = off_centre_views(600, 3);
  for (const std::size_t j : kThird) {
    for (Corner& corner : observations.frames[j].corners) corner.pixel = Vector2(639, 479) - corner.pixel;
  }
  const std::optional<MixedFrames> mixed = find_mixed_frames(calibrate(observations, {.model = "radial1"}), {});
  ASSERT_TRUE(mixed);
  EXPECT_EQ(mixed->kind, MixedKind::kUpsideDown);
  EXPECT_FALSE(mixed->or_else) << "cy is far enough from the middle";
  EXPECT_EQ(mixed->frames, kThird);
}

/// What another camera must gain to win over effects, turned frames need not: they take no unknowns.
TEST(MixedFrames, TurnedOnesNeedNotWin) {
  Observations observations = off_centre_views(600, 3);
  for (const std::size_t j : kThird) {
    for (Corner& corner : observations.frames[j].corners) corner.pixel = Vector2(639, 479) - corner.pixel;
  }
  const auto found = [](const Calibration& calibration) {
    const double noise = 0.03 * 0.03 * (calibration.fit.n_observations - calibration.fit.n_parameters);
    return find_mixed_frames(calibration, {.to_win = 1.95 * (calibration.fit.cost - noise)});
  };
  const std::optional<MixedFrames> turned = found(calibrate(observations, {.model = "radial1"}));
  ASSERT_TRUE(turned);
  EXPECT_EQ(turned->kind, MixedKind::kUpsideDown);
  EXPECT_FALSE(found(calibrate(of_two_cameras(), {.model = "radial1"})));
}

/// Mirrored left to right, with the corners numbered as a detector does that takes no board for a mirrored one: rows
/// from the other end. What is left to tell that from upside down is cy.
Observations mirrored_and_renumbered(double cy) {
  const Camera camera("radial1", {{"fx", 600}, {"fy", 600}, {"cx", 340}, {"cy", cy}, {"k1", -0.1}}, {640, 480});
  const Target board = Target::chessboard(8, 6, 0.05);
  Observations observations = simulate(camera, board, {.frames = 14, .noise_px = 0.03, .seed = 3}).observations;
  for (const std::size_t j : kThird) {
    std::vector<Corner>& corners = observations.frames[j].corners;
    for (Corner& corner : corners) {
      corner.pixel.x() = 639 - corner.pixel.x();
      corner.id = (board.rows - 1 - corner.id / board.columns) * board.columns + corner.id % board.columns;
    }
    std::sort(corners.begin(), corners.end(), [](const Corner& a, const Corner& b) { return a.id < b.id; });
  }
  return observations;
}

TEST(MixedFrames, UpsideDownOrMirroredStaysOpenWhereTheFramesDoNotTell) {
  const std::optional<MixedFrames> open =
      find_mixed_frames(calibrate(mirrored_and_renumbered(239.5), {.model = "radial1"}), {});
  ASSERT_TRUE(open);
  ASSERT_TRUE(open->or_else);
  EXPECT_NE(open->kind, MixedKind::kOtherCamera);
  EXPECT_NE(*open->or_else, open->kind);
  const std::optional<MixedFrames> told =
      find_mixed_frames(calibrate(mirrored_and_renumbered(225), {.model = "radial1"}), {});
  ASSERT_TRUE(told);
  EXPECT_EQ(told->kind, MixedKind::kMirrored);
  EXPECT_FALSE(told->or_else);
}

/// Also where the principal point is in the middle and it costs nothing, and where it is a single frame.
TEST(MixedFrames, AFrameThatShowsTheBoardFromBehindIsMirrored) {
  Observations observations = off_centre_views(600, 4);
  for (Corner& corner : observations.frames[5].corners) corner.pixel.x() = 639 - corner.pixel.x();
  const std::optional<MixedFrames> mixed = find_mirrored_frames(calibrate(observations, {.model = "radial1"}));
  ASSERT_TRUE(mixed);
  EXPECT_EQ(mixed->kind, MixedKind::kMirrored);
  EXPECT_EQ(mixed->frames, std::vector<std::size_t>{5});
}

TEST(MixedFrames, AreFoundBesideABoardThatIsBentALittle) {
  const FoundExplanations found =
      find_explanations(require_explanation(calibrate(of_two_cameras(1e-4), {.model = "radial1"})));
  ASSERT_TRUE(found.mixed);
  EXPECT_EQ(found.mixed->kind, MixedKind::kOtherCamera);
  EXPECT_EQ(found.mixed->frames, kTellTheirCamera);
  ASSERT_EQ(found.steps.size(), 1U);
  EXPECT_EQ(found.steps.front().cause, CauseCode::kTarget);
}

TEST(MixedFrames, EverythingElseIsLookedForWithoutThem) {
  const FoundExplanations found =
      find_explanations(require_explanation(calibrate(of_two_cameras(), {.model = "radial1"})));
  ASSERT_TRUE(found.mixed);
  EXPECT_EQ(found.mixed->frames, kTellTheirCamera);
  EXPECT_EQ(found.best->calibration.frames.size(), 14 - kTellTheirCamera.size());
  EXPECT_TRUE(found.steps.empty());
}

/// Two cameras of a kind, as the left and the right one of a stereo pair are, with a bent board that was not held
/// still: what a second camera explains is most of what is systematic, not all.
TEST(MixedFrames, TwoOfAKindAreFoundAmongImagesThatDifferOtherwiseToo) {
  SimulateOptions how{.frames = 13, .noise_px = 0.03, .seed = 7};
  how.bend_m = 0.0004;
  how.effects = {{Effect::kShutter, 3}};
  const auto camera = [](double f, double cx, double cy, double k1) {
    return Camera("opencv4",
                  {{"fx", f}, {"fy", f}, {"cx", cx}, {"cy", cy}, {"k1", k1}, {"k2", 0.12}, {"p1", 0.001}, {"p2", 0}},
                  {640, 480});
  };
  const Target board = Target::chessboard(9, 6, 0.03);
  Observations both = simulate(camera(534, 342, 239, -0.298), board, how).observations;
  how.seed = 8;
  const Observations right = simulate(camera(560, 300, 270, -0.25), board, how).observations;
  const std::size_t first_right = both.frames.size();
  for (const Frame& frame : right.frames) {
    both.frames.push_back(frame);
    both.frames.back().name = "right_" + frame.name;
  }
  const FoundExplanations found =
      find_explanations(require_explanation(calibrate(both, {.model = "radial2"})), {.threads = 2});
  ASSERT_TRUE(found.mixed);
  EXPECT_EQ(found.mixed->kind, MixedKind::kOtherCamera);
  EXPECT_GE(found.mixed->frames.size(), right.frames.size() - 2);  // one or two fit either
  for (const std::size_t j : found.mixed->frames) EXPECT_GE(j, first_right);
}

TEST(MixedFrames, WhatDiffersFromImageToImageIsNotTakenForTwoCameras) {
  for (const SimulatedEffect effect :
       {SimulatedEffect{Effect::kStabilisation, 12}, {Effect::kFocus, 0.02}, {Effect::kShutter, 3}}) {
    SimulateOptions how{.frames = 14, .noise_px = 0.03, .seed = 9};
    how.effects = {effect};
    const Observations views = simulate(off_centre_camera(600), Target::chessboard(8, 6, 0.05), how).observations;
    const FoundExplanations found = find_explanations(require_explanation(calibrate(views, {.model = "radial1"})));
    EXPECT_FALSE(found.mixed) << to_string(effect.effect);
  }
}

/// A focal length that scatters falls into two groups by chance, which explain these frames as well as what happened.
TEST(MixedFrames, AFocalLengthThatScattersIsNotTakenForTwoCameras) {
  const Camera camera("radial2", {{"fx", 1500}, {"fy", 1495}, {"cx", 968}, {"cy", 608}, {"k1", -0.2}, {"k2", 0.1}},
                      {1936, 1216});
  SimulateOptions how{.frames = 20, .noise_px = 0.05, .seed = 97001};
  how.effects = {{Effect::kFocus, 0.004}};
  const Observations views = simulate(camera, Target::chessboard(10, 8, 0.05), how).observations;
  const FoundExplanations found =
      find_explanations(require_explanation(calibrate(views, {.model = "radial2"})), {.threads = 2});
  EXPECT_FALSE(found.mixed);
  ASSERT_FALSE(found.steps.empty());
  EXPECT_EQ(found.steps.front().cause, CauseCode::kFocus);
}

TEST(MixedFrames, OneCameraIsNotTakenForTwo) {
  const FoundExplanations found =
      find_explanations(require_explanation(calibrate(off_centre_views(600, 5), {.model = "radial1"})));
  EXPECT_FALSE(found.mixed);
}

}  // namespace
}  // namespace fiducia

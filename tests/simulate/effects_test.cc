#include <gtest/gtest.h>

#include <cmath>

#include "fiducia/core/error.h"
#include "fiducia/simulate/render.h"
#include "fiducia/simulate/simulate.h"
#include "fiducia/simulate/target_pattern.h"
#include "tests/simulate/point_of_symmetry.h"

namespace fiducia {
namespace {

Camera small_camera() {
  return {"radial2", {{"fx", 300}, {"fy", 302}, {"cx", 160}, {"cy", 118}, {"k1", -0.1}, {"k2", 0.02}}, {320, 240}};
}

double default_size(Effect effect) {
  switch (effect) {
    case Effect::kTargetBend: return 0.004;
    case Effect::kFocus: return 0.02;
    case Effect::kPupil: return 0.01;
    default: return 4;
  }
}

TEST(SimulatedEffects, LeavePosesAndNoiseAsTheyAre) {
  const Target target = Target::chessboard(7, 5, 0.05);
  const Simulation plain = simulate(small_camera(), target, {.frames = 5, .noise_px = 0.1, .seed = 3});
  for (const Effect effect : all_effects()) {
    SimulateOptions options{.frames = 5, .noise_px = 0.1, .seed = 3};
    options.effects = {{effect, 1e-9}};
    const Simulation disturbed = simulate(small_camera(), target, options);
    for (std::size_t j = 0; j < 5; ++j) {
      EXPECT_EQ(plain.camera_from_target[j].translation, disturbed.camera_from_target[j].translation);
      for (std::size_t i = 0; i < 35; ++i) {
        EXPECT_NEAR(
            (plain.observations.frames[j].corners[i].pixel - disturbed.observations.frames[j].corners[i].pixel).norm(),
            0, 1e-5)
            << to_string(effect);
      }
    }
  }
}

/// RMS over many frames is the size that was asked for.
TEST(SimulatedEffects, HaveTheSizeAskedFor) {
  const Target target = Target::chessboard(7, 5, 0.05);
  double shift = 0;
  double focus = 0;
  double skew = 0;
  constexpr int kFrames = 4000;
  for (int j = 0; j < kFrames; ++j) {
    const FrameEffects one = draw_effects({{Effect::kStabilisation, 3}, {Effect::kFocus, 0.01}, {Effect::kShutter, 5}},
                                          small_camera(), target, 1, static_cast<std::uint64_t>(j));
    shift += one.disturbance.shift.squaredNorm() / kFrames;
    focus += std::pow(one.disturbance.log_focal, 2) / kFrames;
    skew += std::pow(pixels_per_radian(small_camera()) * one.disturbance.turn_rows.head<2>().norm(), 2) / kFrames;
  }
  EXPECT_NEAR(std::sqrt(shift), 3, 0.1);
  EXPECT_NEAR(std::sqrt(focus), 0.01, 0.0005);
  EXPECT_NEAR(std::sqrt(skew), 5, 0.2);
  EXPECT_THROW((void)draw_effects({{Effect::kFocus, -1}}, small_camera(), target, 1, 0), Error);
}

/// The images show corners where the simulation says that they are, with every effect.
TEST(SimulatedEffects, AreInTheImagesToo) {
  const Target target = Target::chessboard(4, 3, 0.08);
  RenderOptions render_options;
  render_options.sensor.read_noise = 0;
  render_options.sensor.bits = 16;
  render_options.psf_px = 1.5;
  const PatternGrid pattern = target_pattern(target, {}, default_margin_m(target));
  for (const Effect effect : all_effects()) {
    SimulateOptions options{.frames = 1, .noise_px = 0, .seed = 6};
    options.effects = {{effect, default_size(effect)}};
    options.poses.min_distance_m = 0.7;
    options.poses.max_distance_m = 0.9;
    options.poses.max_offset_m = 0.05;
    options.poses.max_angle_rad = 0.4;
    options.poses.board_margin_m = -pattern.outline().min().x();
    const Simulation simulation = simulate(small_camera(), target, options);
    const FrameEffects& effects = simulation.effects[0];
    const RayTable rays(refocused(small_camera(), effects.disturbance), ray_border_px(render_options));
    const GrayImage image = render(rays, pattern, TargetSurface(target, 0, effects.bend),
                                   simulation.camera_from_target[0], render_options, 0, effects.disturbance);
    for (const Corner& corner : simulation.observations.frames[0].corners) {
      const Vector2 seen = testing::point_of_symmetry(image, corner.pixel, 6);
      // The point of symmetry of curved edges is not exactly where they cross.
      const double tolerance = effect == Effect::kTargetBend ? 0.06 : 0.03;
      EXPECT_NEAR((seen - corner.pixel).norm(), 0, tolerance) << to_string(effect) << " corner " << corner.id;
    }
  }
}

}  // namespace
}  // namespace fiducia

// calibrate() against Ceres with automatic derivatives, from the same start.
#include <gtest/gtest.h>

#include "ceres_reference.h"
#include "fiducia/camera/model_list.h"
#include "fiducia/solve/calibrate.h"
#include "in_sigmas.h"
#include "setups.h"

namespace fiducia {
namespace {

using testing::board;
using testing::fisheye_camera;
using testing::largest_in_sigmas;
using testing::ordinary_camera;
using testing::with_hidden_corners;
using testing::with_levels;

template <class M>
void expect_ceres_agrees(const Observations& observations, const Loss& loss = Loss::none()) {
  const std::string name(M::kInfo.name);
  const Calibration ours = calibrate(observations, {.model = name, .loss = loss});
  ASSERT_TRUE(ours.converged()) << name << ": " << ours.message;
  const testing::Reference ceres = testing::ceres_calibrate<M>(observations, ours, loss);
  EXPECT_NEAR(ours.fit.cost, ceres.cost, 1e-10 * ceres.cost) << name;
  EXPECT_LT(largest_in_sigmas(ours, ceres.parameters), 1e-3) << name;
}

TEST(Calibrate, FindsTheMinimumThatCeresFinds) {
  const Observations ordinary = with_hidden_corners(
      simulate(ordinary_camera(), board(), {.frames = 12, .noise_px = 0.3, .seed = 5}).observations);
  expect_ceres_agrees<Pinhole>(ordinary);  // a model that does not fit has a minimum, too
  expect_ceres_agrees<Radial<1>>(ordinary);
  expect_ceres_agrees<Radial<2>>(ordinary);
  expect_ceres_agrees<BrownConrady<5>>(ordinary);
  const Observations fisheye =
      simulate(fisheye_camera(), board(), {.frames = 12, .noise_px = 0.3, .seed = 5}).observations;
  expect_ceres_agrees<Fisheye>(fisheye);
  expect_ceres_agrees<Eucm>(fisheye);
  const Camera sphere("double_sphere",
                      {{"fx", 320}, {"fy", 321}, {"cx", 640}, {"cy", 480}, {"xi", -0.25}, {"alpha", 0.6}}, {1280, 960});
  SimulateOptions wide{.frames = 12, .noise_px = 0.1, .seed = 5};
  wide.poses.max_distance_m = 0.7;
  wide.poses.min_distance_m = 0.2;
  expect_ceres_agrees<DoubleSphere>(simulate(sphere, board(), wide).observations);
}

TEST(Calibrate, FindsTheMinimumThatCeresFindsWithCauchyLossAndOutliers) {
  Observations data = simulate(ordinary_camera(), board(), {.frames = 12, .noise_px = 0.2, .seed = 6}).observations;
  for (std::size_t j = 0; j < data.frames.size(); ++j) data.frames[j].corners[7 * j % 80].pixel += Vector2(40, -25);
  expect_ceres_agrees<Radial<2>>(data, Loss::cauchy(0.5));
  const Calibration plain = calibrate(data, {.model = "radial2"});
  const Calibration robust = calibrate(data, {.model = "radial2", .loss = Loss::cauchy(0.5)});
  const auto error = [](const Calibration& c) { return std::abs(c.camera->parameter("fx") - 1500); };
  EXPECT_LT(error(robust), error(plain));
}

TEST(Calibrate, FindsTheMinimumThatCeresFindsWithWeights) {
  Observations data = simulate(ordinary_camera(), board(), {.frames = 12, .noise_px = 0, .seed = 5}).observations;
  data = with_levels(with_hidden_corners(data), 0.3, 7);
  expect_ceres_agrees<Radial<2>>(data);
  expect_ceres_agrees<Radial<1>>(data);
  expect_ceres_agrees<Radial<2>>(data, Loss::cauchy(0.3));
}

}  // namespace
}  // namespace fiducia

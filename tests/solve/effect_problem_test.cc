#include "fiducia/solve/effect_problem.h"

#include <gtest/gtest.h>

#include <cmath>

#include "fiducia/camera/disturbed_projection.h"
#include "fiducia/core/error.h"
#include "fiducia/core/random.h"
#include "fiducia/solve/calibrate.h"
#include "setups.h"

namespace fiducia {
namespace {

Camera tangential_camera() {
  return {"opencv4",
          {{"fx", 900}, {"fy", 905}, {"cx", 640}, {"cy", 470}, {"k1", -0.2}, {"k2", 0.05}, {"p1", 1e-3}, {"p2", -2e-3}},
          {1280, 960}};
}

/// A frame with every effect in it, and the derivatives of its residuals by central differences.
class EffectDerivatives : public ::testing::TestWithParam<TargetShape> {
 protected:
  EffectDerivatives() {
    Simulation simulation = simulate(tangential_camera(), target_, {.frames = 3, .noise_px = 0.5, .seed = 5});
    observed_ = simulation.observations.frames;
    observed_[0].corners[3].weight = 0.5;
    pose_ = simulation.camera_from_target[0];
    for (const Frame& frame : observed_) frames_.push_back(&frame);
  }

  Target target_ = Target::chessboard(7, 5, 0.05);
  std::vector<Frame> observed_;
  std::vector<const Frame*> frames_;
  Pose pose_;
};

TEST_P(EffectDerivatives, EqualThoseByDifferences) {
  const ShapeBasis basis(GetParam(), target_.points, frames_);
  const EffectLayout layout({all_effects().begin(), all_effects().end()});
  const std::vector<double> weights;
  const Camera lens = tangential_camera();
  EffectProblem problem({lens.model(), lens.image_size(), basis, layout, frames_, weights});
  problem.set_stiffness(Eigen::VectorXd::LinSpaced(layout.frame_size(), 1, 3));
  RandomStream random(1);
  Eigen::VectorXd g(problem.global_size());
  for (int i = 0; i < lens.model().size(); ++i) g[i] = lens.parameters()[static_cast<std::size_t>(i)];
  for (Eigen::Index i = lens.model().size(); i < g.size(); ++i) g[i] = 1e-4 * random.normal();
  g[lens.model().size()] = 0.003;  // the pupil moves by millimetres
  FrameState state{pose_, Eigen::VectorXd(layout.frame_size())};
  for (double& e : state.effects) e = 0.01 * random.normal();

  // Residuals alone, as the linearization has them: the last column of its rows, found from its products where the rows
  // are not kept. With one corner at a time the products are the rows.
  FrameLinearization here;
  ASSERT_TRUE(problem.linearize(g, 0, state, &here));
  const Eigen::Index dense = problem.dense_size();
  const Eigen::Index local = problem.local_size(0);
  ASSERT_EQ(here.product.rows(), dense + local + 1);
  EXPECT_NEAR(here.product(dense + local, dense + local), here.cost, 1e-9 * here.cost);

  const auto cost = [&](const Eigen::VectorXd& at, const FrameState& moved) {
    FrameLinearization there;
    EXPECT_TRUE(problem.linearize(at, 0, moved, &there));
    return there.cost;
  };
  // d cost / d x = -2 J'r.
  for (Eigen::Index i = 0; i < dense; ++i) {
    const double h = 1e-6 * std::max(1.0, std::abs(g[i]));
    const Eigen::VectorXd step = h * Eigen::VectorXd::Unit(g.size(), i);
    const double slope = (cost(g + step, state) - cost(g - step, state)) / (2 * h);
    const double scale = std::sqrt(here.product(i, i) * here.cost);
    EXPECT_NEAR(-2 * here.product(i, dense + local), slope, 1e-4 * scale) << "global " << i;
  }
  for (Eigen::Index i = 0; i < local; ++i) {
    const double h = 1e-6;
    const Eigen::VectorXd step = h * Eigen::VectorXd::Unit(local, i);
    const double slope = (cost(g, state.moved(step)) - cost(g, state.moved(-step))) / (2 * h);
    const double scale = std::sqrt(here.product(dense + i, dense + i) * here.cost);
    EXPECT_NEAR(-2 * here.product(dense + i, dense + local), slope, 1e-4 * scale) << "local " << i;
  }
  if (GetParam() != TargetShape::kFree) return;
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(g.size());
  for (Eigen::Index row = 0; row < here.rows.rows(); ++row) {
    for (Eigen::Index axis = 0; axis < 3; ++axis) {
      const auto place = static_cast<std::size_t>(3 * (row / 2) + axis);
      gradient[here.places[place]] += here.scattered(row, axis) * here.rows(row, dense + local);
    }
  }
  for (Eigen::Index i = dense; i < g.size(); ++i) {
    const double h = 1e-7;
    const Eigen::VectorXd step = h * Eigen::VectorXd::Unit(g.size(), i);
    const double slope = (cost(g + step, state) - cost(g - step, state)) / (2 * h);
    EXPECT_NEAR(-2 * gradient[i], slope, 1e-3 * (1 + std::abs(slope))) << "point " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, EffectDerivatives,
                         ::testing::Values(TargetShape::kPlanar, TargetShape::kWarp, TargetShape::kFree));

/// What the simulation does to corners, the problem undoes.
TEST(EffectProblem, AgreesWithTheDisturbedProjection) {
  const Target target = Target::chessboard(7, 5, 0.05);
  SimulateOptions options{.frames = 4, .noise_px = 0, .seed = 2};
  for (const Effect effect : all_effects()) {
    const double size = effect == Effect::kTargetBend ? 0.001
                        : effect == Effect::kFocus    ? 0.01
                        : effect == Effect::kPupil    ? 0.005
                                                      : 8;
    options.effects = {{effect, size}};
    const Simulation simulation = simulate(tangential_camera(), target, options);
    const Simulation plain = simulate(tangential_camera(), target, {.frames = 4, .noise_px = 0, .seed = 2});
    const Calibration calibration =
        calibrate(simulation.observations, {.model = tangential_camera().shared_model(),
                                            .effects = {effect},
                                            .initial = {.parameters = tangential_camera().parameters()}});
    ASSERT_TRUE(calibration.converged()) << to_string(effect) << ": " << calibration.message;
    EXPECT_LT(calibration.fit.rmse, 2e-3) << to_string(effect);
    for (const FrameFit& frame : calibration.frames) {
      EXPECT_EQ(corners_of(calibration, frame).size(), simulation.observations.frames[frame.index].corners.size());
    }
  }
}

TEST(Effects, AreKnownByTheirNames) {
  for (const Effect effect : all_effects()) EXPECT_EQ(effect_named(to_string(effect)), effect);
  EXPECT_THROW(static_cast<void>(effect_named("shuter")), Error);
  EXPECT_EQ(names_of(std::vector{Effect::kShutter, Effect::kFocus}), "shutter,focus");
}

TEST(Effects, NeedFramesThatCanCarryThem) {
  const Observations few =
      simulate(tangential_camera(), Target::chessboard(7, 5, 0.05), {.frames = 3, .seed = 1}).observations;
  const Calibration calibration = calibrate(few, {.model = "pinhole", .effects = {Effect::kShutter}});
  EXPECT_EQ(calibration.status, CalibrationStatus::kDegenerate);
  EXPECT_NE(calibration.message.find("shutter"), std::string::npos) << calibration.message;
  EXPECT_FALSE(calibration.camera);
}

/// A camera that is calibrated with the effect is nearer to the truth than one without, and the widths are those drawn.
TEST(Effects, FreeACameraOfARollingShutter) {
  const Camera lens = tangential_camera();
  SimulateOptions options{.frames = 25, .noise_px = 0.05, .seed = 4};
  options.effects = {{Effect::kShutter, 5}};
  const Observations observations = simulate(lens, Target::chessboard(10, 8, 0.05), options).observations;
  const Calibration without = calibrate(observations, {.model = lens.shared_model()});
  const Calibration with = calibrate(observations, {.model = lens.shared_model(), .effects = {Effect::kShutter}});
  ASSERT_TRUE(without.converged() && with.converged());
  EXPECT_LT(with.fit.rmse, 0.053);
  EXPECT_GT(without.fit.rmse, 0.06);
  const double skew_px = pixels_per_radian(lens) * with.effects.width.head<2>().norm();
  EXPECT_NEAR(skew_px, 5, 2);
  EXPECT_GT(with.fit.n_parameters, without.fit.n_parameters);
}

}  // namespace
}  // namespace fiducia

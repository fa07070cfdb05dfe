#include "fiducia/guide/outlook.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "fiducia/guide/assessed.h"
#include "fiducia/guide/frame_views.h"
#include "tests/guide/guided_camera.h"

namespace fiducia {
namespace {

using testing::frame_at;
using testing::guided_board;
using testing::guided_camera;
using testing::guided_views;

double largest_difference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  const Eigen::VectorXd scale = b.diagonal().cwiseSqrt().cwiseInverse();
  return (scale.asDiagonal() * (a - b) * scale.asDiagonal()).cwiseAbs().maxCoeff();
}

TEST(FrameViews, OfAPlainCalibrationAreItsOwn) {
  const Calibration calibration = calibrate(guided_views(8));
  const FrameViews views = frame_views(calibration);
  EXPECT_EQ(views.loss.size(), 0);
  ASSERT_EQ(views.S.size(), 8U);
  EXPECT_EQ(views.S[3], calibration.information.frames[3].S());
}

TEST(FrameViews, AddUpToWhatIsLeftWhenTheShapeOrAnEffectIsFoundToo) {
  const Observations observations = guided_views(12, 4, 0.001);
  CalibrateOptions with_effect{.target_shape = TargetShape::kPlanar};
  with_effect.effects = {Effect::kFocus};
  for (const CalibrateOptions& how : {CalibrateOptions{.target_shape = TargetShape::kFree},
                                      CalibrateOptions{.target_shape = TargetShape::kWarp}, with_effect}) {
    const Calibration calibration = calibrate(observations, how);
    ASSERT_TRUE(calibration.converged());
    const FrameViews views = frame_views(calibration);
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(views.A.rows(), views.A.cols());
    for (const Eigen::MatrixXd& s : views.S) sum += s;
    EXPECT_LT(largest_difference(sum, views.A), 1e-6);
    const Eigen::MatrixXd sigma = calibration.covariance_std / calibration.fit.variance;
    EXPECT_LT(largest_difference(views.A * sigma * views.A, views.A), 1e-6) << "A is the inverse of Sigma";
  }
}

/// Where each frame says as much again, so does a view: a second set of the same views halves the squared error.
TEST(InformationState, AViewLosesWhatTheFramesLose) {
  const Calibration calibration = calibrate(guided_views(12, 4, 0.001), {.target_shape = TargetShape::kFree});
  const InformationState state = information_state_of(calibration);
  ASSERT_GT(state.loss.size(), 0);
  const Board board = board_of(calibration.observations->target, calibration.target.points);
  Eigen::MatrixXd a = state.A;
  for (const FrameFit& frame : calibration.frames) {
    const View view{frame.camera_from_target, calibration.observations->frames[frame.index].corners};
    a = state.with_view(a, *view_information(view, *calibration.camera, board));
  }
  EXPECT_NEAR(state.expected(a).eme_px, std::sqrt(0.5) * state.expected(state.A).eme_px,
              1e-3 * state.expected(state.A).eme_px);
}

TEST(ViewPull, IsAStepTowardsTheCameraThatShowsTheView) {
  const Camera truth = guided_camera();
  const Calibration calibration = calibrate(guided_views(12));
  std::vector<double> parameters = calibration.camera->parameters();
  parameters[0] *= 1.001;
  parameters[1] *= 1.001;
  const Camera off(calibration.model, parameters, truth.image_size());
  const Board board = board_of(guided_board());
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(6, 6);
  Eigen::VectorXd pull = Eigen::VectorXd::Zero(6);
  for (const FrameFit& frame : calibration.frames) {
    View seen{frame.camera_from_target, {}};
    for (std::size_t id = 0; id < board.points.size(); ++id) {
      seen.corners.push_back(
          {static_cast<int>(id), *calibration.camera->project(seen.camera_from_target * board.points[id])});
    }
    a += *view_information(seen, off, board);
    pull += *view_pull(seen, off, board);
  }
  const Eigen::VectorXd step = a.ldlt().solve(pull);
  EXPECT_NEAR(off.parameters()[0] + step[0], calibration.camera->parameters()[0], 0.02);
  EXPECT_NEAR(off.parameters()[1] + step[1], calibration.camera->parameters()[1], 0.02);
}

TEST(Outlook, WithoutViewsIsWhatIsKnown) {
  const Calibration calibration = calibrate(guided_views(12));
  const InformationState state = information_state_of(calibration);
  const Board board = board_of(guided_board());
  const Outlook outlook(state, *calibration.camera, board, KnownTotal{0.3, 0.4, 0.9});
  EXPECT_DOUBLE_EQ(outlook.expected().total_px, 0.5);
  EXPECT_DOUBLE_EQ(outlook.expected().bound95_px, 0.9);
  EXPECT_TRUE(std::isnan(Outlook(state, *calibration.camera, board).expected().total_px));
}

TEST(Outlook, WithoutAnExplanationMoreViewsLeaveWhatIsSystematic) {
  const Calibration calibration = calibrate(guided_views(12));
  const InformationState state = information_state_of(calibration);
  const Board board = board_of(guided_board());
  Outlook outlook(state, *calibration.camera, board, KnownTotal{0.3, 0.4, 0.9});
  const std::vector<CandidateView> candidates = draw_candidates(*calibration.camera, board, {});
  for (const CandidateView& view : candidates) outlook.take(view);
  EXPECT_GT(outlook.expected().total_px, 0.4);
  EXPECT_LT(outlook.expected().total_px, 0.41);
  EXPECT_GT(outlook.expected().bound95_px, 0.4);
}

TEST(Assessed, IsSoundWhereTheVerdictIsGood) {
  EXPECT_EQ((Goal{Goal::Kind::kBound95, 0.3}.length_px()), 0.3);
  EXPECT_NEAR((Goal{Goal::Kind::kEme, 0.3}.length_px()), 0.3 * std::sqrt(2.0), 1e-12);
  const Assessment assessment = assess(guided_views(25), {.model = "radial2"});
  const std::optional<Assessed> assessed = assessed_for({Goal::Kind::kBound95, 1}, assessment);
  ASSERT_TRUE(assessed);
  EXPECT_TRUE(assessed->sound);
  EXPECT_FALSE(assessed->action);
  EXPECT_EQ(assessed->total.bound95_px, assessment.trust->bound95_px);
}

}  // namespace
}  // namespace fiducia

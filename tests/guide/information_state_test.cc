#include "fiducia/guide/information_state.h"

#include <gtest/gtest.h>

#include <cmath>

#include "fiducia/core/error.h"
#include "fiducia/evaluate/evaluation.h"
#include "fiducia/guide/goal.h"
#include "fiducia/guide/view_information.h"
#include "tests/guide/guided_camera.h"

namespace fiducia {
namespace {

using testing::guided_camera;
using testing::guided_views;

TEST(ViewInformation, IsThatOfTheFrameOnceItIsTaken) {
  Observations observations = guided_views(8);
  const Calibration calibration = calibrate(observations);
  const Board board = board_of(observations.target);
  for (std::size_t j = 0; j < calibration.frames.size(); ++j) {
    const auto view = view_at(calibration.frames[j].camera_from_target, *calibration.camera, board,
                              {.max_tilt_rad = 1.5, .min_square_px = 1, .border_px = 0});
    if (!view) continue;  // the outer squares are not in the image
    const auto s = view_information(*view, *calibration.camera, board);
    ASSERT_TRUE(s);
    const Eigen::MatrixXd taken = calibration.information.frames[j].S();
    const Eigen::VectorXd scale = taken.diagonal().cwiseSqrt().cwiseInverse();
    EXPECT_LT((scale.asDiagonal() * (*s - taken) * scale.asDiagonal()).cwiseAbs().maxCoeff(), 1e-9);
  }
}

TEST(InformationState, ExpectsWhatTheEvaluationSays) {
  const Observations observations = guided_views(12, 2, 0.0005);
  const Calibration calibration = calibrate(observations);
  const Evaluation evaluation = evaluate(calibration);
  const Uncertainty& std = evaluation.of(Covariance::kStd);
  const Uncertainty& cr2 = evaluation.of(Covariance::kCr2);
  ASSERT_GT(cr2.error.mean, std.error.mean) << "a bent board makes frames disagree";

  const InformationState by_std = information_state_of(calibration, {.noise = NoiseLevel::kStd});
  EXPECT_NEAR(by_std.expected(by_std.A).eme_px, std.error.root, 1e-9 * std.error.root);
  EXPECT_NEAR(by_std.expected(by_std.A).error95_px, std::sqrt(std.k_95), 1e-6 * std::sqrt(std.k_95));
  EXPECT_NEAR(by_std.criterion(by_std.A, Criterion::kEme), std.error.mean, 1e-9 * std.error.mean);
  EXPECT_NEAR(by_std.criterion(by_std.A, Criterion::kTrace), calibration.covariance_std.trace(),
              1e-9 * calibration.covariance_std.trace());

  const InformationState by_cr2 = information_state_of(calibration);
  EXPECT_NEAR(by_cr2.expected(by_cr2.A).eme_px, cr2.error.root, 1e-9 * cr2.error.root);
  EXPECT_NEAR(by_cr2.expected(by_cr2.A).error95_px, std::sqrt(cr2.bound95), 1e-6 * std::sqrt(cr2.bound95));
}

TEST(InformationState, NeverExpectsLessThanStd) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Observations observations = guided_views(4, seed);
    const InformationState information_state = information_state_of(calibrate(observations));
    EXPECT_GE(information_state.eme_factor, 1);
    EXPECT_GE(information_state.error95_factor, 1);
  }
}

TEST(InformationState, OfATargetOfUnknownShapeIsThatOfTheIntrinsicsAlone) {
  const Observations observations = guided_views(10, 5);
  const Calibration calibration = calibrate(observations, {.target_shape = TargetShape::kWarp});
  ASSERT_TRUE(calibration.converged()) << calibration.message;
  const InformationState information_state = information_state_of(calibration, {.noise = NoiseLevel::kStd});
  EXPECT_EQ(information_state.A.rows(), 6);
  EXPECT_NEAR(information_state.criterion(information_state.A, Criterion::kTrace) / calibration.covariance_std.trace(),
              1, 1e-6);
}

TEST(InformationState, OfAGuessedCameraIsTheSpreadThatWasSaid) {
  const InformationState information_state = guessed_information_state(guided_camera(), 50);
  EXPECT_NEAR(information_state.expected(information_state.A).eme_px, 50, 1e-6);
}

TEST(InformationState, EmeDoesNotDependOnUnitsAndTraceDoes) {
  const Observations observations = guided_views(10);
  const InformationState information_state = information_state_of(calibrate(observations));
  // theta' = D theta: A' = D^-1 A D^-1.
  Eigen::VectorXd d = Eigen::VectorXd::Ones(6);
  d.head(2).setConstant(0.01);
  const Eigen::MatrixXd inverse = d.cwiseInverse().asDiagonal();
  InformationState other = information_state;
  other.A = inverse * information_state.A * inverse;
  other.H = inverse * information_state.H * inverse;
  const double eme = information_state.criterion(information_state.A, Criterion::kEme);
  EXPECT_NEAR(other.criterion(other.A, Criterion::kEme), eme, 1e-9 * eme);
  EXPECT_LT(other.criterion(other.A, Criterion::kTrace),
            0.9 * information_state.criterion(information_state.A, Criterion::kTrace));
}

TEST(InformationState, IsInfinitelyUncertainWhereADirectionIsOpen) {
  const InformationState information_state = guessed_information_state(guided_camera(), 50);
  const Eigen::MatrixXd nothing = Eigen::MatrixXd::Zero(6, 6);
  EXPECT_TRUE(std::isinf(information_state.criterion(nothing, Criterion::kEme)));
  EXPECT_TRUE(std::isinf(information_state.expected(nothing).error95_px));
}

TEST(InformationState, NeedsACalibration) {
  EXPECT_THROW(static_cast<void>(information_state_of(Calibration{})), Error);
}

TEST(Goal, IsReadAndWritten) {
  EXPECT_EQ(parse_goal("eme_px=0.1").kind, Goal::Kind::kEme);
  EXPECT_EQ(parse_goal("eme_px=0.1").px, 0.1);
  EXPECT_EQ(to_string(parse_goal("error95_px=0.25")), "error95_px=0.25");
  for (const char* text :
       {"", "eme_px", "eme_px=", "eme_px=0", "eme_px=-1", "eme_px=nan", "eme_px=1px", "eme=1", "=1"}) {
    EXPECT_THROW(static_cast<void>(parse_goal(text)), Error) << text;
  }
}

}  // namespace
}  // namespace fiducia

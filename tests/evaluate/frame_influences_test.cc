#include "fiducia/evaluate/frame_influences.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <numeric>

#include "fiducia/core/error.h"
#include "tests/evaluate/synthetic_calibration.h"
#include "tests/io/error_message.h"

namespace fiducia {
namespace {

using testing::change_pairs;
using testing::error_message;
using testing::normal_vector;
using testing::Pair;
using testing::pair_of;
using testing::random_calibration;
using testing::with_information;

TEST(FrameInfluences, SumToNothingAndTheirLeveragesToTheParameters) {
  const FrameInfluences influences = frame_influences(random_calibration(12, 6, 1));
  EXPECT_EQ(influences.uncorrected.cols(), 12);
  EXPECT_LT(influences.uncorrected.rowwise().sum().norm(), 1e-12 * influences.uncorrected.norm());
  EXPECT_GT(influences.uncorrected.colwise().norm().minCoeff(), 1e-4);
  EXPECT_LT(influences.step.norm(), 1e-13);
  EXPECT_NEAR(std::accumulate(influences.leverages.begin(), influences.leverages.end(), 0.0), 6, 1e-11);
}

TEST(FrameInfluences, AreTheGradientsInTheParameters) {
  const Calibration calibration = random_calibration(8, 5, 2);
  const FrameInfluences influences = frame_influences(calibration);
  const Eigen::MatrixXd inverse = testing::information_sum(calibration).inverse();
  for (std::size_t j = 0; j < 8; ++j) {
    const Pair pair = pair_of(calibration.information.frames[j]);
    const Eigen::VectorXd expected = inverse * pair.s;
    EXPECT_LT((influences.uncorrected.col(static_cast<Eigen::Index>(j)) - expected).norm(), 1e-11 * expected.norm());
    EXPECT_NEAR(influences.leverages[j], (inverse * pair.S).trace(), 1e-11);
  }
}

/// Besides the minimum, one Gauss-Newton step leads there: s_j <- s_j - S_j A^-1 sum s.
TEST(FrameInfluences, TakeWhatIsNotAtTheMinimumThere) {
  const Calibration balanced = random_calibration(9, 4, 5);
  RandomStream random(6);
  const Eigen::VectorXd away = normal_vector(random, 4);
  Calibration moved = balanced;
  change_pairs(&moved, [&](std::size_t, Pair* pair) { pair->s += pair->S * away; });
  const FrameInfluences expected = frame_influences(balanced);
  const FrameInfluences influences = frame_influences(moved);
  EXPECT_LT((influences.step - away).norm(), 1e-12);
  for (const auto part : {&FrameInfluences::uncorrected, &FrameInfluences::corrected, &FrameInfluences::left_out}) {
    EXPECT_LT((influences.*part - expected.*part).norm(), 1e-11 * (expected.*part).norm());
  }
}

/// What rounding left in a direction that a frame says nothing about is no information.
TEST(FrameInfluences, DoNotDependOnTheRoundingOfWhatAFrameDoesNotKnow) {
  RandomStream random(9);
  std::vector<Pair> exact;
  std::vector<Pair> rounded;
  for (int j = 0; j < 8; ++j) {
    const Eigen::MatrixXd rows = testing::normal_matrix(random, 3, 5);
    exact.push_back({rows.transpose() * rows, rows.transpose() * normal_vector(random, 3)});
    const Eigen::MatrixXd noise = testing::normal_matrix(random, 5, 5);
    rounded.push_back({exact.back().S + 1e-16 * (noise + noise.transpose()), exact.back().s});
  }
  const FrameInfluences a = frame_influences(with_information(exact));
  const FrameInfluences b = frame_influences(with_information(rounded));
  for (const auto part : {&FrameInfluences::uncorrected, &FrameInfluences::corrected, &FrameInfluences::left_out}) {
    EXPECT_LT((a.*part - b.*part).norm(), 1e-10 * (a.*part).norm());
  }
}

TEST(FrameInfluences, NeedACalibrationThatSucceededAndFramesThatDetermineAll) {
  Calibration failed = with_information({});
  failed.status = CalibrationStatus::kNoInitialValues;
  failed.message = "no start";
  EXPECT_NE(error_message([&] { static_cast<void>(frame_influences(failed)); }).find("no start"), std::string::npos);
  const Eigen::Matrix2d open = Eigen::Vector2d(1, 0).asDiagonal();
  const Calibration singular = with_information({{open, Eigen::Vector2d(1, 0)}, {open, Eigen::Vector2d(-1, 0)}});
  EXPECT_NE(error_message([&] { static_cast<void>(frame_influences(singular)); }).find("open"), std::string::npos);
}

}  // namespace
}  // namespace fiducia

#include "fiducia/evaluate/frame_pairs.h"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <Eigen/SVD>

#include "fiducia/core/error.h"
#include "tests/evaluate/synthetic_calibration.h"
#include "tests/io/error_message.h"

namespace fiducia {
namespace {

using testing::error_message;
using testing::normal_matrix;
using testing::normal_vector;
using testing::random_calibration;
using testing::rescaled;
using testing::with_information;

TEST(FramePairs, SumToOneAndToNothing) {
  const FramePairs pairs = frame_pairs(random_calibration(12, 6, 1));
  ASSERT_EQ(pairs.size(), 12U);
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(6, 6);
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(6);
  for (std::size_t j = 0; j < pairs.size(); ++j) {
    sum += pairs.M[j];
    gradient += pairs.z[j];
    EXPECT_GT(pairs.z[j].norm(), 1e-3);
  }
  EXPECT_LT((sum - Eigen::MatrixXd::Identity(6, 6)).norm(), 1e-13);
  EXPECT_LT(gradient.norm(), 1e-12);
  EXPECT_LT(pairs.step.norm(), 1e-13);
}

TEST(FramePairs, AreTheInformationInTheCoordinatesOfItsSum) {
  const Calibration calibration = random_calibration(8, 5, 2);
  const FramePairs pairs = frame_pairs(calibration);
  EXPECT_LT((pairs.L * pairs.L.transpose() - testing::information_sum(calibration)).norm(), 1e-11);
  for (std::size_t j = 0; j < pairs.size(); ++j) {
    EXPECT_LT((pairs.L * pairs.M[j] * pairs.L.transpose() - calibration.information[j].S).norm(), 1e-11);
    EXPECT_LT((pairs.L * pairs.z[j] - calibration.information[j].s).norm(), 1e-11);
  }
}

TEST(FramePairs, BringProductsOfStepsBackToTheParameters) {
  const FramePairs pairs = frame_pairs(random_calibration(8, 5, 3));
  RandomStream random(4);
  const Eigen::MatrixXd steps = normal_matrix(random, 5, 3);  // of the parameters
  const Eigen::MatrixXd here = pairs.L.transpose() * steps;   // x = L' d, as M = L^-1 S L^-T says
  EXPECT_LT((pairs.in_parameters(here * here.transpose()) - steps * steps.transpose()).norm(), 1e-12);
  EXPECT_LT((pairs.in_parameters(Eigen::MatrixXd::Identity(5, 5)) * (pairs.L * pairs.L.transpose()) -
             Eigen::MatrixXd::Identity(5, 5))
                .norm(),
            1e-12);
}

/// Besides the minimum, one Gauss-Newton step leads there: s_j <- s_j - S_j A^-1 sum s.
TEST(FramePairs, TakeWhatIsNotAtTheMinimumThere) {
  const Calibration balanced = random_calibration(9, 4, 5);
  RandomStream random(6);
  const Eigen::VectorXd away = normal_vector(random, 4);
  Calibration moved = balanced;
  for (FrameInformation& frame : moved.information) frame.s += frame.S * away;
  const FramePairs expected = frame_pairs(balanced);
  const FramePairs pairs = frame_pairs(moved);
  EXPECT_LT((pairs.step - away).norm(), 1e-12);
  for (std::size_t j = 0; j < pairs.size(); ++j) EXPECT_LT((pairs.z[j] - expected.z[j]).norm(), 1e-12);
}

TEST(FramePairs, OfAFrameOfWeightTwoAreThoseOfItsPairDoubled) {
  Calibration weighted = random_calibration(7, 4, 7);
  weighted.frames[2].weight = 2;
  weighted.frames[5].weight = 0.5;
  Calibration doubled = weighted;
  for (std::size_t j = 0; j < doubled.frames.size(); ++j) {
    doubled.information[j].S *= doubled.frames[j].weight;
    doubled.information[j].s *= doubled.frames[j].weight;
    doubled.frames[j].weight = 1;
  }
  const FramePairs a = frame_pairs(weighted);
  const FramePairs b = frame_pairs(doubled);
  EXPECT_LT((a.L - b.L).norm(), 1e-13);
  for (std::size_t j = 0; j < a.size(); ++j) {
    EXPECT_LT((a.M[j] - b.M[j]).norm(), 1e-13);
    EXPECT_LT((a.z[j] - b.z[j]).norm(), 1e-13);
  }
}

TEST(FramePairs, KnowNothingOfTheUnitsOfTheParameters) {
  const Calibration calibration = random_calibration(7, 4, 8);
  const Eigen::Vector4d scale(1e6, 1e-3, 1, 40);
  const FramePairs here = frame_pairs(calibration);
  const FramePairs there = frame_pairs(rescaled(calibration, scale));
  for (std::size_t j = 0; j < here.size(); ++j) {
    EXPECT_LT((here.M[j] - there.M[j]).norm(), 1e-12);
    EXPECT_LT((here.z[j] - there.z[j]).norm(), 1e-12);
  }
}

/// What rounding left in a direction that a frame says nothing about is no information.
TEST(FramePairs, CountSmallEigenvaluesAsNoneWhereAsked) {
  RandomStream random(9);
  std::vector<FrameInformation> exact;
  std::vector<FrameInformation> rounded;
  for (int j = 0; j < 8; ++j) {
    const Eigen::MatrixXd rows = normal_matrix(random, 3, 5);
    const FrameInformation frame{rows.transpose() * rows, rows.transpose() * normal_vector(random, 3)};
    exact.push_back(frame);
    rounded.push_back({frame.S + 1e-9 * Eigen::MatrixXd::Identity(5, 5), frame.s});
  }
  Calibration calibration = with_information(exact);
  testing::balance(&calibration);
  for (std::size_t j = 0; j < rounded.size(); ++j) {
    rounded[j].s = calibration.information[j].s + 1e-7 * normal_vector(random, 5);
  }
  const FramePairs expected = frame_pairs(calibration);
  const FramePairs dropped = frame_pairs(with_information(rounded), 1e-7);
  const FramePairs kept = frame_pairs(with_information(rounded));
  for (std::size_t j = 0; j < expected.size(); ++j) {
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(dropped.M[j]);
    EXPECT_LT(svd.singularValues()[3], 1e-14) << "rank 3";
    EXPECT_GT(Eigen::JacobiSVD<Eigen::MatrixXd>(kept.M[j]).singularValues()[4], 1e-12) << "rank 5";
    EXPECT_LT((dropped.M[j] - expected.M[j]).norm(), 1e-7);
    EXPECT_LT((dropped.z[j] - expected.z[j]).norm(), 1e-5);
    // What is left of z lies where M has information.
    const Eigen::VectorXd fitted = dropped.M[j] * dropped.M[j].completeOrthogonalDecomposition().solve(dropped.z[j]);
    EXPECT_LT((fitted - dropped.z[j]).norm(), 1e-11);
  }
}

TEST(FramePairs, RefuseFramesThatLeaveADirectionOpen) {
  Calibration calibration = random_calibration(5, 4, 10);
  for (FrameInformation& frame : calibration.information) {
    frame.S.row(2).setZero();
    frame.S.col(2).setZero();
    frame.s[2] = 0;
  }
  EXPECT_THROW(static_cast<void>(frame_pairs(calibration)), Error);
}

TEST(FramePairs, RefuseACalibrationThatFailedAndQuoteItsMessage) {
  const Calibration none{.message = "too few frames"};
  EXPECT_NE(error_message([&] { static_cast<void>(frame_pairs(none)); }).find("too few frames"), std::string::npos);
}

}  // namespace
}  // namespace fiducia

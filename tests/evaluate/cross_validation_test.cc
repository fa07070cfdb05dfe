#include "fiducia/evaluate/cross_validation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "fiducia/core/error.h"
#include "fiducia/solve/refine_pose.h"
#include "tests/evaluate/cameras.h"

namespace fiducia {
namespace {

using testing::board;
using testing::ordinary_camera;

Observations partial_views(int frames, std::uint64_t seed) {
  return testing::with_hidden_corners(
      simulate(ordinary_camera(), board(), {.frames = frames, .noise_px = 0.3, .seed = seed}).observations);
}

/// What the frames of `left_out` leave when the others are calibrated and only their poses are fitted.
std::vector<double> literal_squares(const Observations& data, const Calibration& calibration,
                                    const std::vector<std::size_t>& left_out) {
  std::vector<double> weights(data.frames.size(), 1.0);
  for (const std::size_t j : left_out) weights[j] = 0;
  const Calibration others = calibrate(data, {.model = "radial2", .frame_weights = weights});
  EXPECT_TRUE(others.converged()) << others.message;
  std::vector<double> squares;
  for (const std::size_t j : left_out) {
    const CornerArrays corners(data.frames[j].corners, data.target.points);
    const PoseFit fit = refine_pose(others.camera->model(), others.camera->parameters().data(), corners,
                                    calibration.frames[j].camera_from_target);
    EXPECT_TRUE(fit.computable);
    squares.push_back(fit.cost);
  }
  return squares;
}

TEST(CrossValidation, PredictsEachFrameFromTheOthers) {
  const Observations data = partial_views(8, 1);
  const Calibration calibration = calibrate(data, {.model = "radial2"});
  const CrossValidation result = cross_validate(calibration);
  ASSERT_EQ(result.squares.size(), 8U);
  double sum = 0;
  double coordinates = 0;
  for (std::size_t j = 0; j < 8; ++j) {
    const double expected = literal_squares(data, calibration, {j})[0];
    EXPECT_NEAR(result.squares[j], expected, 1e-4 * expected) << j;
    sum += expected;
    coordinates += 2 * static_cast<double>(data.frames[j].corners.size());
  }
  EXPECT_NEAR(result.rmse, std::sqrt(sum / coordinates), 1e-4 * result.rmse);
  EXPECT_GT(result.rmse, calibration.fit.rmse) << "what is predicted fits worse than what was fitted";
}

TEST(CrossValidation, OfMoreFramesThanFoldsLeavesSeveralOutTogether) {
  const Observations data = partial_views(8, 2);
  const Calibration calibration = calibrate(data, {.model = "radial2"});
  const CrossValidation result = cross_validate(calibration, 3);
  const std::vector<double> first = literal_squares(data, calibration, {0, 3, 6});
  const std::vector<double> last = literal_squares(data, calibration, {2, 5});
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(result.squares[3 * i], first[i], 1e-4 * first[i]);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(result.squares[2 + 3 * i], last[i], 1e-4 * last[i]);
}

TEST(CrossValidation, DoesNotDependOnTheNumberOfThreads) {
  const Observations data = partial_views(9, 3);
  const Calibration calibration = calibrate(data, {.model = "radial2"});
  EXPECT_EQ(cross_validate(calibration, 4, 1).squares, cross_validate(calibration, 4, 4).squares);
}

/// One view leaves a direction of a pinhole's intrinsics open.
TEST(CrossValidation, IsInfiniteWhereTheOthersCannotBeCalibrated) {
  const Camera camera("pinhole", {{"f", 1500}, {"cx", 968}, {"cy", 608}}, {1936, 1216});
  const Observations data = simulate(camera, board(), {.frames = 2, .noise_px = 0.1, .seed = 4}).observations;
  const Calibration calibration = calibrate(data, {.model = "pinhole"});
  ASSERT_TRUE(calibration.converged()) << calibration.message;
  const CrossValidation result = cross_validate(calibration);
  EXPECT_TRUE(std::isinf(result.squares[0]));
  EXPECT_TRUE(std::isinf(result.rmse));
}

TEST(CrossValidation, RefusesASingleFold) {
  const Observations data = partial_views(6, 5);
  const Calibration calibration = calibrate(data, {.model = "radial2"});
  EXPECT_THROW(static_cast<void>(cross_validate(calibration, 1)), Error);
}

}  // namespace
}  // namespace fiducia

#include "fiducia/guide/running_calibration.h"

#include <gtest/gtest.h>

#include "fiducia/core/error.h"
#include "tests/guide/guided_camera.h"

namespace fiducia {
namespace {

using testing::guided_board;
using testing::guided_camera;
using testing::guided_views;

void expect_same_camera(const Calibration& a, const Calibration& b) {
  ASSERT_TRUE(a.converged()) << a.message;
  ASSERT_TRUE(b.converged()) << b.message;
  for (Eigen::Index i = 0; i < 6; ++i) {
    const auto k = static_cast<std::size_t>(i);
    EXPECT_NEAR(a.camera->parameters()[k], b.camera->parameters()[k], 1e-3 * std::sqrt(b.covariance_std(i, i)));
  }
}

TEST(RunningCalibration, EndsWhereACalibrationOfAllFramesDoes) {
  const Observations observations = guided_views(15);
  RunningCalibration running(guided_board(), observations.image_size);
  EXPECT_FALSE(running.calibration().converged());
  int from_scratch = 0;
  for (const Frame& frame : observations.frames) {
    const FrameUpdate update = running.add(frame);
    from_scratch += update.from_scratch ? 1 : 0;
    if (running.calibration().converged()) {
      EXPECT_TRUE(update.used) << update.reason;
      EXPECT_NEAR(update.rmse_px, 0.05, 0.02);
    }
  }
  EXPECT_LE(from_scratch, 6) << "most updates begin at what is known";
  expect_same_camera(running.calibration(), calibrate(observations));
}

TEST(RunningCalibration, AFrameThatGoesLeavesNoTrace) {
  Observations observations = guided_views(10);
  RunningCalibration running(guided_board(), observations.image_size);
  for (const Frame& frame : observations.frames) running.add(frame);
  EXPECT_TRUE(running.remove(observations.frames[3].name));
  EXPECT_FALSE(running.remove(observations.frames[3].name));
  observations.frames.erase(observations.frames.begin() + 3);
  expect_same_camera(running.calibration(), calibrate(observations));
  for (const Frame& frame : observations.frames) EXPECT_TRUE(running.remove(frame.name));
  EXPECT_FALSE(running.calibration().converged());
  EXPECT_TRUE(running.observations().frames.empty());
}

TEST(RunningCalibration, AFrameMayGetAnotherName) {
  const Observations observations = guided_views(8);
  RunningCalibration running(guided_board(), observations.image_size);
  for (const Frame& frame : observations.frames) running.add(frame);
  EXPECT_TRUE(running.rename(observations.frames[2].name, "other"));
  EXPECT_EQ(running.calibration().frames[2].name, "other");
  EXPECT_FALSE(running.rename("nobody", "somebody"));
  EXPECT_FALSE(running.rename("other", observations.frames[1].name)) << "taken";
  EXPECT_TRUE(running.remove("other"));
}

TEST(RunningCalibration, RefusesAFrameAndStaysAsItWas) {
  const Observations observations = guided_views(8);
  RunningCalibration running(guided_board(), observations.image_size);
  for (const Frame& frame : observations.frames) running.add(frame);
  const std::vector<double> before = running.calibration().camera->parameters();
  EXPECT_THROW(running.add(observations.frames[2]), Error) << "the same name twice";
  Frame outside = observations.frames[0];
  outside.name = "outside";
  outside.corners[0].pixel = {-50, 10};
  EXPECT_THROW(running.add(outside), Error);
  EXPECT_EQ(running.calibration().camera->parameters(), before);
  EXPECT_EQ(running.observations().frames.size(), 8U);
}

TEST(RunningCalibration, TellsWhyAFrameIsNotUsedAndGoesOn) {
  const Observations observations = guided_views(8);
  RunningCalibration running(guided_board(), observations.image_size);
  for (int j = 0; j < 7; ++j) running.add(observations.frames[static_cast<std::size_t>(j)]);
  Frame few = observations.frames[7];
  few.name = "few corners";
  few.corners.resize(2);
  const FrameUpdate update = running.add(few);
  EXPECT_FALSE(update.used);
  EXPECT_FALSE(update.reason.empty());
  EXPECT_TRUE(running.calibration().converged());
  EXPECT_TRUE(running.add(observations.frames[7]).used);
}

TEST(RunningCalibration, LeavesAWrongValleyWhenFramesContradictIt) {
  // Two views that are nearly alike tell next to nothing; what they lead to must not hold the others.
  const Camera camera = guided_camera();
  RunningCalibration running(guided_board(), camera.image_size());
  const Observations observations = guided_views(12, 6);
  Frame twin = observations.frames[0];
  twin.name = "twin";
  for (Corner& corner : twin.corners) corner.pixel += Vector2(1.5, 0.5);
  running.add(observations.frames[0]);
  running.add(twin);
  for (std::size_t j = 1; j < observations.frames.size(); ++j) running.add(observations.frames[j]);
  Observations all = observations;
  all.frames.insert(all.frames.begin() + 1, twin);
  expect_same_camera(running.calibration(), calibrate(all));
}

}  // namespace
}  // namespace fiducia

#include "fiducia/assess/quick_remedy.h"

#include <gtest/gtest.h>

#include "fiducia/simulate/simulate.h"
#include "tests/solve/setups.h"

namespace fiducia {
namespace {

using testing::board;
using testing::ordinary_camera;

Calibration of_views(int frames, double bend_m = 0) {
  return calibrate(simulate(ordinary_camera(), board(), {.frames = frames, .bend_m = bend_m, .seed = 1}).observations);
}

TEST(QuickRemedy, IsTheBetterModelWhereOneIsKnown) {
  const auto action = quick_remedy(of_views(10), BetterModel{.name = "radial3", .total_px = 0.1});
  ASSERT_TRUE(action);
  EXPECT_EQ(action->code, ActionCode::kTakeModel);
  EXPECT_EQ(action->model, "radial3");
}

TEST(QuickRemedy, OtherwiseLooksAtTheSetUp) {
  const auto action = quick_remedy(of_views(20, 0.0008));
  ASSERT_TRUE(action);
  EXPECT_EQ(action->code, ActionCode::kCheckTarget);
  EXPECT_GT(action->out_of_plane_m, 1e-5);
  EXPECT_TRUE(action->shape_may_be_found);
}

TEST(QuickRemedy, OfACalibrationThatFailedIsNone) { EXPECT_FALSE(quick_remedy(Calibration{})); }

}  // namespace
}  // namespace fiducia

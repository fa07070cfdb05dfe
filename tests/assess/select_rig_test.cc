#include "fiducia/assess/select_rig.h"

#include <gmock/gmock.h>

#include "fiducia/camera/registry.h"
#include "fiducia/core/error.h"
#include "tests/solve/rig_setups.h"

namespace fiducia {
namespace {

using ::testing::HasSubstr;
using testing::near_poses;
using testing::rig_board;
using testing::stereo;

/// A pair of which the right camera's lens is decentred.
std::vector<SimulatedRigCamera> two_lenses() {
  std::vector<SimulatedRigCamera> rig = stereo();
  rig[1].camera = {
      "opencv4",
      {{"fx", 910}, {"fy", 915}, {"cx", 640}, {"cy", 470}, {"k1", -0.2}, {"k2", 0.05}, {"p1", 0.004}, {"p2", -0.003}},
      {1280, 960}};
  return rig;
}

RigObservations seen_by(const std::vector<SimulatedRigCamera>& rig, std::uint64_t seed, double bend_m = 0) {
  return simulate_rig(rig, rig_board(), {.instants = 24, .bend_m = bend_m, .seed = seed, .poses = near_poses()})
      .observations;
}

RigSelectOptions among(const std::vector<std::string>& names) {
  RigSelectOptions options;
  for (const std::string& name : names) options.models.push_back(make_model(name));
  options.target_shape = TargetShape::kPlanar;
  options.distances_m = {1};
  return options;
}

std::string models_of(const RigSelectEntry& entry) {
  std::string text;
  for (const auto& model : entry.models) text += std::string(text.empty() ? "" : " ") + std::string(model->info().name);
  return text;
}

TEST(SelectRig, TakesEachCamerasOwnLensWhereTheyDiffer) {
  const RigSelection found = select_rig(seen_by(two_lenses(), 1), among({"radial2", "opencv4"}));
  ASSERT_EQ(found.entries.size(), 3U);
  ASSERT_TRUE(found.recommended);
  const RigSelectEntry& best = found.entries[*found.recommended];
  EXPECT_TRUE(best.is_own_choice);
  EXPECT_EQ(models_of(best), "radial2 opencv4");
  EXPECT_NEAR(best.calibration->fit.rmse, 0.05, 0.004);
  // The leaner lens for both leaves the right camera far off, and is refuted.
  const RigSelectEntry& lean = found.entries[0];
  EXPECT_EQ(models_of(lean), "radial2 radial2");
  ASSERT_EQ(lean.problem, "");
  EXPECT_GT(lean.total_px(), 3 * best.total_px());
  EXPECT_LT(lean.weight, 1e-3);
  EXPECT_GT(lean.bic, 1000);
  EXPECT_THAT(found.reason, HasSubstr("radial2 for left, opencv4 for right"));
  // The truth is within the bounds of what was taken.
  ASSERT_EQ(best.pairs.size(), 1U);
  const double truth = stereo()[1].camera_from_rig.translation.norm();
  EXPECT_LT(std::abs(best.pairs[0].baseline_m - truth), best.pairs[0].baseline.bound95);
  ASSERT_EQ(best.figures.size(), 3U);  // two cameras and their rows
  for (const RigSelectFigure& figure : best.figures) {
    EXPECT_LE(figure.total_px, best.total_px());
    EXPECT_LE(figure.total_px, figure.bound95_px);
  }
}

TEST(SelectRig, TakesOneLensForAllWhereTheyAreAlikeAndSaysWhatOthersCost) {
  const RigSelection found = select_rig(seen_by(stereo(), 2), among({"radial1", "radial2", "opencv8"}));
  ASSERT_TRUE(found.recommended);
  const RigSelectEntry& best = found.entries[*found.recommended];
  EXPECT_EQ(models_of(best), "radial2 radial2");
  EXPECT_TRUE(best.is_own_choice);  // a row is not told twice
  EXPECT_EQ(found.entries.size(), 3U);
  EXPECT_GT(found.entries[0].total_px(), 3 * best.total_px());
  EXPECT_THAT(found.reason, HasSubstr("radial1 for all cameras"));
  EXPECT_THAT(found.reason, HasSubstr("opencv8 for all cameras"));
  EXPECT_DOUBLE_EQ(best.bic, 0);
  RigSelectOptions by_fit = among({"radial1", "radial2", "opencv8"});
  by_fit.by = SelectBy::kBic;
  const RigSelection bic = select_rig(seen_by(stereo(), 2), by_fit);
  ASSERT_TRUE(bic.recommended);
  EXPECT_THAT(bic.reason, HasSubstr("BIC 0 above the least"));
}

TEST(SelectRig, TakesTheShapeOfTheTargetThatARigTakes) {
  RigSelectOptions open = among({"radial2"});
  open.target_shape.reset();
  const RigObservations seen = seen_by(stereo(), 3, 1.5e-3);
  EXPECT_NE(select_rig(seen, open).target_shape, TargetShape::kPlanar);
  EXPECT_EQ(select_rig(seen, among({"radial2"})).target_shape, TargetShape::kPlanar);
}

TEST(SelectRig, WithoutACommonInstantRecommendsNothingAndSaysWhy) {
  RigObservations seen = seen_by(stereo(), 4);
  for (std::size_t i = 0; i < seen.instants.size(); ++i) seen.instants[i].frames[i % 2].reset();
  std::erase_if(seen.instants, [](const Instant& one) { return one.seen_by() == 0; });
  const RigSelection found = select_rig(seen, among({"radial2"}));
  EXPECT_FALSE(found.recommended);
  ASSERT_FALSE(found.entries.empty());
  EXPECT_THAT(found.entries[0].problem, HasSubstr("never see the board together"));
}

}  // namespace
}  // namespace fiducia

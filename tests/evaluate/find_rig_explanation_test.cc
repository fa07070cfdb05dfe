#include "fiducia/evaluate/find_rig_explanation.h"

#include <gtest/gtest.h>

#include "fiducia/camera/registry.h"
#include "tests/solve/rig_setups.h"

namespace fiducia {
namespace {

/// Two lenses whose elements are off centre, each in its own direction.
std::vector<SimulatedRigCamera> decentred_pair() {
  const auto camera = [](double p1, double p2) {
    return Camera(
        "opencv4",
        {{"fx", 900}, {"fy", 905}, {"cx", 640}, {"cy", 470}, {"k1", -0.2}, {"k2", 0.05}, {"p1", p1}, {"p2", p2}},
        {1280, 960});
  };
  return {{"left", camera(0.002, -0.001)},
          {"right", camera(-0.002, 0.001), Pose::from_vectors({0.01, 0.05, -0.02}, {-0.12, 0.003, 0.004})}};
}

RigExplanationPtr explained_by(const char* model, TargetShape shape) {
  const RigObservations seen =
      simulate_rig(decentred_pair(), testing::rig_board(), {.instants = 20, .seed = 3, .poses = testing::near_poses()})
          .observations;
  RigCalibrateOptions how;
  how.models = {model};
  how.target_shape = shape;
  return rig_explanation_of(calibrate_rig(seen, how));
}

RigSearchOptions with_models_for_all() {
  RigSearchOptions how;
  how.models_for_all = {make_model("pinhole"), make_model("opencv4")};
  how.effects = effects_of_rigs();
  how.noise_px = {0.05, 0.05};
  how.threads = 2;
  return how;
}

TEST(FindRigExplanation, ALensThatAllCamerasLackIsNamedBeforeWhatWouldFeedOnIt) {
  const RigExplanationPtr lean = explained_by("radial2", TargetShape::kFree);
  ASSERT_NE(lean, nullptr);
  const FoundRigExplanations found = find_rig_explanations(lean, with_models_for_all());
  ASSERT_EQ(found.steps.size(), 1u);
  EXPECT_EQ(found.steps.front().cause, CauseCode::kLens);
  EXPECT_FALSE(found.steps.front().camera);
  EXPECT_GT(found.steps.front().costs_px, 0);
  for (const auto& model : found.best->parts().models) EXPECT_EQ(model->info().name, "opencv4");
}

TEST(FindRigExplanation, OfTheRightLensThereIsNone) {
  const RigExplanationPtr right = explained_by("opencv4", TargetShape::kFree);
  ASSERT_NE(right, nullptr);
  EXPECT_TRUE(find_rig_explanations(right, with_models_for_all()).steps.empty());
}

/// A flat board takes nothing up: there each camera has shown by itself which lens it needs.
TEST(FindRigExplanation, WithAFlatBoardEachCameraChoosesByItself) {
  const RigExplanationPtr lean = explained_by("radial2", TargetShape::kPlanar);
  ASSERT_NE(lean, nullptr);
  RigSearchOptions how = with_models_for_all();
  how.shapes = false;
  how.effects.clear();
  EXPECT_TRUE(find_rig_explanations(lean, how).steps.empty());
  how.models.assign(2, {make_model("opencv4")});
  const FoundRigExplanations found = find_rig_explanations(lean, how);
  ASSERT_EQ(found.steps.size(), 2u);
  for (const RigStep& step : found.steps) EXPECT_TRUE(step.camera);
}

}  // namespace
}  // namespace fiducia

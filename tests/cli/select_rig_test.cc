#include "fiducia/io/file.h"
#include "fiducia/io/observations_json.h"
#include "tests/cli/cli_fixture.h"
#include "tests/solve/rig_setups.h"

namespace fiducia {
namespace {

using testing::CliResult;
using ::testing::HasSubstr;
using testing::run;
using Json = nlohmann::json;

class SelectRigCommand : public testing::CliTest {
 protected:
  /// The call about a pair, with more arguments.
  CliResult select(const std::vector<std::string>& more) {
    const RigObservations seen = simulate_rig(testing::stereo(), testing::rig_board(),
                                              {.instants = 16, .seed = 1, .poses = testing::near_poses()})
                                     .observations;
    std::vector<std::string> call = {"select"};
    for (std::size_t c = 0; c < seen.cameras.size(); ++c) {
      const std::string file = path(seen.cameras[c].name + ".json");
      write_file_atomically(file, observations_json(camera_observations(seen, c)));
      call.insert(call.end(), {"--camera", seen.cameras[c].name + "=" + file});
    }
    call.insert(call.end(), more.begin(), more.end());
    return run(call);
  }
};

TEST_F(SelectRigCommand, PrintsATableOfRigsAndWhichOneToTake) {
  const CliResult result = select({"--models", "radial1,radial2", "--target-shape", "planar", "--distance", "1"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("radial1 "));
  EXPECT_THAT(result.out, HasSubstr("take radial2 for all cameras: weakest is "));
  EXPECT_THAT(result.out, HasSubstr("with fewer parameters at best radial1 for all cameras: "));
  EXPECT_THAT(result.out, HasSubstr("of left and right"));
  EXPECT_THAT(result.out, HasSubstr("triangulated (mm, 95%, at 1m)"));
  EXPECT_THAT(result.out, HasSubstr("This is what 'fiducia calibrate --camera ...' takes"));
}

TEST_F(SelectRigCommand, WritesTheTableAsJson) {
  const CliResult result = select({"--models", "radial1,radial2", "--json", "--quiet", "--distance", "1"});
  ASSERT_EQ(result.status, 0) << result.err;
  const Json found = Json::parse(result.out);
  EXPECT_EQ(found["format"], "fiducia.rig_selection/1");
  EXPECT_EQ(found["target_shape"], "planar");  // chosen, as calibrate does
  ASSERT_EQ(found["rigs"].size(), 2U);
  const Json& best = found["rigs"][found["recommended"].get<std::size_t>()];
  EXPECT_EQ(best["models"], Json({{"left", "radial2"}, {"right", "radial2"}}));
  EXPECT_EQ(best["own_choice"], true);
  EXPECT_EQ(best["n_intrinsics"], 12);
  EXPECT_NEAR(best["rmse"].get<double>(), 0.05, 0.005);
  EXPECT_LT(best["total_px"].get<double>(), best["bound95_px"].get<double>());
  EXPECT_EQ(best["figures"].size(), 3U);
  EXPECT_NEAR(best["pairs"][0]["baseline_m"].get<double>(), 0.1201, 5e-4);
  EXPECT_GT(best["pairs"][0]["triangulation"]["1m"]["bound95_mm"].get<double>(), 0);
  EXPECT_EQ(best["cameras"][0]["parameters"].size(), 6U);
  EXPECT_GT(found["rigs"][0]["total_px"].get<double>(), best["total_px"].get<double>());
}

TEST_F(SelectRigCommand, RefusesWhatIsForOneCamera) {
  const CliResult report = select({"--report", path("a.html")});
  EXPECT_EQ(report.status, 2);
  EXPECT_THAT(report.err, HasSubstr("'fiducia calibrate --camera ... -o DIR' writes the report of a rig"));
  EXPECT_THAT(select({"--grid", "10x10"}).err, HasSubstr("--grid is for one camera"));
  EXPECT_THAT(select({"--region", "disc:640,480,100"}).err, HasSubstr("--region is for one camera"));
  EXPECT_THAT(select({path("left.json")}).err, HasSubstr("INPUT is for one camera"));
  EXPECT_THAT(select({"--target-shape", "round"}).err, HasSubstr("round"));
  EXPECT_THAT(run({"select", "--camera", "left=" + path("left.json")}).err, HasSubstr("at least two cameras"));
  EXPECT_THAT(run({"select", path("left.json"), "--keep-frames"}).err, HasSubstr("--keep-frames is for a rig"));
  EXPECT_THAT(run({"select", path("left.json"), "--distance", "1"}).err, HasSubstr("--distance is for a rig"));
  EXPECT_EQ(run({"select"}).status, 2);
  EXPECT_THAT(run({"select"}).err, HasSubstr("INPUT"));
}

}  // namespace
}  // namespace fiducia

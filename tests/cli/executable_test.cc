// The program as its users have it: a process, with its exit status and its two streams.

#include <sys/wait.h>

#include <cstdlib>

#include "fiducia/io/file.h"
#include "fiducia/io/observations_json.h"
#include "tests/cli/cli_fixture.h"
#include "tests/cli/scene.h"

namespace fiducia {
namespace {

using testing::CliResult;
using testing::good_poses;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::scene;

class ExecutableTest : public testing::CliTest {
 protected:
  /// `arguments` as a shell reads them; paths of the test have no blanks in them.
  CliResult execute(const std::string& arguments) const {
    const std::string command =
        std::string("'") + FIDUCIA_EXECUTABLE + "' " + arguments + " >'" + path("out") + "' 2>'" + path("err") + "'";
    const int code = std::system(command.c_str());
    return {WIFEXITED(code) ? WEXITSTATUS(code) : -1, read_file(path("out")), read_file(path("err"))};
  }
};

TEST_F(ExecutableTest, CalibratesAndPrintsNothingButJson) {
  const std::string file = folder.put("obs.json", observations_json(scene(good_poses())));
  const CliResult result = execute("calibrate " + file + " --json -o " + path("result"));
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(nlohmann::json::parse(result.out)["format"], "fiducia.calibration/1");
  EXPECT_EQ(read_file(path("result/calibration.json")), result.out);
  EXPECT_THAT(result.err, HasSubstr("RMSE"));
}

TEST_F(ExecutableTest, SimulatesWhatItThenCalibrates) {
  const CliResult simulated = execute(
      "simulate --params fx=1500,fy=1495,cx=968,cy=608,k1=-0.2,k2=0.1 --image-size 1936x1216 "
      "--target chessboard:10x8:0.05 --frames 15 --seed 4 -o " +
      path("obs.csv"));
  EXPECT_EQ(simulated.status, 0) << simulated.err;
  const CliResult calibrated = execute("calibrate " + path("obs.csv") + " --image-size 1936x1216 --json --quiet");
  ASSERT_EQ(calibrated.status, 0) << calibrated.err;
  EXPECT_THAT(calibrated.err, IsEmpty());
  const auto object = nlohmann::json::parse(calibrated.out);
  EXPECT_NEAR(object["parameters"]["fx"].get<double>(), 1500,
              5 * object["uncertainty"]["std"]["sigma"]["fx"].get<double>());
}

TEST_F(ExecutableTest, ExitStatusTellsWhoseFaultItIs) {
  EXPECT_EQ(execute("--version").status, 0);
  EXPECT_EQ(execute("calibrate").status, 2);
  EXPECT_EQ(execute("calibrate " + folder.put("empty", "")).status, 2);
  const std::string one = folder.put("one.json", observations_json(scene({good_poses().front()})));
  const CliResult result = execute("calibrate " + one + " -o " + path("result"));
  EXPECT_EQ(result.status, 4);
  EXPECT_FALSE(std::filesystem::exists(folder / "result"));
}

TEST_F(ExecutableTest, StartsWithoutTheLibrariesOfImagesAndVideos) {
  const std::string command = "ldd '" + std::string(FIDUCIA_EXECUTABLE) + "' >'" + path("libraries") + "'";
  ASSERT_EQ(std::system(command.c_str()), 0);
  const std::string libraries = read_file(path("libraries"));
  EXPECT_THAT(libraries, HasSubstr("opencv_core"));
  for (const char* late : {"opencv_imgcodecs", "opencv_videoio", "libgdal", "libavcodec"}) {
    EXPECT_THAT(libraries, Not(HasSubstr(late)));
  }
}

TEST_F(ExecutableTest, DoesNotPassOverAResultThatCouldNotBePrinted) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
  const std::string command =
      std::string("'") + FIDUCIA_EXECUTABLE + "' models --json >/dev/full 2>'" + path("err") + "'";
  const int code = std::system(command.c_str());
  EXPECT_EQ(WEXITSTATUS(code), 2);
  EXPECT_THAT(read_file(path("err")), HasSubstr("standard output"));
}

}  // namespace
}  // namespace fiducia

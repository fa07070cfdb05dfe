// Ctrl-C while a command works: it ends soon, says so, and leaves nothing half-written.

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <string>
#include <thread>

#include "fiducia/camera/registry.h"
#include "fiducia/io/file.h"
#include "fiducia/io/observations_json.h"
#include "fiducia/simulate/simulate.h"
#include "tests/cli/cli_fixture.h"

namespace fiducia {
namespace {

using Clock = std::chrono::steady_clock;
using ::testing::HasSubstr;

struct Interrupted {
  bool exited = false;  ///< by itself, not killed
  int status = -1;
  double seconds = 0;  ///< from the signal to the end
};

/// Until the program is ready for the signal: on a busy machine it takes a while to start.
void wait_for_handler(pid_t child, int signal) {
  for (int i = 0; i < 200; ++i) {
    std::ifstream status("/proc/" + std::to_string(child) + "/status");
    if (!status) return;  // no such place on this system
    for (std::string line; std::getline(status, line);) {
      if (!line.starts_with("SigCgt:")) continue;
      if ((std::stoull(line.substr(7), nullptr, 16) >> (signal - 1)) & 1u) return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

class InterruptTest : public testing::CliTest {
 protected:
  /// Starts the program and sends the signal when it has been at work for a while.
  Interrupted interrupt(std::vector<std::string> arguments, int signal) const {
    arguments.insert(arguments.begin(), FIDUCIA_EXECUTABLE);
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, path("err").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    pid_t child = 0;
    const int problem = posix_spawn(&child, FIDUCIA_EXECUTABLE, &files, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (problem != 0) return {};
    wait_for_handler(child, signal);
    std::this_thread::sleep_for(std::chrono::milliseconds(800));
    kill(child, signal);
    const Clock::time_point begin = Clock::now();
    int code = 0;
    waitpid(child, &code, 0);
    return {WIFEXITED(code), WIFEXITED(code) ? WEXITSTATUS(code) : WTERMSIG(code),
            std::chrono::duration<double>(Clock::now() - begin).count()};
  }

  [[nodiscard]] std::string many_frames() const {
    const Camera camera(make_model("radial2"), {1500, 1495, 968, 608, -0.2, 0.1}, {1936, 1216});
    return folder.put("obs.json", observations_json(simulate(camera, Target::chessboard(10, 8, 0.05),
                                                             {.frames = 300, .noise_px = 0.1, .seed = 1})
                                                        .observations));
  }

  [[nodiscard]] std::vector<std::string> names_in(const std::string& subfolder) const {
    std::vector<std::string> names;
    std::error_code missing;
    for (const auto& entry : std::filesystem::directory_iterator(folder / subfolder, missing)) {
      names.push_back(entry.path().filename().string());
    }
    return names;
  }

  static constexpr double kSoon_s = 3;  // a second, on a machine that has other things to do as well
};

TEST_F(InterruptTest, CalibrateLeavesTheFolderAsItWas) {
  const std::string observations = many_frames();
  std::filesystem::create_directory(folder / "result");
  write_file_atomically(path("result/calibration.json"), "of yesterday");
  for (const auto& [signal, option] : {std::pair(SIGINT, "--quiet"), std::pair(SIGTERM, "--json")}) {
    const Interrupted end = interrupt(
        {"calibrate", observations, "--bootstrap", "1000000", option, "--force", "-o", path("result")}, signal);
    EXPECT_TRUE(end.exited);
    EXPECT_EQ(end.status, 128 + signal);
    EXPECT_LT(end.seconds, kSoon_s);
    EXPECT_EQ(read_file(path("err")), "fiducia calibrate: stopped; nothing was written\n");
    EXPECT_EQ(names_in("result"), (std::vector<std::string>{"calibration.json"}));
    EXPECT_EQ(read_file(path("result/calibration.json")), "of yesterday");
  }
}

TEST_F(InterruptTest, RenderTakesItsTemporaryFilesAway) {
  const Interrupted end =
      interrupt({"render", "--params", "fx=1500,fy=1495,cx=968,cy=608,k1=-0.2,k2=0.1", "--image-size", "1936x1216",
                 "--target", "chessboard:10x8:0.05", "--frames", "500", "-o", path("made/images")},
                SIGINT);
  EXPECT_TRUE(end.exited);
  EXPECT_EQ(end.status, 130);
  EXPECT_LT(end.seconds, kSoon_s);
  EXPECT_THAT(read_file(path("err")), HasSubstr("fiducia render: stopped; nothing was written"));
  EXPECT_FALSE(std::filesystem::exists(folder / "made"));
}

TEST_F(InterruptTest, AStudyKeepsWhatIsFinished) {
  const Interrupted end = interrupt({"study", "resampling", "--datasets", "1000000", "-o", path("study")}, SIGINT);
  EXPECT_TRUE(end.exited);
  EXPECT_EQ(end.status, 130);
  EXPECT_LT(end.seconds, kSoon_s);
  EXPECT_THAT(read_file(path("err")), HasSubstr("the same call goes on from there"));
  EXPECT_EQ(names_in("study"), (std::vector<std::string>{"resampling-normal.csv"}));
}

}  // namespace
}  // namespace fiducia
